//! From what a person writes to symbols.

use crate::{CallGraph, Named, SymbolId};
use compact_sort::CompactSort;
use facts::DefinitionKind;
use paging::Loaded;

impl CallGraph {
    /// The symbols that `name` may mean, best first: those of exactly this qualified name; else those whose qualified
    /// name ends in it (`Class.method`, `Class::method`, `Class#method`, `method()`); else the same without regard to
    /// case. A `#` is a part of the name where a name has it (a private member in JavaScript), and else stands for the dot.
    /// Within each, exported definitions come before hidden ones, code before tests, components before functions
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
        for wanted in readings(name) {
            let found = self.find_written(&wanted)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// The symbols that a name with dots alone between its parts may mean, best first.
    fn find_written(&self, wanted: &str) -> Loaded<Vec<Named<'_>>> {
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
        let suffix = |name: &str| ends_in(name, wanted);
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

/// What a name that a person wrote may be in the graph, likeliest first: `Class::method()` -> `Class.method`; `Class#name` ->
/// itself, then `Class.name`, then the private member `Class.#name`, which is also meant by `Class.name` where nothing else is.
fn readings(name: &str) -> Vec<String> {
    let bare = name.trim().trim_matches('`');
    let bare = bare.split('(').next().unwrap_or("").trim();
    let dotted = bare.replace("::", ".").replace('/', ".").replace("->", ".");
    let written = dotted.trim_matches('.').to_owned();
    let mut readings = vec![written.clone()];
    // Behind a dot it is no separator.
    if written.contains('#') && !written.contains(".#") {
        readings.push(written.replace('#', ".").trim_matches('.').to_owned());
    }
    let separated = written.rsplit_once(['.', '#']).filter(|(owner, own)| !owner.ends_with('.') && !own.is_empty());
    if let Some((owner, own)) = separated.filter(|(owner, _)| !owner.is_empty()) {
        readings.push(format!("{owner}.#{own}"));
    }
    readings
}

fn ends_in(qualified: &str, wanted: &str) -> bool {
    qualified.strip_suffix(wanted).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
