//! Tables and their keys, with or without headers.

use super::super::node::{Entry, Kind, Node};
use super::super::{MAX_DEPTH, Malformed, malformed};
use std::ops::Range;

/// A key with its place.
pub(super) type Key = (String, Range<usize>);

/// Whether a list is one of tables with headers: its place is that of its first header.
pub(super) fn has_headers(node: &Node) -> bool {
    matches!(&node.kind, Kind::List(items) if items.first().is_some_and(|item| item.range == node.range))
}

/// The table that some keys lead to; tables that are not there are made.
pub(super) fn within<'n>(node: &'n mut Node, keys: &[Key]) -> Result<&'n mut Node, Malformed> {
    let Some(((name, place), rest)) = keys.split_first() else { return Ok(last_item(node)) };
    let at = place.start;
    let Kind::Map(entries) = &mut last_item(node).kind else { return malformed(at, "it is a value, not a table") };
    let index = match entries.iter().position(|entry| entry.name == *name) {
        Some(index) => index,
        None => {
            let value = Node { range: at..at, kind: Kind::Map(Vec::new()) };
            entries.push(Entry { name: name.clone(), key: place.clone(), value });
            entries.len() - 1
        }
    };
    within(&mut entries[index].value, rest)
}

/// An array of tables is its last table, as far as keys and headers below it say.
fn last_item(node: &mut Node) -> &mut Node {
    if !has_headers(node) {
        return node;
    }
    let Kind::List(items) = &mut node.kind else { unreachable!("only a list has headers") };
    items.last_mut().expect("it has a first")
}

/// Adds a key and its value.
pub(super) fn insert(holder: &mut Node, key: &Key, value: Node) -> Result<(), Malformed> {
    let (name, place) = key;
    match &mut holder.kind {
        Kind::Map(entries) if entries.iter().all(|entry| entry.name != *name) => {
            entries.push(Entry { name: name.clone(), key: place.clone(), value });
            Ok(())
        }
        Kind::Map(_) => malformed(place.start, "the key is there twice"),
        _ => malformed(place.start, "it is a value, not a table"),
    }
}

/// The holder of the last of some keys in an inline table.
pub(super) fn inline_holder<'n>(table: &'n mut Node, keys: &[Key]) -> Result<&'n mut Node, Malformed> {
    if keys.len() > MAX_DEPTH {
        return malformed(keys[0].1.start, "values are nested too deeply");
    }
    within(table, keys)
}
