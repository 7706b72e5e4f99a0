//! INI: sections of `key = value`. Values are texts; indented lines continue the value above.

use super::node::{Entry, Kind, Node};
use super::{Found, Malformed, Place, Refused, malformed};
use crate::text::{BOM, LineEnd, without_end};
use serde_json::Value;

/// Keys in front of the first section are keys of the whole.
pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    let mut top: Vec<Entry> = Vec::new();
    let mut at = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let mut is_in_section = false;
    for raw in text[at..].split_inclusive('\n') {
        let line = without_end(raw);
        let start = at;
        at += raw.len();
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        if let Some(rest) = trimmed.strip_prefix('[') {
            let Some((name, _)) = rest.rsplit_once(']') else { return malformed(start, "a section has no `]`") };
            is_in_section = true;
            let value = Node { range: start..start + line.len(), kind: Kind::Map(Vec::new()) };
            top.push(Entry { name: name.to_owned(), key: start..start + line.len(), value });
            continue;
        }
        let entries = match top.last_mut() {
            Some(Entry { value: Node { kind: Kind::Map(entries), .. }, .. }) if is_in_section => entries,
            _ => &mut top,
        };
        if line.starts_with([' ', '\t'])
            && let Some(Entry { value, .. }) = entries.last_mut()
        {
            continue_value(value, trimmed, start + line.trim_end().len());
            continue;
        }
        entries.push(entry(line, start));
    }
    Ok(Node { range: 0..text.len(), kind: Kind::Map(top) })
}

fn entry(line: &str, start: usize) -> Entry {
    let split = line.find(['=', ':']);
    let name = line[..split.unwrap_or(line.len())].trim();
    let key_start = start + line.len() - line.trim_start().len();
    // A key without `=` has no value; its place is behind it.
    let from = split.map_or(line.trim_end().len(), |split| split + 1);
    let value = &line[from..];
    let begin = start + from + (value.len() - value.trim_start().len());
    let range = begin..begin + value.trim().len();
    let value = if split.is_some() { Value::from(value.trim()) } else { Value::Null };
    Entry { name: name.to_owned(), key: key_start..key_start + name.len(), value: Node::scalar(range, value) }
}

fn continue_value(node: &mut Node, more: &str, end: usize) {
    if let Kind::Scalar(value) = &mut node.kind {
        let so_far = value.as_str().unwrap_or_default();
        *value = Value::from(format!("{so_far}\n{more}"));
        node.range.end = end;
    }
}

pub(super) fn set(place: &Place<'_>, value: &Value) -> Result<String, Refused> {
    let value = match value {
        Value::String(value) if !value.contains(['\n', '\r']) && value.trim() == value => value.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        _ => return Err(Refused::Layout("an INI value is a text of one line, a number or a truth value")),
    };
    match place.find()? {
        Found::Value(Node { range, kind: Kind::Scalar(old) }) if !old.is_null() => {
            let is_glued = place.text[..range.start].ends_with(['=', ':']) && range.is_empty();
            let blank = if is_glued { " " } else { "" };
            Ok(place.replaced(range.clone(), &format!("{blank}{value}")))
        }
        Found::NewKey(holder, name) if place.steps.len() == 2 => {
            let Kind::Map(entries) = &holder.kind else { return Err(Refused::Missing) };
            let end = LineEnd::of_text(place.text).as_str();
            let after = entries.last().map_or(holder.range.end, |entry| entry.value.range.end.max(entry.key.end));
            let at = place.text[after..].find('\n').map_or(place.text.len(), |newline| after + newline + 1);
            let sign = entries.last().map_or(" = ", |entry| sign_of(place.text, entry));
            let line = if place.text[..at].ends_with('\n') {
                format!("{name}{sign}{value}{end}")
            } else {
                format!("{end}{name}{sign}{value}")
            };
            Ok(place.replaced(at..at, &line))
        }
        Found::Value(_) => Err(Refused::Layout("it is a section, or a key without a value")),
        _ => Err(Refused::Missing),
    }
}

/// What is between key and value: `=`, ` = `, `: `.
fn sign_of(text: &str, entry: &Entry) -> &'static str {
    let sign = text.get(entry.key.end..entry.value.range.start).unwrap_or_default();
    match (sign.trim(), sign.starts_with(' '), sign.ends_with(' ')) {
        (":", false, _) => ": ",
        (":", true, _) => " : ",
        ("=", false, false) => "=",
        _ => " = ",
    }
}
