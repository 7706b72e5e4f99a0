//! Flow collections: `[a, b]`, `{a: 1}`, over several lines too.

use super::super::node::{Entry, Kind, Node};
use super::super::{MAX_DEPTH, Malformed, malformed};
use super::scalar;
use serde_json::Value;

pub(super) fn parse(text: &str, start: usize) -> Result<Node, Malformed> {
    Reader { text, at: start }.value(0)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = &self.text[self.at..];
            if !rest.starts_with('#') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Malformed> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return malformed(start, "values are nested too deeply");
        }
        let kind = match self.peek() {
            Some(b'[') => Kind::List(self.items(b']', |reader| reader.value(depth + 1))?),
            Some(b'{') => Kind::Map(self.items(b'}', |reader| reader.entry(depth))?),
            _ => return self.scalar(),
        };
        Ok(Node { range: start..self.at, kind })
    }

    fn items<T>(&mut self, close: u8, item: impl Fn(&mut Self) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.blanks();
            if self.peek() == Some(close) {
                break;
            }
            items.push(item(self)?);
            self.blanks();
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
        let key = self.scalar()?;
        let name = scalar::key_name(&self.text[key.range.clone()]).or_else(|what| malformed(start, what))?;
        self.blanks();
        if self.peek() != Some(b':') {
            return malformed(self.at, "a colon is expected");
        }
        self.at += 1;
        let after = self.at;
        self.blanks();
        let value = match self.peek() {
            Some(b',' | b'}') => Node::scalar(after..after, Value::Null),
            _ => self.value(depth + 1)?,
        };
        Ok(Entry { name, key: key.range, value })
    }

    fn scalar(&mut self) -> Result<Node, Malformed> {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find(['\r', '\n']).unwrap_or(rest.len())];
        let end = match line.as_bytes().first() {
            Some(b'"' | b'\'') => scalar::quoted_len(line).unwrap_or(line.len()),
            _ => plain_len(line),
        };
        if end == 0 {
            return malformed(self.at, "a value is expected");
        }
        let node = scalar::parse(self.text, self.at, self.at + end)?;
        self.at = node.range.end;
        Ok(node)
    }
}

/// Up to what ends a plain scalar in a flow collection.
fn plain_len(line: &str) -> usize {
    let bytes = line.as_bytes();
    let ends = |at: usize| match bytes[at] {
        b',' | b'[' | b']' | b'{' | b'}' => true,
        b':' => bytes.get(at + 1).is_none_or(|next| b" \t,[]{}".contains(next)),
        b'#' => at > 0 && b" \t".contains(&bytes[at - 1]),
        _ => false,
    };
    let end = (0..bytes.len()).find(|at| ends(*at)).unwrap_or(bytes.len());
    line[..end].trim_end().len()
}
