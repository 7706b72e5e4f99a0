//! The palette: symbols and files as one types.

use super::symbol::SymbolSummary;
use crate::Codebase;
use crate::symbol_finder::Findable;
use compact_sort::CompactSort;
use facts::DefinitionKind;
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    Symbol(SymbolSummary),
    /// A file, by its path.
    File(String),
}

/// One row of the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundItem {
    pub found: Found,
    /// Higher is better; comparable within one query.
    pub score: i32,
}

impl Codebase {
    /// The `limit` best symbols and files for what was typed so far, best first. `Class.me` looks for `me` inside
    /// what is called `Class`.
    pub fn find(&self, typed: &str, limit: usize) -> Vec<FoundItem> {
        let mut rows: Vec<(i32, bool, u32)> = Vec::new();
        let (owner, name) = match typed.trim().rsplit_once(['.', ':', '#']) {
            Some((owner, name)) => (owner.trim_end_matches(':').to_lowercase(), name),
            None => (String::new(), typed.trim()),
        };
        // Without a letter to go by, every name of the index would be read for nothing.
        let name = if name.chars().any(|c| c.is_alphanumeric() || c == '_' || c == '$') { name } else { "" };
        let all = if name.is_empty() { Cow::default() } else { self.symbol_finder(name) };
        // Ask for more than wanted: what follows reorders.
        for found in all.finder.find(name, limit.saturating_mul(4).max(64)) {
            let symbol = &all.symbols[found.item as usize];
            if owner.is_empty() || self.names_of(symbol).1.to_lowercase().contains(&owner) {
                let minor = matches!(symbol.kind, DefinitionKind::Field | DefinitionKind::Variable);
                let score = found.score - 60 * i32::from(symbol.is_test) - 30 * i32::from(minor);
                rows.push((score + 10 * i32::from(symbol.exported), false, found.item));
            }
        }
        let files = self.path_finder().find(typed, limit);
        rows.extend(files.into_iter().map(|found| (found.score, true, found.item)));
        rows.compact_sort_by_key(|&(score, is_file, at)| (std::cmp::Reverse(score), is_file, at));
        let item = |(score, is_file, at): (i32, bool, u32)| {
            let found = match is_file {
                true => Found::File(self.snapshot().files.get(at as usize)?.path.as_str().to_owned()),
                false => Found::Symbol(self.summary_of(&all.symbols[at as usize])),
            };
            Some(FoundItem { found, score })
        };
        rows.into_iter().take(limit).filter_map(item).collect()
    }

    fn summary_of(&self, symbol: &Findable) -> SymbolSummary {
        let (name, qualified_name) = self.names_of(symbol);
        SymbolSummary {
            id: symbol.id,
            name: name.to_owned(),
            qualified_name: qualified_name.to_owned(),
            kind: symbol.kind,
            path: self.snapshot().file(symbol.file).path.as_str().to_owned(),
            start_line: symbol.start_line,
            end_line: symbol.end_line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn find(typed: &str) -> Vec<String> {
        let name = |item: FoundItem| match item.found {
            Found::Symbol(symbol) => symbol.qualified_name,
            Found::File(path) => path,
        };
        fixture::shop().find(typed, 3).into_iter().map(name).collect()
    }

    #[test]
    fn finds_symbols_and_files_by_a_few_letters() {
        assert_eq!(find("tp")[0], "shop.pricing.total_price");
        assert_eq!(find("pricing")[0], "shop/pricing.py");
        assert_eq!(find("Gateway.ch"), ["shop.payments.Gateway.charge"]);
        assert!(find("fmon")[0].ends_with("formatMoney"));
        assert!(find("").is_empty());
    }
}
