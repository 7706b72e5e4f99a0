//! JSON, with the comments and trailing commas that configuration files have.

use super::node::{Entry, Kind, Node};
use super::{Found, MAX_DEPTH, Malformed, Place, Refused, malformed};
use crate::text::{BOM, LineEnd, with_line_ends};
use serde_json::Value;

pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    let mut reader = Reader { text, at: if text.starts_with(BOM) { BOM.len_utf8() } else { 0 } };
    reader.blanks()?;
    let node = reader.value(0)?;
    reader.blanks()?;
    if reader.at < text.len() {
        return malformed(reader.at, "something follows the value");
    }
    Ok(node)
}

/// Reads a value at a place of a text; flow collections of YAML are close enough to fail here where they differ.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) -> Result<(), Malformed> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else { return malformed(self.at, "a comment has no end") };
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Malformed> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return malformed(start, "values are nested too deeply");
        }
        let kind = match self.peek() {
            Some(b'{') => Kind::Map(self.items(b'}', |reader| reader.entry(depth))?),
            Some(b'[') => Kind::List(self.items(b']', |reader| reader.value(depth + 1))?),
            _ => Kind::Scalar(self.scalar()?),
        };
        Ok(Node { range: start..self.at, kind })
    }

    fn items<T>(&mut self, close: u8, item: impl Fn(&mut Self) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.blanks()?;
            if self.peek() == Some(close) {
                break;
            }
            items.push(item(self)?);
            self.blanks()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => break,
                _ => return malformed(self.at, "a comma or the end of a list or map is expected"),
            }
        }
        self.at += 1;
        Ok(items)
    }

    fn entry(&mut self, depth: usize) -> Result<Entry, Malformed> {
        let start = self.at;
        let Value::String(name) = self.scalar()? else { return malformed(start, "a key in quotes is expected") };
        let key = start..self.at;
        self.blanks()?;
        if self.peek() != Some(b':') {
            return malformed(self.at, "a colon is expected");
        }
        self.at += 1;
        self.blanks()?;
        Ok(Entry { name, key, value: self.value(depth + 1)? })
    }

    fn scalar(&mut self) -> Result<Value, Malformed> {
        let rest = &self.text[self.at..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            // A number that is followed by a letter, and the like.
            Some(Ok(value)) if !value.is_array() && !value.is_object() => {
                self.at += values.byte_offset();
                Ok(value)
            }
            _ => malformed(self.at, "a value is expected"),
        }
    }
}

pub(super) fn set(place: &Place<'_>, value: &Value) -> Result<String, Refused> {
    let end = LineEnd::of_text(place.text);
    let written = |at: usize| {
        let lead = indent_at(place.text, at);
        with_line_ends(&pretty(value, indent_of(place.text), lead), end)
    };
    match place.find()? {
        Found::Value(node) => Ok(place.replaced(node.range.clone(), &written(node.range.start))),
        Found::NewKey(holder, name) => {
            let Kind::Map(entries) = &holder.kind else { return Err(Refused::Missing) };
            let last = entries.last().map(|entry| entry.key.start..entry.value.range.end);
            let name = Value::from(name);
            added(place, holder, last, |at| format!("{name}: {}", written(at)))
        }
        Found::NewItem(holder) => {
            let Kind::List(items) = &holder.kind else { return Err(Refused::Missing) };
            added(place, holder, items.last().map(|item| item.range.clone()), written)
        }
    }
}

/// After the last item, as that is laid out; as the only item, on a line of its own.
fn added(
    place: &Place<'_>,
    holder: &Node,
    last: Option<std::ops::Range<usize>>,
    item: impl Fn(usize) -> String,
) -> Result<String, Refused> {
    let end = LineEnd::of_text(place.text).as_str();
    let Some(last) = last else {
        let outer = indent_at(place.text, holder.range.start);
        let inside = &place.text[holder.range.start + 1..holder.range.end - 1];
        if !inside.trim().is_empty() {
            return Err(Refused::Layout("only a comment is where the value would be"));
        }
        let (open, close) = (&place.text[holder.range.start..][..1], &place.text[holder.range.end - 1..][..1]);
        let unit = indent_of(place.text);
        let body = item(holder.range.start).replace('\n', &format!("\n{unit}"));
        let new = format!("{open}{end}{outer}{unit}{body}{end}{outer}{close}");
        return Ok(place.replaced(holder.range.clone(), &new));
    };
    let line_start = place.text[..last.start].rfind('\n').map_or(0, |at| at + 1);
    let lead = &place.text[line_start..last.start];
    let is_own_line = lead.trim().is_empty() && line_start > holder.range.start;
    let between = if is_own_line { format!(",{end}{lead}") } else { ", ".to_owned() };
    Ok(place.replaced(last.end..last.end, &(between + &item(last.start))))
}

/// The blanks at the start of the line of a byte.
fn indent_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// What a text indents by: that of its first indented line, else two blanks.
pub(super) fn indent_of(text: &str) -> &str {
    text.lines()
        .map(|line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()])
        .find(|indent| !indent.is_empty())
        .unwrap_or("  ")
}

/// A value over several lines, the first of which is on a line that begins with `lead`.
pub(super) fn pretty(value: &Value, indent: &str, lead: &str) -> String {
    let inner = format!("{lead}{indent}");
    let lines = |open, close, items: Vec<String>| {
        format!("{open}\n{inner}{}\n{lead}{close}", items.join(&format!(",\n{inner}")))
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            lines('[', ']', items.iter().map(|item| pretty(item, indent, &inner)).collect())
        }
        Value::Object(map) if !map.is_empty() => {
            let entry = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), pretty(value, indent, &inner))
            };
            lines('{', '}', map.iter().map(entry).collect())
        }
        value => value.to_string(),
    }
}
