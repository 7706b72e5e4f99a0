//! Names that functions and blocks bind for themselves, where the code around has the same name: there it means something
//! else.

use crate::language_rules::{Family, OuterNames};
use crate::languages::rules_of;
use facts::{Binding, BindingKind, FileFacts, ScopeId, ScopeKind, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use source::Language;

/// A parameter, variable or function of a scope inside a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalName {
    /// The name.
    pub name: String,
    /// First byte at which it has this meaning.
    pub start: u32,
    /// One past the last.
    pub end: u32,
    /// Where it is bound first; for a parameter, where that begins.
    pub bound: u32,
    /// True for a parameter.
    pub is_parameter: bool,
}

impl LocalName {
    /// Whether the byte is where it has this meaning.
    pub fn holds_at(&self, at: u32) -> bool {
        (self.start..self.end).contains(&at)
    }
}

/// The local names of a file that hide another meaning of the name, in the order of their places: that of the file, of a class
/// around, of a symbol anywhere (`is_symbol`), or, in languages where files see the names of their package unasked, any.
pub(crate) fn local_names(facts: &FileFacts, language: Language, is_symbol: impl Fn(&str) -> bool) -> Vec<LocalName> {
    let rules = rules_of(language);
    let is_outer = |scope: ScopeId| matches!(facts.scope(scope).kind, ScopeKind::Module | ScopeKind::Class);
    let mut outer: FxHashSet<(ScopeId, &str)> = FxHashSet::default();
    // What is imported in a scope means what it means elsewhere.
    let mut imported: FxHashSet<(ScopeId, &str)> = FxHashSet::default();
    for (binding, name) in named(&facts.bindings) {
        if is_outer(binding.scope) {
            outer.insert((binding.scope, name));
        }
        if matches!(binding.kind, BindingKind::Import(_)) {
            imported.insert((binding.scope, name));
        }
    }
    let sees_package = rules.outer_names == OuterNames::Package;
    let hides = |scope: ScopeId, name: &str| {
        let around = std::iter::successors(facts.scope(scope).parent, |at| facts.scope(*at).parent);
        sees_package || around.into_iter().any(|at| outer.contains(&(at, name))) || is_symbol(name)
    };
    let mut found: FxHashMap<(ScopeId, &str), LocalName> = FxHashMap::default();
    for (binding, name) in named(&facts.bindings) {
        let (scope, key) = (facts.scope(binding.scope), (binding.scope, name));
        let is_sent_out = || scope.outer_names.iter().any(|(outer, _)| outer == name);
        let skipped = is_outer(binding.scope) || name == "_" || imported.contains(&key) || is_sent_out();
        if skipped || found.contains_key(&key) || !hides(binding.scope, name) {
            continue;
        }
        let is_parameter = matches!(binding.kind, BindingKind::Parameter(..));
        let holds_before = is_parameter || holds_everywhere(rules.family);
        let start = if holds_before { scope.span.start } else { binding.span.start };
        let (name, end, bound) = (name.to_owned(), scope.span.end, binding.span.start);
        found.insert(key, LocalName { name, start, end, bound, is_parameter });
    }
    let mut found: Vec<LocalName> = found.into_values().collect();
    found.sort_unstable_by(|a, b| (a.start, &a.name, a.end).cmp(&(b.start, &b.name, b.end)));
    found
}

/// Bindings of names, with the name.
fn named(bindings: &[Binding]) -> impl Iterator<Item = (&Binding, &str)> {
    bindings.iter().filter_map(|binding| match &binding.target {
        Target::Name(name) => Some((binding, name.as_str())),
        Target::Attribute { .. } | Target::Subscript { .. } => None,
    })
}

/// Whether a variable is one of its whole scope, also before it is declared.
fn holds_everywhere(family: Family) -> bool {
    matches!(family, Family::Python | Family::Script | Family::Ruby | Family::Php | Family::Lua | Family::Shell)
}
