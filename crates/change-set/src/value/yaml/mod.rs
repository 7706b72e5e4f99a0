//! The YAML that configuration files are written in: one document of block and flow collections with scalars of one line.
//! Anchors, aliases, tags, merge keys and scalars over several lines are refused by name, not misread; block scalars are
//! read.

mod block;
mod flow;
mod scalar;

use super::node::{Kind, Node};
use super::{Found, Malformed, Place, Refused};
use crate::text::LineEnd;
use serde_json::Value;

pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    block::parse(text)
}

pub(super) fn set(place: &Place<'_>, value: &Value) -> Result<String, Refused> {
    match place.find()? {
        Found::Value(node) if is_block(place.text, node) => {
            Err(Refused::Layout("it is a block of several lines; set its values one by one"))
        }
        Found::Value(node) => {
            let new = scalar::written(value, &place.text[node.range.clone()]);
            // A key without a value: a blank is between them.
            let blank = if place.text[..node.range.start].ends_with([':', '-']) { " " } else { "" };
            Ok(place.replaced(node.range.clone(), &format!("{blank}{new}")))
        }
        Found::NewKey(holder, name) => {
            let item = format!("{}: {}", scalar::key(name), scalar::written(value, ""));
            added(place, holder, &item)
        }
        Found::NewItem(holder) if is_block(place.text, holder) => {
            added(place, holder, &format!("- {}", scalar::written(value, "")))
        }
        Found::NewItem(holder) => added(place, holder, &scalar::written(value, "")),
    }
}

fn is_block(text: &str, node: &Node) -> bool {
    !matches!(node.kind, Kind::Scalar(_)) && !text[node.range.clone()].starts_with(['[', '{'])
}

/// Behind the last entry: on a line of its own in a block, after a comma in a flow collection.
fn added(place: &Place<'_>, holder: &Node, item: &str) -> Result<String, Refused> {
    let last = match &holder.kind {
        Kind::Map(entries) => entries.last().map(|entry| entry.value.range.end),
        Kind::List(items) => items.last().map(|item| item.range.end),
        Kind::Scalar(_) => return Err(Refused::Missing),
    };
    let text = place.text;
    if !is_block(text, holder) {
        return Ok(match last {
            Some(last) => place.replaced(last..last, &format!(", {item}")),
            None => place.replaced(holder.range.start + 1..holder.range.end - 1, item),
        });
    }
    // An empty document: at its end.
    let last = last.unwrap_or(text.len());
    let line_start = text[..holder.range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let column = text[line_start..holder.range.start].trim_start_matches(crate::text::BOM).chars().count();
    let line = format!("{}{item}", " ".repeat(column));
    let at = text[last..].find('\n').map_or(text.len(), |newline| last + newline + 1);
    let end = LineEnd::of_text(text).as_str();
    let line = if at == 0 || text[..at].ends_with('\n') { line + end } else { format!("{end}{line}") };
    Ok(place.replaced(at..at, &line))
}
