//! Jupyter notebooks: the source of their cells, in place.

use super::json::{self, Json};
use crate::Language;
use std::ops::Range;

/// The cells of a notebook.
pub(super) struct Read {
    /// Of the length and lines of the file, with nothing but cells: their code, and of cells of text each line as a comment.
    pub code: String,
    /// The language of its code, where that is one that is parsed.
    pub language: Option<Language>,
}

/// Why the cells of a notebook cannot be read in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotebookFault {
    #[error("it is no JSON, or too deep")]
    NotJson,
    #[error("it has no list of cells, as notebooks have since version 4 of their format")]
    NoCells,
    #[error("its cells are not written one line of source a line")]
    NotByLine,
    #[error("the lines of its cells do not begin in one column")]
    NotInOneColumn,
}

pub(super) fn read(text: &str) -> Result<Read, NotebookFault> {
    let bytes = text.as_bytes();
    let notebook = json::read(bytes).ok_or(NotebookFault::NotJson)?;
    let Some(Json::List(cells)) = field(bytes, &notebook, "cells") else { return Err(NotebookFault::NoCells) };
    let language = language(bytes, &notebook);
    let mut out = super::blank(text);
    let mut column = None;
    for cell in cells {
        let is_code = text_of(bytes, field(bytes, cell, "cell_type")) == Some("code");
        let lines = lines(bytes, cell)?;
        for line in &lines {
            let start = line.start - bytes[..line.start].iter().rev().take_while(|byte| **byte != b'\n').count();
            let here = line.start - start;
            if *column.get_or_insert(here) != here {
                return Err(NotebookFault::NotInOneColumn);
            }
        }
        if is_code {
            write_code(bytes, &lines, &mut out);
        } else {
            write_text(bytes, &lines, &mut out, language);
        }
    }
    Ok(Read { code: super::into_text(out), language: language.filter(|language| language.is_parsed()) })
}

fn field<'j>(text: &[u8], value: &'j Json, name: &str) -> Option<&'j Json> {
    let Json::Object(entries) = value else { return None };
    entries.iter().find(|(key, _)| &text[key.clone()] == name.as_bytes()).map(|(_, value)| value)
}

fn text_of<'t>(text: &'t [u8], value: Option<&Json>) -> Option<&'t str> {
    let Json::Text(range) = value? else { return None };
    std::str::from_utf8(&text[range.clone()]).ok()
}

fn language(text: &[u8], notebook: &Json) -> Option<Language> {
    let metadata = field(text, notebook, "metadata")?;
    let of = |part: &str, name: &str| text_of(text, field(text, field(text, metadata, part)?, name));
    let name = of("kernelspec", "language").or_else(|| of("language_info", "name"))?;
    // Other kernels have commands and top-level statements of their own.
    (name == "python").then_some(Language::Python)
}

/// The lines of a cell, without quotes; empty ones are left out.
fn lines(text: &[u8], cell: &Json) -> Result<Vec<Range<usize>>, NotebookFault> {
    let lines: Vec<Range<usize>> = match field(text, cell, "source") {
        Some(Json::Text(range)) => vec![range.clone()],
        Some(Json::List(items)) => {
            let range = |item: &Json| {
                if let Json::Text(range) = item { Ok(range.clone()) } else { Err(NotebookFault::NotByLine) }
            };
            items.iter().map(range).collect::<Result<_, _>>()?
        }
        _ => Vec::new(),
    };
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter().enumerate() {
        let apart = at == 0 || text[lines[at - 1].end..line.start].contains(&b'\n');
        let breaks = line_breaks(&text[line.clone()]);
        let ends = breaks.is_empty() && at == last || breaks[..] == [line.len().saturating_sub(2)];
        if !apart || !ends {
            return Err(NotebookFault::NotByLine);
        }
    }
    Ok(lines.into_iter().filter(|line| !line.is_empty()).collect())
}

/// The places of `\n` escapes.
fn line_breaks(line: &[u8]) -> Vec<usize> {
    let mut breaks = Vec::new();
    let mut at = 0;
    while let Some(escape) = line.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\\')) {
        at += escape;
        if line.get(at + 1) == Some(&b'n') {
            breaks.push(at);
        }
        at += 2;
    }
    breaks
}

/// A line of a cell without its end.
fn content(text: &[u8], line: &Range<usize>) -> Range<usize> {
    let end = if line_breaks(&text[line.clone()]).is_empty() { line.end } else { line.end - 2 };
    line.start..end
}

fn write_text(text: &[u8], lines: &[Range<usize>], out: &mut [u8], language: Option<Language>) {
    for line in lines {
        let line = content(text, line);
        let mut quotes = Quotes::default();
        let written = unescape(&text[line.clone()], &mut quotes);
        out[line.clone()].copy_from_slice(&written);
        if language.is_some() && !line.is_empty() {
            // In the place of the quote.
            out[line.start - 1] = b'#';
        }
    }
}

fn write_code(text: &[u8], lines: &[Range<usize>], out: &mut [u8]) {
    let mut quotes = Quotes::default();
    for (at, line) in lines.iter().enumerate() {
        let inner = content(text, line);
        let shown = text[inner.clone()].trim_ascii();
        if at == 0 && shown.starts_with(b"%%") && !is_timing(shown) {
            // The cell is for another program.
            return;
        }
        if quotes.open.is_none() && is_magic(shown) {
            continue;
        }
        let mut written = unescape(&text[inner.clone()], &mut quotes);
        quotes.end_line();
        // A line that goes on has its backslash at its very end.
        if text[inner.clone()].ends_with(b"\\\\") && inner.end < line.end {
            written.pop();
            written.push(b' ');
            let end = line.end + text[line.end..].iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(0);
            out[end - 1] = b'\\';
        }
        out[inner].copy_from_slice(&written);
    }
}

/// `%%time` and the like run the rest of the cell.
fn is_timing(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    matches!(word, b"%%time" | b"%%timeit" | b"%%capture" | b"%%prun")
}

/// A command of the notebook, of a shell, or a question for help.
fn is_magic(line: &[u8]) -> bool {
    let assigned = line.iter().position(|byte| *byte == b'=').map(|at| line[at + 1..].trim_ascii_start());
    let begins = |line: &[u8]| matches!(line.first(), Some(b'%' | b'!'));
    let asks = line.ends_with(b"?") && !line.contains(&b'#');
    begins(line)
        || line.starts_with(b"?")
        || asks
        || assigned.is_some_and(|value| begins(value) && !value.starts_with(b"!="))
}

/// The string of the code that is open: whether by three quotes.
#[derive(Default)]
struct Quotes {
    open: Option<bool>,
}

impl Quotes {
    /// Strings by one quote end with their line.
    fn end_line(&mut self) {
        self.open = self.open.filter(|triple| *triple);
    }
}

/// The text that JSON writes so, of the same length. Spaces are put where they are in no string, or at its ends.
fn unescape(line: &[u8], quotes: &mut Quotes) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    let mut at = 0;
    while at < line.len() {
        if line[at] != b'\\' {
            out.push(line[at]);
            at += 1;
            continue;
        }
        match line.get(at + 1) {
            Some(b'"') => at = quoted(line, at, quotes, &mut out),
            Some(b'u') => at = by_number(line, at, &mut out),
            Some(b'\\') if line.get(at + 2..at + 4) == Some(b"\\\"") => {
                // A quote that is escaped in the code as well ends no string.
                out.extend(b" \\\" ");
                at += 4;
            }
            Some(b'\\') if line.get(at + 2..at + 4) == Some(b"\\\\") => {
                out.extend(b"  \\\\");
                at += 4;
            }
            Some(byte @ (b'\\' | b'/')) => {
                out.extend([b' ', *byte]);
                at += 2;
            }
            _ => {
                let end = line.len().min(at + 2);
                out.extend(std::iter::repeat_n(b' ', end - at));
                at = end;
            }
        }
    }
    out
}

/// Quotes that follow each other stay together, with the spaces outside of the string where they can be.
fn quoted(line: &[u8], at: usize, quotes: &mut Quotes, out: &mut Vec<u8>) -> usize {
    let mut count = 0;
    while line[at + 2 * count..].starts_with(b"\\\"") {
        count += 1;
    }
    let is_triple = count == 3 || count == 6;
    // An empty string opens and closes.
    let is_both = count % 2 == 0;
    let after = match quotes.open {
        Some(triple) if triple == is_triple || !triple => {
            quotes.open = None;
            true
        }
        Some(_) => true,
        None => {
            quotes.open = (!is_both).then_some(is_triple);
            // A prefix is a part of the string (`f"`), and the start of a line says what it is in.
            is_both || out.last().is_some_and(u8::is_ascii_alphanumeric) || out.trim_ascii().is_empty()
        }
    };
    let (written, spaces) = (std::iter::repeat_n(b'"', count), std::iter::repeat_n(b' ', count));
    if after {
        out.extend(written.chain(spaces))
    } else {
        out.extend(spaces.chain(written))
    }
    at + 2 * count
}

/// `\u00e9`; a pair of two for what needs them.
fn by_number(line: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let number = |at: usize| {
        let digits = line.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let Some(first) = number(at) else {
        let end = line.len().min(at + 2);
        out.extend(std::iter::repeat_n(b' ', end - at));
        return end;
    };
    let second = number(at + 6).filter(|second| (0xd800..0xdc00).contains(&first) && (0xdc00..0xe000).contains(second));
    let (code, len) = match second {
        Some(second) => (0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), 12),
        None => (first, 6),
    };
    let read = char::from_u32(code).filter(|it| !it.is_control()).unwrap_or(' ');
    let mut bytes = [0; 4];
    let bytes = read.encode_utf8(&mut bytes).as_bytes();
    out.extend(std::iter::repeat_n(b' ', len - bytes.len()).chain(bytes.iter().copied()));
    at + len
}
