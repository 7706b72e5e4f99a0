//! What a search finds.

use crate::kind_word;
use codebase::{Codebase, Found, SymbolId};
use protocol::{FoundItem, FoundKind, SearchHit};
use std::collections::{BTreeMap, BTreeSet};

/// Longest list of parameters in a row, in characters.
const LONGEST_PARAMETERS: usize = 80;

/// A search result.
pub fn hit(hit: &codebase::SearchHit) -> SearchHit {
    SearchHit {
        path: hit.span.path.clone(),
        start_line: hit.span.start_line,
        end_line: hit.span.end_line,
        symbol: hit.qualified_name().map(str::to_owned),
        kind: hit.kind.to_owned(),
        score: hit.score,
        snippet: hit.snippet.text(),
    }
}

/// A symbol or file found by a few letters.
pub fn found(found: Found) -> FoundItem {
    match found {
        Found::Symbol(symbol) => FoundItem {
            kind: FoundKind::Symbol,
            title: symbol.name.clone(),
            detail: format!("{} {}", symbol.kind.word(), symbol.qualified_name),
            path: symbol.path.clone(),
            start_line: symbol.start_line,
            end_line: symbol.end_line,
            symbol: Some(symbol.id.0),
            parameters: None,
        },
        Found::File(path) => FoundItem {
            kind: FoundKind::File,
            title: path.rsplit('/').next().unwrap_or(&path).to_owned(),
            detail: path.clone(),
            path,
            start_line: 1,
            end_line: 1,
            symbol: None,
            parameters: None,
        },
    }
}

/// Symbols and files found by a few letters; overloads with their parameters, without which they look alike, types with the
/// language's word for them. Where the page of one is not loaded, it goes without.
pub fn found_items(codebase: &Codebase, found: impl IntoIterator<Item = Found>) -> Vec<FoundItem> {
    let found: Vec<Found> = found.into_iter().collect();
    let of_type = |found: &Found| match found {
        Found::Symbol(symbol) => kind_word::is_in_head(symbol.kind).then_some(symbol.id.0),
        Found::File(_) => None,
    };
    let types: BTreeSet<Option<u32>> = found.iter().map(of_type).filter(Option::is_some).collect();
    let mut items: Vec<FoundItem> = found.into_iter().map(self::found).collect();
    let mut namesakes: BTreeMap<&str, usize> = BTreeMap::new();
    for item in items.iter().filter(|item| item.symbol.is_some()) {
        *namesakes.entry(&item.detail).or_default() += 1;
    }
    let alike: Vec<bool> =
        items.iter().map(|item| namesakes.get(&*item.detail).is_some_and(|&count| count > 1)).collect();
    for (item, _) in items.iter_mut().zip(alike).filter(|(_, is_alike)| *is_alike) {
        let symbol = item.symbol.and_then(|id| codebase.symbol(SymbolId(id)).ok().flatten());
        item.parameters = symbol.and_then(|symbol| parameters(&symbol.signature, &symbol.name));
    }
    for item in &mut items {
        let symbol = item.symbol.filter(|_| types.contains(&item.symbol)).map(SymbolId);
        if let Some(symbol) = symbol.and_then(|id| codebase.symbol(id).ok().flatten()) {
            let word = kind_word::of(&symbol.span.path, symbol.kind, &symbol.signature);
            item.detail = format!("{word} {}", symbol.qualified_name);
        }
    }
    items
}

/// What a signature has in brackets behind the name, on one line. `None` where no brackets follow the name.
fn parameters(signature: &str, name: &str) -> Option<String> {
    let behind = signature.match_indices(name).map(|(at, name)| &signature[at + name.len()..]);
    let list = behind.filter_map(|rest| Some(rest).filter(|rest| rest.starts_with('('))).next()?;
    let mut depth = 0usize;
    let close = list.char_indices().find(|(_, c)| {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        depth == 0
    });
    let list = close.map_or(list, |(at, _)| &list[..=at]);
    let line = list.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match line.char_indices().nth(LONGEST_PARAMETERS) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None => line,
    })
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameters_are_what_the_brackets_behind_the_name_hold() {
        let read = |signature| parameters(signature, "parse");
        assert_eq!(
            read("public Result parse(List<Line> lines,\n    Map<K, V> m)").as_deref(),
            Some("(List<Line> lines, Map<K, V> m)")
        );
        assert_eq!(read("fn parse(then: fn(u8) -> u8) -> parse(u8)").as_deref(), Some("(then: fn(u8) -> u8)"));
        assert_eq!(read("@parse fun parse(").as_deref(), Some("("), "a signature that was cut");
        assert_eq!(read("parse = 3"), None);
        assert!(read(&format!("parse({})", "x".repeat(200))).is_some_and(|list| list.ends_with('\u{2026}')));
    }
}
