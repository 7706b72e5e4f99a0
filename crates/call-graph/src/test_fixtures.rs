//! Functions whose results a test framework passes to tests, by where their names are known.

use crate::program::{Def, Program};
use facts::{DefId, Expr, ExprId, FileFacts, ReturnKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fixtures by the folder or file in which they are known, and by name.
#[derive(Default)]
pub struct Fixtures<'a> {
    by_place: FxHashMap<(&'a str, &'a str), Fixture>,
    /// Those of a class are known in it alone.
    by_class: FxHashMap<(Def, &'a str), Fixture>,
    defined: FxHashSet<Def>,
}

/// One of them.
#[derive(Clone, Copy)]
pub struct Fixture {
    /// The function.
    pub def: Def,
    /// What it yields is passed on, rather than what it returns.
    pub yields: bool,
}

impl<'a> Fixtures<'a> {
    pub fn of(program: &Program<'a>) -> Self {
        let mut found = Self::default();
        for file in &program.files {
            let Some(names) = &file.rules.fixtures else { continue };
            let facts = file.facts();
            let path = file.source.path;
            let shared = path.as_str().rsplit('/').next() == Some(names.shared_file);
            let place = if shared { path.parent() } else { path.as_str() };
            let yielding: FxHashSet<DefId> = facts
                .returns
                .iter()
                .filter(|leaving| leaving.kind == ReturnKind::Yield)
                .map(|leaving| leaving.definition)
                .collect();
            for (definition, at) in facts.definitions.iter().zip(0..) {
                let by = |decorator: &ExprId| last_name(facts, *decorator) == Some(names.decorator);
                if !definition.kind.is_callable() || !definition.decorators.iter().any(by) {
                    continue;
                }
                let (id, def) = (DefId(at), file.def(DefId(at)));
                let yields = yielding.contains(&id);
                let name = match definition.decorators.iter().any(|decorator| is_renamed(facts, *decorator)) {
                    // The name that it is given is mostly what the function is called, but for a mark that keeps them apart.
                    true => names.marks.iter().fold(definition.name.as_str(), |name, mark| {
                        name.strip_prefix(mark).or_else(|| name.strip_suffix(mark)).unwrap_or(name)
                    }),
                    false => &definition.name,
                };
                match program.enclosing_type(def) {
                    Some(class) => found.by_class.entry((class, name)).or_insert(Fixture { def, yields }),
                    None => found.by_place.entry((place, name)).or_insert(Fixture { def, yields }),
                };
                found.defined.insert(def);
            }
        }
        found
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.defined.is_empty()
    }

    /// Whether a function is one.
    pub fn contains(&self, def: Def) -> bool {
        self.defined.contains(&def)
    }

    /// The fixture that a parameter of this name means in a class or a file: its own, or one shared by a folder above.
    pub fn find(&self, class: Option<Def>, path: &'a str, name: &'a str) -> Option<Fixture> {
        if let Some(fixture) = class.and_then(|class| self.by_class.get(&(class, name))) {
            return Some(*fixture);
        }
        let mut place = Some(path);
        while let Some(at) = place {
            if let Some(fixture) = self.by_place.get(&(at, name)) {
                return Some(*fixture);
            }
            place = match at.rfind('/') {
                Some(slash) => Some(&at[..slash]),
                None => (!at.is_empty()).then_some(""),
            };
        }
        None
    }
}

/// The last name of a decorator, called or not.
fn last_name(facts: &FileFacts, mut at: ExprId) -> Option<&str> {
    loop {
        match facts.expr(at) {
            Expr::Call(call) => at = facts.calls[call.0 as usize].callee,
            Expr::Name { name, .. } | Expr::Attribute { name, .. } => return Some(name),
            _ => return None,
        }
    }
}

/// The decorator gives the fixture another name than the function's.
fn is_renamed(facts: &FileFacts, decorator: ExprId) -> bool {
    let Expr::Call(call) = facts.expr(decorator) else { return false };
    facts.calls[call.0 as usize].arguments.iter().any(|argument| argument.name.as_deref() == Some("name"))
}
