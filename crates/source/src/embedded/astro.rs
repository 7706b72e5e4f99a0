//! Components of Astro: the code between the two `---` at their beginning, scripts, and the markup around them, whose names
//! are those of that code.

use super::expression::{closing, find, is_path, is_whole, trimmed};
use super::listing::Listing;
use super::markup::{self, Script, Tag, Value};
use crate::Language;
use std::collections::HashSet;
use std::ops::Range;

/// The code at the beginning, and what is behind it: `None` where the file begins with its markup.
fn front(text: &str) -> Option<(Range<usize>, usize)> {
    let bytes = text.as_bytes();
    let open = bytes.len() - bytes.trim_ascii_start().len();
    if !bytes[open..].starts_with(b"---") {
        return None;
    }
    let start = open + 3;
    let end = find(bytes, start, b"\n---")? + 1;
    Some((start..end, end + 3))
}

/// All code of the file: what is at its beginning, then its scripts, each with where its element is.
fn parts(text: &str) -> Vec<(Range<usize>, Option<Script>)> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut at = 0;
    if let Some((body, behind)) = front(text) {
        parts.push((0..behind, Some(Script { body, language: Some(Language::Tsx), is_setup: true })));
        at = behind;
    }
    while let Some(open) = find(bytes, at, b"<") {
        let rest = &bytes[open..];
        at = open + 1;
        if rest.starts_with(b"<!--") {
            at = markup::comment_end(bytes, open);
            parts.push((open..at, None));
        } else if rest.starts_with(b"<script") || rest.starts_with(b"<style") {
            let Some(tag) = markup::tag(bytes, open, true) else { break };
            let (body, behind) = markup::raw_body(bytes, &tag);
            let is_script = &bytes[tag.name.clone()] == b"script";
            parts.push((open..behind, is_script.then(|| markup::script(bytes, &tag, body))));
            at = behind;
        }
    }
    parts
}

/// Scripts as they are, and what the markup names.
pub(super) fn code(text: &str) -> String {
    let (places, scripts): (Vec<_>, Vec<_>) = parts(text).into_iter().unzip();
    let scripts: Vec<Script> = scripts.into_iter().flatten().collect();
    let words = markup::words(text.as_bytes(), &scripts);
    let listing = Listing::new(text, markup::with_scripts(text, &scripts));
    let mut markup = Markup { text: text.as_bytes(), words: &words, listing };
    let mut at = 0;
    for part in places.into_iter().chain(std::iter::once(text.len()..text.len())) {
        markup.fill(at..part.start);
        // What is left to be written comes before the next script.
        if !markup.listing.finish(part.start) {
            return super::into_text(markup::with_scripts(text, &scripts));
        }
        markup.listing.skip_to(part.end);
        at = part.end;
    }
    super::into_text(markup.listing.into_bytes())
}

struct Markup<'t> {
    text: &'t [u8],
    words: &'t HashSet<&'t [u8]>,
    listing: Listing<'t>,
}

impl Markup<'_> {
    fn fill(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            at = match self.text[at] {
                b'{' => self.braces(at, range.end),
                b'<' => match markup::tag(&self.text[..range.end], at, true) {
                    Some(tag) => {
                        self.element(&tag);
                        tag.end
                    }
                    None => at + 1,
                },
                _ => at + 1,
            };
        }
    }

    /// An expression, which may hold elements as JSX does; where it is written as JSX cannot be, what is inside of it is
    /// read on its own.
    fn braces(&mut self, at: usize, end: usize) -> usize {
        let Some(close) = closing(&self.text[..end], at + 1) else { return at + 1 };
        let inner = &self.text[at + 1..close];
        // Comments, and elements without an end tag.
        let unlike_jsx = [&b"<!--"[..], b"<br>", b"<hr>", b"<input", b"<img"];
        if unlike_jsx.iter().any(|it| find(inner, 0, it).is_some()) {
            return at + 1;
        }
        self.value(at + 1..close);
        close + 1
    }

    fn element(&mut self, tag: &Tag) {
        let name = &self.text[tag.name.clone()];
        let first = name.split(|byte| *byte == b'.').next().unwrap_or_default();
        let is_component = first.first().is_some_and(u8::is_ascii_uppercase) || name.contains(&b'.');
        if is_component && is_path(name) && self.words.contains(first) {
            self.listing.add("", tag.name.clone(), "()");
        }
        for attribute in &tag.attributes {
            if let Some(Value::Braces(range)) = &attribute.value {
                self.value(range.clone());
            }
        }
    }

    fn value(&mut self, range: Range<usize>) {
        let mut range = trimmed(self.text, range);
        // `{...properties}`
        if self.text[range.clone()].starts_with(b"...") {
            range.start += 3;
        }
        if is_whole(self.text, &range) {
            self.listing.add("(", range, ")");
        }
    }
}
