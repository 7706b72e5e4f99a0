//! Block collections, by indent.

use super::super::node::{Entry, Kind, Node};
use super::super::{MAX_DEPTH, Malformed, malformed};
use super::{flow, scalar};
use crate::text::{BOM, without_end};
use serde_json::Value;

/// A line that says something. A collection that begins behind a dash moves the start of its line there.
struct Line {
    /// Columns in front of the content.
    indent: usize,
    /// Where the content begins.
    start: usize,
    /// Where the line ends, without its end.
    end: usize,
}

pub(super) fn parse(text: &str) -> Result<Node, Malformed> {
    let skipped = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let mut reader = Reader { text, lines: Vec::new(), at: 0 };
    let mut at = skipped;
    for raw in text[skipped..].split_inclusive('\n') {
        let line = without_end(raw);
        let indent = line.len() - line.trim_start_matches(' ').len();
        reader.lines.push(Line { indent, start: at + indent, end: at + line.len() });
        at += raw.len();
    }
    reader.skip()?;
    if reader.content() == "---" {
        reader.at += 1;
        reader.skip()?;
    }
    if reader.at == reader.lines.len() {
        return Ok(Node { range: skipped..skipped, kind: Kind::Map(Vec::new()) });
    }
    let node = reader.block(reader.lines[reader.at].indent, 0)?;
    reader.skip()?;
    match reader.lines.get(reader.at) {
        None => Ok(node),
        Some(line) => malformed(line.start, "this line is indented otherwise than those above, or continues a value"),
    }
}

struct Reader<'a> {
    text: &'a str,
    lines: Vec<Line>,
    /// Number of the current line.
    at: usize,
}

impl<'a> Reader<'a> {
    fn content(&self) -> &'a str {
        self.lines.get(self.at).map_or("", |line| &self.text[line.start..line.end]).trim_end()
    }

    /// To the next line that is neither blank nor a comment.
    fn skip(&mut self) -> Result<(), Malformed> {
        while self.at < self.lines.len() && (self.content().is_empty() || self.content().starts_with('#')) {
            self.at += 1;
        }
        let Some(line) = self.lines.get(self.at) else { return Ok(()) };
        let content = self.content();
        if content.starts_with('\t') {
            return malformed(line.start, "YAML is not indented by tabs");
        }
        let is_marker =
            line.indent == 0 && (content.starts_with("--- ") || content.starts_with('%') || content == "...");
        let is_second = content == "---" && line.indent == 0 && self.at > 0 && self.says_something_before();
        if is_marker || is_second {
            return malformed(line.start, "a file of several documents or with directives is not read");
        }
        Ok(())
    }

    fn says_something_before(&self) -> bool {
        self.lines[..self.at].iter().any(|line| {
            let content = self.text[line.start..line.end].trim();
            !content.is_empty() && !content.starts_with('#')
        })
    }

    fn indent(&self) -> Option<usize> {
        self.lines.get(self.at).map(|line| line.indent)
    }

    /// The value that begins at the current line, which has that indent.
    fn block(&mut self, indent: usize, depth: usize) -> Result<Node, Malformed> {
        let start = self.lines[self.at].start;
        if depth > MAX_DEPTH {
            return malformed(start, "values are nested too deeply");
        }
        let content = self.content();
        let kind = if is_item(content) {
            Kind::List(self.list(indent, depth)?)
        } else if scalar::split_key(content).is_some() {
            Kind::Map(self.map(indent, depth)?)
        } else {
            let (start, end) = (start, self.lines[self.at].end);
            return self.inline(start, end, None);
        };
        let end = match &kind {
            Kind::List(items) => items.last().map_or(start, |item| item.range.end),
            Kind::Map(entries) => entries.last().map_or(start, |entry| entry.value.range.end),
            Kind::Scalar(_) => start,
        };
        Ok(Node { range: start..end, kind })
    }

    fn list(&mut self, indent: usize, depth: usize) -> Result<Vec<Node>, Malformed> {
        let mut items = Vec::new();
        while self.indent() == Some(indent) && is_item(self.content()) {
            let line = &self.lines[self.at];
            let rest = &self.text[line.start + 1..line.end];
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            let (start, end) = (line.start + 1 + blanks, line.end);
            items.push(if is_nothing(&self.text[start..end]) {
                self.below(indent, line.start + 1, false, depth)?
            } else if self.is_collection(start, end) {
                self.lines[self.at].start = start;
                self.lines[self.at].indent = indent + 1 + blanks;
                self.block(indent + 1 + blanks, depth + 1)?
            } else {
                self.inline(start, end, Some(indent))?
            });
            self.skip()?;
        }
        Ok(items)
    }

    fn is_collection(&self, start: usize, end: usize) -> bool {
        let content = self.text[start..end].trim_end();
        is_item(content) || scalar::split_key(content).is_some()
    }

    fn map(&mut self, indent: usize, depth: usize) -> Result<Vec<Entry>, Malformed> {
        let mut entries: Vec<Entry> = Vec::new();
        while self.indent() == Some(indent) {
            let (start, end) = (self.lines[self.at].start, self.lines[self.at].end);
            let content = self.content();
            let Some(colon) = scalar::split_key(content) else {
                return malformed(start, "a key with a colon is expected");
            };
            let name = scalar::key_name(&content[..colon]).or_else(|what| malformed(start, what))?;
            let after = start + colon + 1;
            let rest = &self.text[after..end];
            let from = after + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
            let value = if is_nothing(&self.text[from..end]) {
                self.below(indent, after, true, depth)?
            } else {
                self.inline(from, end, Some(indent))?
            };
            entries.push(Entry { name, key: start..start + content[..colon].trim_end().len(), value });
            self.skip()?;
        }
        Ok(entries)
    }

    /// The value in the lines below a key or dash without one; null at `place` where there is none.
    fn below(&mut self, indent: usize, place: usize, is_map: bool, depth: usize) -> Result<Node, Malformed> {
        self.at += 1;
        self.skip()?;
        match self.indent() {
            Some(below) if below > indent => self.block(below, depth + 1),
            // The items of a key's list may be no deeper than the key.
            Some(below) if is_map && below == indent && is_item(self.content()) => self.block(below, depth + 1),
            _ => Ok(Node::scalar(place..place, Value::Null)),
        }
    }

    /// A value that begins in a line, and what of it is in the lines below. `parent` is the indent of its key or dash.
    fn inline(&mut self, start: usize, end: usize, parent: Option<usize>) -> Result<Node, Malformed> {
        let node = match self.text.as_bytes()[start] {
            b'|' | b'>' => return self.block_scalar(start, end, parent),
            b'[' | b'{' => flow::parse(self.text, start)?,
            _ => scalar::parse(self.text, start, end)?,
        };
        while self.lines.get(self.at).is_some_and(|line| line.end < node.range.end) {
            self.at += 1;
        }
        let line_end = self.lines.get(self.at).map_or(self.text.len(), |line| line.end);
        if !is_nothing(&self.text[node.range.end..line_end]) {
            return malformed(node.range.end, "something follows the value");
        }
        self.at += 1;
        self.skip()?;
        if self.indent().is_some_and(|indent| parent.is_none_or(|parent| indent > parent)) {
            return malformed(
                self.lines[self.at].start,
                "a value over several lines is not read; put it in quotes on one",
            );
        }
        Ok(node)
    }

    fn block_scalar(&mut self, start: usize, end: usize, parent: Option<usize>) -> Result<Node, Malformed> {
        let header = scalar::without_comment(&self.text[start..end]);
        if !matches!(header, "|" | "|-" | "|+" | ">" | ">-" | ">+") {
            return malformed(start, "a block scalar with an indent of its own is not read");
        }
        self.at += 1;
        let is_inside = |line: &Line| line.start == line.end || parent.is_none_or(|parent| line.indent > parent);
        let count = self.lines[self.at..].iter().take_while(|line| is_inside(line)).count();
        let lines = &self.lines[self.at..self.at + count];
        let indent = lines.iter().filter(|line| line.start < line.end).map(|line| line.indent).min().unwrap_or(0);
        let first_indent = lines.iter().find(|line| line.start < line.end).map_or(0, |line| line.indent);
        if header.starts_with('>') && lines.iter().any(|line| line.start < line.end && line.indent > first_indent) {
            return malformed(start, "a folded scalar with indented lines is not read");
        }
        let texts: Vec<&str> =
            lines.iter().map(|line| &self.text[(line.start - line.indent + indent).min(line.end)..line.end]).collect();
        let value = scalar::block_text(header, &texts);
        let end = lines.iter().rev().find(|line| line.start < line.end).map_or(end, |line| line.end);
        self.at += count;
        self.skip()?;
        Ok(Node::scalar(start..end, Value::from(value)))
    }
}

fn is_item(content: &str) -> bool {
    content == "-" || content.starts_with("- ")
}

/// Blank, or a comment.
fn is_nothing(rest: &str) -> bool {
    let trimmed = rest.trim();
    trimmed.is_empty() || (trimmed.starts_with('#') && (rest.starts_with([' ', '\t', '#'])))
}
