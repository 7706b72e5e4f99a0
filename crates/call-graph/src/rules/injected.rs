//! What a test framework passes in: a parameter of a test or of a fixture is what the fixture of its name returns.

use crate::program::{Def, Program};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Node};
use facts::{DefId, Definition, Expr, ExprId, FileFacts, ReturnKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fixtures by the folder or file in which they are known, and by name.
#[derive(Default)]
pub struct Fixtures<'a> {
    by_place: FxHashMap<(&'a str, &'a str), Fixture>,
    defined: FxHashSet<Def>,
}

#[derive(Clone, Copy)]
struct Fixture {
    def: Def,
    /// What it yields is passed on, rather than what it returns.
    yields: bool,
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
                found.by_place.entry((place, name)).or_insert(Fixture { def, yields });
                found.defined.insert(def);
            }
        }
        found
    }

    /// The fixture that a parameter of this name means in a file: its own, or one shared by a folder above.
    fn find(&self, path: &'a str, name: &'a str) -> Option<Fixture> {
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

impl<'a> Solver<'a> {
    /// A parameter of a test or of a fixture, without a default, gets what the fixture of its name gives.
    pub(crate) fn inject(&mut self, file: u32, definition: &'a Definition, def: Def, name: &'a str, to: Node) {
        if self.fixtures.defined.is_empty() || !(definition.is_test || self.fixtures.defined.contains(&def)) {
            return;
        }
        let path = self.program.files[file as usize].source.path.as_str();
        let Some(fixture) = self.fixtures.find(path, name).filter(|fixture| fixture.def != def) else { return };
        let given = self.return_node(fixture.def);
        if fixture.yields {
            self.constrain(given, Constraint::LoadKey { key: None, to });
        } else {
            self.copy(given, to, Rule::Returned);
        }
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
