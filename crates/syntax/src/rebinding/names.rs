//! Local variables, and those of a file that no function of it reads or writes at that place.

use super::{Read, Variable, Write};
use facts::{BindingKind, Expr, FileFacts, ScopeId, ScopeKind, Target};
use std::collections::{HashMap, HashSet};

/// The variables that more than one binding writes to, none of them in a function inside.
pub(super) fn variables(facts: &FileFacts, names: &Names<'_>, text: &str, reads: &[Read]) -> Vec<Variable> {
    let sent_outwards: HashSet<&str> =
        facts.scopes.iter().flat_map(|scope| scope.outer_names.iter().map(|(name, _)| name.as_str())).collect();
    let mut found: HashMap<Name<'_>, Variable> = HashMap::new();
    for (name, bindings) in &names.bound {
        if bindings.len() < 2 || sent_outwards.contains(name.1) || !runs_in_order(facts, name.0) {
            continue;
        }
        let writes = bindings.iter().map(|at| {
            let binding = &facts.bindings[*at];
            Write {
                range: (binding.span.start, binding.span.end),
                value: binding.value,
                is_parameter: matches!(binding.kind, BindingKind::Parameter(..)),
                annotation: binding.annotation,
            }
        });
        let span = facts.scope(name.0).span;
        let within = (span.start, span.end);
        found.insert(*name, Variable { writes: writes.collect(), reads: Vec::new(), within });
    }
    if found.is_empty() {
        return Vec::new();
    }
    for read in reads {
        let name = names.read(facts, read.0);
        if let Some(variable) = name.and_then(|name| found.get_mut(&name)) {
            variable.reads.push(*read);
        }
    }
    drop_written_inside(facts, &mut found);
    drop_lent(text, &mut found);
    let mut variables: Vec<Variable> = found.into_values().collect();
    variables.sort_by_key(|variable| variable.writes[0].range);
    variables
}

/// A variable by its scope and name.
pub(super) type Name<'f> = (ScopeId, &'f str);

/// What is bound by name.
pub(super) struct Names<'f> {
    /// Places in [`FileFacts::bindings`].
    pub bound: HashMap<Name<'f>, Vec<usize>>,
}

impl<'f> Names<'f> {
    pub fn of(facts: &'f FileFacts) -> Self {
        let mut bound: HashMap<Name<'f>, Vec<usize>> = HashMap::new();
        for (at, binding) in facts.bindings.iter().enumerate() {
            if let Target::Name(name) = &binding.target {
                bound.entry((binding.scope, name)).or_default().push(at);
            }
        }
        Self { bound }
    }

    /// The variable that an expression reads in the function which has it.
    pub fn read(&self, facts: &'f FileFacts, expr: facts::ExprId) -> Option<Name<'f>> {
        let Expr::Name { name, scope, .. } = facts.expr(expr) else { return None };
        let mut at = *scope;
        loop {
            if self.bound.contains_key(&(at, name.as_str())) {
                return Some((at, name));
            }
            let here = facts.scope(at);
            at = here.parent.filter(|_| here.kind == ScopeKind::Block)?;
        }
    }
}

/// What is written in the scope runs from its beginning to its end.
pub(super) fn runs_in_order(facts: &FileFacts, scope: ScopeId) -> bool {
    match facts.scope(scope).kind {
        ScopeKind::Function | ScopeKind::Block => true,
        ScopeKind::Module => scope == ScopeId::FILE,
        ScopeKind::Class => false,
    }
}

/// The scope of the function, class or module around.
fn outermost(facts: &FileFacts, mut scope: ScopeId) -> ScopeId {
    while let (ScopeKind::Block, Some(parent)) = (facts.scope(scope).kind, facts.scope(scope).parent) {
        scope = parent;
    }
    scope
}

/// A function inside may run at any time.
fn drop_written_inside(facts: &FileFacts, found: &mut HashMap<Name<'_>, Variable>) {
    let mut functions: Vec<(u32, u32, ScopeId)> = (facts.scopes.iter().zip(0..))
        .filter(|(scope, _)| scope.kind != ScopeKind::Block)
        .map(|(scope, at)| (scope.span.start, scope.span.end, ScopeId(at)))
        .collect();
    functions.sort_unstable_by_key(|(start, end, id)| (*start, std::cmp::Reverse(*end), id.0));
    let mut writes: Vec<(u32, Name<'_>)> = Vec::new();
    for (name, variable) in found.iter() {
        let bound = variable.writes.iter().filter(|write| !write.is_parameter);
        writes.extend(bound.map(|write| (write.range.0, *name)));
    }
    writes.sort_unstable();
    let mut open: Vec<(u32, ScopeId)> = Vec::new();
    let mut functions = functions.into_iter().peekable();
    for (at, name) in writes {
        while let Some((start, end, id)) = functions.next_if(|(start, ..)| *start <= at) {
            open.retain(|(behind, _)| *behind > start);
            open.push((end, id));
        }
        open.retain(|(behind, _)| *behind > at);
        if open.last().is_none_or(|(_, id)| *id != outermost(facts, name.0)) {
            found.remove(&name);
        }
    }
}

/// Variables that something else than their name may write to: `&x`, `ref x`.
fn drop_lent(text: &str, found: &mut HashMap<Name<'_>, Variable>) {
    let mut lent: HashMap<&str, Vec<u32>> = HashMap::new();
    for (at, _) in text.match_indices('&') {
        if text[at + 1..].starts_with('&') || text[..at].ends_with('&') {
            continue;
        }
        let behind = text[at + 1..].trim_start();
        let behind = behind.strip_prefix("mut ").map_or(behind, str::trim_start);
        let end = behind.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(behind.len());
        lent.entry(&behind[..end]).or_default().push(at as u32);
    }
    found.retain(|name, variable| {
        let (start, end) = variable.within;
        let by_sign = lent.get(name.1).is_some_and(|places| places.iter().any(|at| (start..end).contains(at)));
        let by_word = variable.reads.iter().any(|(_, at)| {
            let before = text.get(..*at as usize).unwrap_or(text).trim_end();
            ["ref", "out", "inout"].iter().any(|word| before.ends_with(word))
        });
        !by_sign && !by_word
    });
}
