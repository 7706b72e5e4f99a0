//! From what a person writes to symbols.

use crate::{CallGraph, Symbol, SymbolId};
use compact_sort::CompactSort;

impl CallGraph {
    /// The symbols that `name` may mean, best first: those of exactly this qualified name; else those whose qualified
    /// name ends in it (`Class.method`, `Class::method`, `Class#method`, `method()`); else the same without regard to
    /// case. Within each, exported definitions come before hidden ones, code before tests, functions and types before
    /// variables.
    pub fn lookup(&self, name: &str) -> Vec<SymbolId> {
        let wanted = normalise(name);
        let last = wanted.rsplit('.').next().unwrap_or("");
        if last.is_empty() {
            return Vec::new();
        }
        let mut named = self.by_name.get(&last.to_lowercase()).cloned().unwrap_or_default();
        if last.starts_with('<') || wanted.contains('.') {
            // A module's own name is the last part of its path; its qualified name may be what was meant.
            named.retain(|id| ends_in(&self.symbol(*id).qualified_name.to_lowercase(), &wanted.to_lowercase()));
        }
        let exact = |symbol: &Symbol| symbol.qualified_name == wanted;
        let suffix = |symbol: &Symbol| ends_in(&symbol.qualified_name, &wanted);
        let tests: [&dyn Fn(&Symbol) -> bool; 2] = [&exact, &suffix];
        for test in tests {
            let found: Vec<SymbolId> = named.iter().copied().filter(|id| test(self.symbol(*id))).collect();
            if !found.is_empty() {
                return self.best_first(found);
            }
        }
        self.best_first(named)
    }

    fn best_first(&self, mut found: Vec<SymbolId>) -> Vec<SymbolId> {
        found.compact_sort_by_key(|id| {
            let symbol = self.symbol(*id);
            let minor = !(symbol.kind.is_callable() || symbol.kind.is_type());
            (symbol.is_test, minor, !symbol.exported, *id)
        });
        found
    }
}

/// `Class::method()`, `Class#method` -> `Class.method`.
fn normalise(name: &str) -> String {
    let bare = name.trim().trim_matches('`');
    let bare = bare.split('(').next().unwrap_or("").trim();
    let dotted = bare.replace("::", ".").replace(['#', '/'], ".").replace("->", ".");
    dotted.trim_matches('.').to_owned()
}

fn ends_in(qualified: &str, wanted: &str) -> bool {
    qualified.strip_suffix(wanted).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
