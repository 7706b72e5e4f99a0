//! What a person may have meant.

use crate::Codebase;
use crate::symbol_finder::{ALL_NAMES, Findable};
use code_words::misspelt::{distance, tolerance};
use compact_sort::CompactSort;
use rustc_hash::FxHashSet;
use source::FileId;

/// Most suggestions given.
const LIMIT: usize = 5;

impl Codebase {
    /// Qualified names of symbols called much like `name`, best first.
    pub(crate) fn nearest_symbols(&self, name: &str) -> Vec<String> {
        let last = name.rsplit(['.', ':', '#', '/']).next().unwrap_or(name).trim_end_matches("()");
        let all = self.symbol_finder(last.get(..last.len().min(3)).unwrap_or(""), ALL_NAMES);
        let name = |symbol: &Findable| self.names_of(symbol).0.to_owned();
        let mut near: Vec<(u32, usize)> = (all.symbols.iter().enumerate())
            .filter(|(_, symbol)| self.takes(symbol.file))
            .filter_map(|(at, symbol)| Some((distance(&name(symbol), last, tolerance(last))?, at)))
            .collect();
        near.compact_sort();
        near.truncate(LIMIT);
        let by_letters = all.finder.find(last, LIMIT).into_iter().map(|found| found.item as usize);
        let places = near.into_iter().map(|(_, at)| at).chain(by_letters);
        let places = places.filter(|at| self.takes(all.symbols[*at].file));
        let found = places.map(|at| self.names_of(&all.symbols[at]).1.to_owned()).collect();
        unique(found)
    }

    /// A symbol's own name and its qualified name.
    pub(crate) fn names_of<'s>(&'s self, symbol: &'s Findable) -> (&'s str, &'s str) {
        match &symbol.names {
            Some(names) => (&names.0, &names.1),
            None => {
                let whole = self.graph().whole().expect("symbols of a paged graph are found with their names");
                let symbol = whole.symbol(symbol.id);
                (&symbol.name, &symbol.qualified_name)
            }
        }
    }

    /// Paths much like `path`, best first: the same file name elsewhere, then nearly the same name.
    pub(crate) fn nearest_paths(&self, path: &str) -> Vec<String> {
        let wanted = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        let files = || self.files_in_scope().map(|file| (file.0 as usize, self.snapshot().file(file)));
        let mut near: Vec<(u32, usize)> = files()
            .filter_map(|(at, file)| Some((distance(file.path.file_name(), &wanted, tolerance(&wanted))?, at)))
            .collect();
        near.compact_sort();
        near.truncate(LIMIT);
        let stem = wanted.split('.').next().unwrap_or(&wanted);
        let by_letters = self.path_finder().find(stem, LIMIT).into_iter().map(|found| found.item as usize);
        let places = near.into_iter().map(|(_, at)| at).chain(by_letters);
        let places = places.filter(|at| self.takes(FileId(*at as u32)));
        unique(places.map(|at| self.snapshot().files[at].path.as_str().to_owned()).collect())
    }
}

fn unique(names: Vec<String>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    names.into_iter().filter(|name| seen.insert(name.clone())).take(LIMIT).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    #[test]
    fn suggests_what_was_meant() {
        let codebase = fixture::shop();
        assert_eq!(codebase.nearest_symbols("totl_price")[0], "shop.pricing.total_price");
        assert_eq!(codebase.nearest_symbols("Gatway.charge")[0], "shop.payments.Gateway.charge");
        assert_eq!(codebase.nearest_paths("src/pricing.py")[0], "shop/pricing.py");
        assert_eq!(codebase.nearest_paths("prising.py")[0], "shop/pricing.py");
        assert!(codebase.nearest_symbols("qqqqqqqqqq").is_empty());
    }
}
