//! What a search finds.

use codebase::Found;
use protocol::{FoundItem, FoundKind, SearchHit};

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
            detail: format!("{} {}  {}:{}", symbol.kind.word(), symbol.qualified_name, symbol.path, symbol.start_line),
            path: symbol.path.clone(),
            start_line: symbol.start_line,
            end_line: symbol.end_line,
            symbol: Some(symbol.id.0),
        },
        Found::File(path) => FoundItem {
            kind: FoundKind::File,
            title: path.rsplit('/').next().unwrap_or(&path).to_owned(),
            detail: path.clone(),
            path,
            start_line: 1,
            end_line: 1,
            symbol: None,
        },
    }
}
