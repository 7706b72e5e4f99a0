//! From what a person writes to symbols.

use crate::{CallGraph, Named, SymbolId};
use compact_sort::CompactSort;
use facts::DefinitionKind;
use paging::Loaded;

impl CallGraph {
    /// The symbols that `name` may mean, best first: those of exactly this qualified name; else those whose qualified
    /// name ends in it (`Class.method`, `Class::method`, `Class#method`, `method()`); else the same without regard to
    /// case. Within each, exported definitions come before hidden ones, code before tests, components before functions
    /// and types, and these before variables.
    ///
    /// # Errors
    /// The page of the name is not loaded.
    pub fn lookup(&self, name: &str) -> Loaded<Vec<SymbolId>> {
        Ok(self.find_named(name)?.into_iter().map(|named| named.id).collect())
    }

    /// The same, with kind, file and lines of each.
    ///
    /// # Errors
    /// The page of the name is not loaded.
    pub fn find_named(&self, name: &str) -> Loaded<Vec<Named<'_>>> {
        let wanted = normalise(name);
        let last = wanted.rsplit('.').next().unwrap_or("");
        if last.is_empty() {
            return Ok(Vec::new());
        }
        let mut named = self.named(&last.to_lowercase())?;
        if last.starts_with('<') || wanted.contains('.') {
            // A module's own name is the last part of its path; its qualified name may be what was meant.
            named.retain(|named| ends_in(&named.qualified_name.to_lowercase(), &wanted.to_lowercase()));
        }
        let exact = |name: &str| name == wanted;
        let suffix = |name: &str| ends_in(name, &wanted);
        let tests: [&dyn Fn(&str) -> bool; 2] = [&exact, &suffix];
        for test in tests {
            let found: Vec<Named<'_>> = named.iter().copied().filter(|named| test(named.qualified_name)).collect();
            if !found.is_empty() {
                return Ok(best_first(found));
            }
        }
        Ok(best_first(named))
    }

    /// Every symbol whose own name is exactly this, whatever it is qualified by, best first.
    ///
    /// # Errors
    /// The page of the name is not loaded.
    pub fn namesakes(&self, name: &str) -> Loaded<Vec<Named<'_>>> {
        let mut named = self.named(&name.to_lowercase())?;
        named.retain(|named| named.name == name);
        Ok(best_first(named))
    }
}

fn best_first(mut found: Vec<Named<'_>>) -> Vec<Named<'_>> {
    found.compact_sort_by_key(|named| {
        // A component's declarations are aliases of its name.
        let rank = match named.kind {
            DefinitionKind::Component => 0,
            kind if kind.is_callable() || kind.is_type() => 1,
            _ => 2,
        };
        (named.is_test, rank, !named.exported, named.id)
    });
    found
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
