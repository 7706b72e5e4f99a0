//! Search while typing: definitions by name, then docs and code by their text, then files, in one list.

use crate::request::{Group, Item};
use codebase::{Codebase, Found, QuestionError, SearchHit};

/// Most rows of each group.
const SYMBOLS: usize = 6;
const DOCS: usize = 4;
const CODE: usize = 6;
const FILES: usize = 3;

/// Symbols and files whose names fit what was typed so far, or match a pattern between slashes.
///
/// # Errors
/// The pattern is none, or there are too many names to match it with.
pub fn by_name(codebase: &Codebase, typed: &str) -> Result<Vec<Item>, QuestionError> {
    let named = codebase.find_or_match(typed, SYMBOLS + FILES)?;
    let mut items: Vec<Item> = named.into_iter().map(|item| found(item.found)).collect();
    keep(&mut items, Group::Symbols, SYMBOLS);
    keep(&mut items, Group::Files, FILES);
    Ok(items)
}

/// Everything that fits.
///
/// # Errors
/// As [`by_name`]; where only the names are too many, the lines that match are found all the same.
pub fn search(codebase: &Codebase, typed: &str) -> Result<Vec<Item>, QuestionError> {
    let mut items = match by_name(codebase, typed) {
        Err(QuestionError::TooManyNames) => Vec::new(),
        items => items?,
    };
    let hits = codebase.search_or_match(typed, 2 * (DOCS + CODE), &[])?;
    let known: Vec<u32> = items.iter().filter_map(|item| item.symbol).collect();
    let fresh = |hit: &&SearchHit| {
        // A definition that is in the list by its name is not listed again, but a passage in it is.
        hit.symbol.as_ref().is_none_or(|it| it.span.start_line != hit.span.start_line || !known.contains(&it.id.0))
    };
    items.extend(hits.iter().filter(fresh).map(by_text));
    keep(&mut items, Group::Docs, DOCS);
    keep(&mut items, Group::Code, CODE);
    Ok(items)
}

/// Cuts a group to its first rows.
fn keep(items: &mut Vec<Item>, group: Group, most: usize) {
    let mut seen = 0;
    items.retain(|item| {
        seen += usize::from(item.group == group);
        item.group != group || seen <= most
    });
}

fn found(found: Found) -> Item {
    match found {
        Found::Symbol(symbol) => Item {
            group: Group::Symbols,
            kind: symbol.kind.word().to_owned(),
            title: symbol.qualified_name,
            path: symbol.path,
            start_line: symbol.start_line,
            end_line: symbol.end_line,
            symbol: Some(symbol.id.0),
            snippet: String::new(),
            terms: Vec::new(),
        },
        Found::File(path) => Item {
            group: Group::Files,
            kind: "file".to_owned(),
            title: path.rsplit('/').next().unwrap_or(&path).to_owned(),
            path,
            start_line: 1,
            end_line: 1,
            symbol: None,
            snippet: String::new(),
            terms: Vec::new(),
        },
    }
}

fn by_text(hit: &SearchHit) -> Item {
    let file = hit.span.path.rsplit('/').next().unwrap_or(&hit.span.path);
    Item {
        group: if hit.language.is_prose() { Group::Docs } else { Group::Code },
        kind: hit.kind.to_owned(),
        title: hit.qualified_name().unwrap_or(file).to_owned(),
        path: hit.span.path.clone(),
        start_line: hit.span.start_line,
        end_line: hit.span.end_line,
        symbol: hit.symbol.as_ref().map(|symbol| symbol.id.0),
        snippet: hit.snippet.text(),
        terms: hit.terms.clone(),
    }
}
