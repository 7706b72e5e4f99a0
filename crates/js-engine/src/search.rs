//! Search while typing: definitions by name, then docs and code by their text, then files, in one list.

use crate::request::{Group, Item};
use codebase::{Codebase, Found, SearchHit};

/// Most rows of each group.
const SYMBOLS: usize = 6;
const DOCS: usize = 4;
const CODE: usize = 6;
const FILES: usize = 3;

/// Symbols and files whose names fit what was typed so far.
pub fn by_name(codebase: &Codebase, typed: &str) -> Vec<Item> {
    let mut items: Vec<Item> =
        codebase.find(typed, SYMBOLS + FILES).into_iter().map(|item| found(item.found)).collect();
    keep(&mut items, Group::Symbols, SYMBOLS);
    keep(&mut items, Group::Files, FILES);
    items
}

/// Everything that fits.
pub fn search(codebase: &Codebase, typed: &str) -> Vec<Item> {
    let mut items = by_name(codebase, typed);
    let hits = codebase.search(typed, 2 * (DOCS + CODE));
    let known: Vec<u32> = items.iter().filter_map(|item| item.symbol).collect();
    let fresh = |hit: &&SearchHit| {
        // A definition that is in the list by its name is not listed again, but a passage in it is.
        hit.symbol.as_ref().is_none_or(|it| it.span.start_line != hit.span.start_line || !known.contains(&it.id.0))
    };
    items.extend(hits.iter().filter(fresh).map(by_text));
    keep(&mut items, Group::Docs, DOCS);
    keep(&mut items, Group::Code, CODE);
    items
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
