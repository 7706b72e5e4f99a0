//! A block's text to [`Inline`]s: code, citations, emphasis, links, breaks. One pass, and what it looks up is found in one
//! pass before.

mod emphasis;
mod math;

use crate::{CodeSpan, Inline, citation_at, code_spans};
use emphasis::{MARKS, Nested, Piece, emphasised, marks};
use math::formula;
use std::ops::Range;

/// Longest address of a link, in bytes.
const LONGEST_ADDRESS: usize = 2_000;

/// Reads the text of one block, and counts its parts. `None` where there are more than `most`.
pub fn inlines(text: &str, most: usize) -> Option<(Vec<Inline>, usize)> {
    let code = code_spans(text);
    let mut reader = Reader { text, brackets: brackets(text, &code), code, made: 0, most };
    let read = reader.read(0..text.len(), false)?;
    Some((read.into_iter().map(|nested| nested.inline).collect(), reader.made))
}

struct Reader<'t> {
    text: &'t str,
    code: Vec<CodeSpan>,
    /// Each bracket that has a partner, and the partner.
    brackets: Vec<(usize, usize)>,
    made: usize,
    most: usize,
}

/// What begins at a place in the text.
enum Found {
    /// These inlines, read from so many bytes.
    Parts(Vec<Nested>, usize),
    /// Text, read from so many bytes.
    Text(&'static str, usize),
    /// So many bytes of delimiters that are text.
    Same(usize),
}

impl Reader<'_> {
    fn read(&mut self, range: Range<usize>, is_label: bool) -> Option<Vec<Nested>> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut at = range.start;
        while let Some(letter) = self.text[at..range.end].chars().next() {
            let rest = &self.text[at..range.end];
            if let Some(mark) = MARKS.iter().position(|mark| *mark == letter) {
                let count = rest.len() - rest.trim_start_matches(letter).len();
                let before = self.text[range.start..at].chars().next_back();
                self.flush(&mut plain, &mut pieces)?;
                pieces.push(marks(mark, count, before, rest[count..].chars().next()));
                at += count;
                continue;
            }
            at += match self.found(at, rest, is_label)? {
                Found::Parts(parts, length) => {
                    self.flush(&mut plain, &mut pieces)?;
                    self.count(parts.len())?;
                    pieces.extend(parts.into_iter().map(Piece::Done));
                    length
                }
                Found::Text(text, length) => {
                    plain.push_str(text);
                    length
                }
                Found::Same(length) => {
                    plain.push_str(&rest[..length]);
                    length
                }
            };
        }
        self.flush(&mut plain, &mut pieces)?;
        Some(emphasised(pieces))
    }

    fn found(&mut self, at: usize, rest: &str, is_label: bool) -> Option<Found> {
        let letter = rest.chars().next()?;
        Some(match letter {
            '\\' if rest[1..].starts_with('\n') => Found::Parts(vec![Nested::flat(Inline::Break)], 2),
            '\\' if rest[1..].starts_with(|next: char| next.is_ascii_punctuation()) => {
                Found::Text(sign(&rest[1..2]), 2)
            }
            ' ' | '\n' => space(rest),
            '`' => self.code(at, rest),
            '$' => self.math(at, rest),
            '<' => autolink(rest).unwrap_or(Found::Same(1)),
            '&' => entity(rest),
            '[' => match citation_at(rest) {
                Some((number, length)) => Found::Parts(vec![Nested::flat(Inline::Citation(number))], length),
                None => self.link(at, is_label)?.unwrap_or(Found::Same(1)),
            },
            '!' if rest[1..].starts_with('[') && citation_at(&rest[1..]).is_none() => {
                match self.link(at + 1, is_label)? {
                    Some(Found::Parts(parts, length)) => Found::Parts(parts, length + 1),
                    _ => Found::Same(1),
                }
            }
            _ => Found::Same(letter.len_utf8()),
        })
    }

    fn flush(&mut self, plain: &mut String, pieces: &mut Vec<Piece>) -> Option<()> {
        if !plain.is_empty() {
            self.count(1)?;
            pieces.push(Piece::Done(Nested::flat(Inline::Text(std::mem::take(plain)))));
        }
        Some(())
    }

    fn count(&mut self, parts: usize) -> Option<()> {
        self.made += parts;
        (self.made <= self.most).then_some(())
    }

    /// Code, or a run of backticks that nothing closes.
    fn code(&self, at: usize, rest: &str) -> Found {
        let Ok(found) = self.code.binary_search_by_key(&at, |span| span.range.start) else {
            return Found::Same(rest.len() - rest.trim_start_matches('`').len());
        };
        let CodeSpan { range, ticks } = &self.code[found];
        let inner = self.text[range.start + ticks..range.end - ticks].replace('\n', " ");
        let bare = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' '));
        let inner = bare.filter(|bare| !bare.trim().is_empty()).unwrap_or(&inner).to_owned();
        Found::Parts(vec![Nested::flat(Inline::Code(inner))], range.len())
    }

    /// A formula, or a run of signs that are text.
    fn math(&self, at: usize, rest: &str) -> Found {
        match formula(self.text[..at].chars().next_back(), rest) {
            Some(found) => {
                let inline = Inline::Math { source: found.source.to_owned(), is_display: found.is_display };
                Found::Parts(vec![Nested::flat(inline)], found.length)
            }
            None => Found::Same(1),
        }
    }

    /// `[text](address)`, the address with or without a title. The text alone where the address is not safe. The outer
    /// `None` says that there are too many parts.
    fn link(&mut self, at: usize, is_label: bool) -> Option<Option<Found>> {
        let Ok(known) = self.brackets.binary_search_by_key(&at, |(open, _)| *open) else { return Some(None) };
        let close = self.brackets[known].1;
        let target = target(&self.text[close + 1..]);
        let Some(target) = target.filter(|_| !is_label) else { return Some(None) };
        let length = close + 1 + target.len() + 2 - at;
        let url = target.split_whitespace().next().unwrap_or("").trim_matches(['<', '>']).to_owned();
        let label = self.read(at + 1..close, true)?;
        if !is_safe(&url) {
            return Some(Some(Found::Parts(label, length)));
        }
        // An empty label has no height.
        let height = 1 + label.iter().map(|part| part.height).max().unwrap_or(0);
        let mut inside: Vec<_> = label.into_iter().map(|part| part.inline).collect();
        if inside.is_empty() {
            inside.push(Inline::Text(url.clone()));
        }
        Some(Some(Found::Parts(vec![Nested { inline: Inline::Link(url, inside), height }], length)))
    }
}

/// Brackets outside code with their partners, by place.
fn brackets(text: &str, code: &[CodeSpan]) -> Vec<(usize, usize)> {
    let mut code = code.iter().peekable();
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if code.next_if(|span| span.range.start == at).is_some_and(|span| {
            at = span.range.end;
            true
        }) {
            continue;
        }
        match bytes[at] {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'[' => open.push(at),
            b']' => pairs.extend(open.pop().map(|open| (open, at))),
            _ => {}
        }
        at += 1;
    }
    pairs.sort_unstable();
    pairs
}

/// What is between the parenthesis that `text` begins with and its partner. It holds no bracket and no backtick, which
/// need an escape in an address anyway, so that links and code never overlap.
fn target(text: &str) -> Option<&str> {
    if !text.starts_with('(') {
        return None;
    }
    let (mut depth, mut is_escaped) = (0u8, false);
    for (at, letter) in text.char_indices().take_while(|(at, _)| *at < LONGEST_ADDRESS) {
        match letter {
            '[' | '`' => return None,
            '(' if !is_escaped => depth += 1,
            ')' if !is_escaped => depth -= 1,
            _ => {}
        }
        match depth {
            0 => return Some(&text[1..at]),
            // Nobody writes an address like this.
            9.. => return None,
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    None
}

/// White space: a break where two spaces end a line.
fn space(rest: &str) -> Found {
    let length = rest.len() - rest.trim_start_matches([' ', '\n']).len();
    match rest[..length].find('\n') {
        Some(2..) => Found::Parts(vec![Nested::flat(Inline::Break)], length),
        _ => Found::Text(" ", length),
    }
}

/// `<https://...>`
fn autolink(rest: &str) -> Option<Found> {
    let end = rest[1..].find(['>', '<', ' ', '\n', '`', '[']).filter(|end| rest[1 + end..].starts_with('>'))?;
    let url = Some(&rest[1..1 + end]).filter(|url| is_safe(url) && !url.starts_with('#'))?;
    let inline = Inline::Link(url.to_owned(), vec![Inline::Text(url.to_owned())]);
    Some(Found::Parts(vec![Nested { inline, height: 1 }], url.len() + 2))
}

/// The entities that models write; any other is text.
fn entity(rest: &str) -> Found {
    const KNOWN: [(&str, &str); 6] =
        [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{a0}")];
    let known = KNOWN.iter().find(|(name, _)| rest.starts_with(name));
    known.map_or(Found::Same(1), |(name, letter)| Found::Text(letter, name.len()))
}

/// An ASCII character as a string.
fn sign(text: &str) -> &'static str {
    const SIGNS: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    SIGNS.find(text).map_or("", |at| &SIGNS[at..=at])
}

fn is_safe(url: &str) -> bool {
    let scheme = |name: &str| url.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    scheme("https://") || scheme("http://") || scheme("mailto:") || url.starts_with('#')
}

#[cfg(test)]
mod tests;
