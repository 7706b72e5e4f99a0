//! Headers and keys: which table a value is in.

use super::super::node::{Entry, Kind, Node};
use super::super::{Malformed, malformed};
use super::tables::{Key, has_headers, insert, within};
use super::value::Reader;
use crate::text::BOM;
use std::ops::Range;

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
