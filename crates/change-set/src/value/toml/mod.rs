//! TOML. The reader is our own, because the places of values are all that is needed beside them, and a general one costs the
//! page more bytes than everything else here; tests compare it with the `toml` crate.

mod document;
mod tables;
#[cfg(test)]
mod tests;
mod value;

use super::node::{Kind, Node};
use super::{Found, Malformed, Place, Refused};
use crate::text::{BOM, LineEnd};
use serde_json::Value;

pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    document::parse(text)
}

pub(super) fn set(place: &Place<'_>, value: &Value) -> Result<String, Refused> {
    let new = written(value).ok_or(Refused::Layout("TOML has no null"))?;
    match place.find()? {
        Found::Value(node) if is_inline(place.text, node) => Ok(place.replaced(node.range.clone(), &new)),
        Found::Value(_) => Err(Refused::Layout("it is a table with a header; set its keys one by one")),
        Found::NewKey(holder, name) if place.text[holder.range.clone()].starts_with('{') => {
            let Kind::Map(entries) = &holder.kind else { return Err(Refused::Missing) };
            let item = format!("{} = {new}", key(name));
            Ok(match entries.last() {
                Some(last) => place.replaced(last.value.range.end..last.value.range.end, &format!(", {item}")),
                None => place.replaced(holder.range.clone(), &format!("{{ {item} }}")),
            })
        }
        Found::NewKey(holder, name) => {
            let end = LineEnd::of_text(place.text).as_str();
            let at = end_of_keys(place, holder).ok_or(Refused::Layout("its table has no header of its own"))?;
            let needs_end = at > 0 && !place.text[..at].ends_with('\n');
            let line = format!("{} = {new}", key(name));
            let line = if needs_end { format!("{end}{line}") } else { format!("{line}{end}") };
            Ok(place.replaced(at..at, &line))
        }
        Found::NewItem(holder) => {
            let Kind::List(items) = &holder.kind else { return Err(Refused::Missing) };
            if !is_inline(place.text, holder) {
                return Err(Refused::Layout("it is an array of tables; add a `[[header]]`"));
            }
            let Some(last) = items.last() else { return Ok(place.replaced(holder.range.clone(), &format!("[{new}]"))) };
            let line_start = place.text[..last.range.start].rfind('\n').map_or(0, |newline| newline + 1);
            let lead = &place.text[line_start..last.range.start];
            let is_own_line = lead.trim().is_empty() && line_start > holder.range.start;
            let end = LineEnd::of_text(place.text).as_str();
            let between = if is_own_line { format!(",{end}{lead}") } else { ", ".to_owned() };
            Ok(place.replaced(last.range.end..last.range.end, &(between + &new)))
        }
    }
}

/// Whether the value is written where its key is, and not under a header.
fn is_inline(text: &str, node: &Node) -> bool {
    let first = text.as_bytes().get(node.range.start);
    match &node.kind {
        Kind::Scalar(_) => !node.range.is_empty(),
        Kind::Map(_) => first == Some(&b'{'),
        Kind::List(_) => first == Some(&b'[') && !text[node.range.start..].starts_with("[["),
    }
}

/// Behind the last key that a table has under its own header, or at the top.
fn end_of_keys(place: &Place<'_>, holder: &Node) -> Option<usize> {
    let Kind::Map(entries) = &holder.kind else { return None };
    let own = entries.iter().filter(|entry| is_inline(place.text, &entry.value));
    let is_top = std::ptr::eq(holder, place.tree);
    let header = place.text[holder.range.clone()].starts_with('[').then_some(holder.range.end);
    let last = match own.map(|entry| entry.value.range.end).max() {
        Some(last) => last,
        None if is_top => return Some(if place.text.starts_with(BOM) { BOM.len_utf8() } else { 0 }),
        None => header?,
    };
    Some(place.text[last..].find('\n').map_or(place.text.len(), |newline| last + newline + 1))
}

fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if is_bare { name.to_owned() } else { text(name) }
}

/// A basic string. JSON's escapes are TOML's, but for DEL.
fn text(value: &str) -> String {
    Value::from(value).to_string().replace('\u{7f}', "\\u007F")
}

/// A value on one line; None for null.
fn written(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::String(value) => text(value),
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(written).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let items: Option<Vec<_>> =
                map.iter().map(|(name, value)| Some(format!("{} = {}", key(name), written(value)?))).collect();
            format!("{{ {} }}", items?.join(", "))
        }
        value => value.to_string(),
    })
}
