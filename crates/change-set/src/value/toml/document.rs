//! Headers and keys: which table a value is in.

use super::super::node::{Entry, Kind, Node};
use super::super::{MAX_DEPTH, Malformed, malformed};
use super::value::Reader;
use crate::text::BOM;
use std::ops::Range;

/// A key with its place.
pub(super) type Key = (String, Range<usize>);

/// A table with a header has the place of its header, one that only dotted keys imply an empty place.
pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    let mut reader = Reader { text, at: if text.starts_with(BOM) { BOM.len_utf8() } else { 0 } };
    let mut root = Node { range: 0..text.len(), kind: Kind::Map(Vec::new()) };
    let mut table: Vec<Key> = Vec::new();
    loop {
        reader.skip_lines();
        let start = reader.at;
        match reader.peek() {
            None => return Ok(root),
            Some(b'[') => {
                let is_item = text[start..].starts_with("[[");
                table = header(&mut reader, is_item)?;
                open(&mut root, &table, start..reader.at, is_item)?;
            }
            Some(_) => {
                let keys = reader.keys(b'=')?;
                let value = reader.value(table.len() + keys.len())?;
                let at = keys.len() - 1;
                let holder = within(within(&mut root, &table)?, &keys[..at])?;
                insert(holder, &keys[at], value)?;
            }
        }
        reader.end_of_line()?;
    }
}

fn header(reader: &mut Reader<'_>, is_item: bool) -> Result<Vec<Key>, Malformed> {
    reader.at += 1 + usize::from(is_item);
    let keys = reader.keys(b']')?;
    if is_item {
        if reader.peek() != Some(b']') {
            return malformed(reader.at, "the header of an array's table ends in `]]`");
        }
        reader.at += 1;
    }
    Ok(keys)
}

/// Makes the table of a header, or a new item of an array of tables.
fn open(root: &mut Node, keys: &[Key], place: Range<usize>, is_item: bool) -> Result<(), Malformed> {
    let (last, holders) = keys.split_last().expect("a header has a key");
    let holder = within(root, holders)?;
    let item = Node { range: place.clone(), kind: Kind::Map(Vec::new()) };
    let Kind::Map(entries) = &mut holder.kind else { return malformed(place.start, "it is no table") };
    let there = entries.iter_mut().find(|entry| entry.name == last.0).map(|entry| &mut entry.value);
    match there {
        None if is_item => {
            let list = Node { range: place, kind: Kind::List(vec![item]) };
            entries.push(Entry { name: last.0.clone(), key: last.1.clone(), value: list });
        }
        None => entries.push(Entry { name: last.0.clone(), key: last.1.clone(), value: item }),
        Some(list) if is_item && has_headers(list) => {
            if let Kind::List(items) = &mut list.kind {
                items.push(item);
            }
        }
        // Implied by a header below it.
        Some(table) if !is_item && table.range.is_empty() && matches!(table.kind, Kind::Map(_)) => table.range = place,
        Some(_) => return malformed(place.start, "the table is there twice, or is a value already"),
    }
    Ok(())
}

/// Whether a list is one of tables with headers: its place is that of its first header.
fn has_headers(node: &Node) -> bool {
    matches!(&node.kind, Kind::List(items) if items.first().is_some_and(|item| item.range == node.range))
}

/// The table that some keys lead to; tables that are not there are made.
fn within<'n>(node: &'n mut Node, keys: &[Key]) -> Result<&'n mut Node, Malformed> {
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
