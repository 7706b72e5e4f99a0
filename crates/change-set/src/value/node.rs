//! A value with its place in a text; keys in the order of the text.

use super::key::Step;
use serde_json::Value;
use std::ops::Range;

/// A value with its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    /// Its bytes in the text, without blanks around it.
    pub range: Range<usize>,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Scalar(Value),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key of a map and its value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub name: String,
    /// Where the key is.
    pub key: Range<usize>,
    pub value: Node,
}

/// How many names a sentence lists.
const MAX_NAMES: usize = 20;

impl Node {
    pub fn scalar(range: Range<usize>, value: Value) -> Self {
        Self { range, kind: Kind::Scalar(value) }
    }

    /// Where some steps lead. Of equal keys the last counts, as in most readers.
    pub fn at(&self, steps: &[Step]) -> Option<&Node> {
        let Some((first, rest)) = steps.split_first() else { return Some(self) };
        let next = match (first, &self.kind) {
            (Step::Name(name), Kind::Map(entries)) => &entries.iter().rev().find(|entry| entry.name == *name)?.value,
            (Step::Index(index), Kind::List(items)) => items.get(*index)?,
            _ => return None,
        };
        next.at(rest)
    }

    pub fn value(&self) -> Value {
        match &self.kind {
            Kind::Scalar(value) => value.clone(),
            Kind::List(items) => Value::Array(items.iter().map(Self::value).collect()),
            Kind::Map(entries) => {
                // Not collected: that would sort, and a sort is a lot of code for a page.
                let mut map = serde_json::Map::new();
                for entry in entries {
                    map.insert(entry.name.clone(), entry.value.value());
                }
                Value::Object(map)
            }
        }
    }

    /// As JSON on one line, in the order of the text.
    pub fn json(&self, text: &str) -> String {
        match &self.kind {
            // A number as it is written, if JSON writes it so: it may have more digits than are kept.
            Kind::Scalar(Value::Number(number)) => {
                let written = &text[self.range.clone()];
                let is_json = serde_json::from_str::<serde_json::Number>(written).is_ok();
                if is_json { written.to_owned() } else { number.to_string() }
            }
            Kind::Scalar(value) => value.to_string(),
            Kind::List(items) => {
                format!("[{}]", items.iter().map(|item| item.json(text)).collect::<Vec<_>>().join(","))
            }
            Kind::Map(entries) => {
                let entry = |entry: &Entry| format!("{}:{}", Value::from(entry.name.as_str()), entry.value.json(text));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(","))
            }
        }
    }

    /// What is here, for a sentence.
    pub fn summary(&self) -> String {
        match &self.kind {
            Kind::Scalar(_) => "a single value".to_owned(),
            Kind::List(items) => format!("a list of {}", items.len()),
            Kind::Map(entries) if entries.is_empty() => "nothing".to_owned(),
            Kind::Map(entries) => {
                let names = entries.iter().take(MAX_NAMES).map(|entry| format!("`{}`", entry.name));
                let more = if entries.len() > MAX_NAMES { ", ..." } else { "" };
                names.collect::<Vec<_>>().join(", ") + more
            }
        }
    }
}
