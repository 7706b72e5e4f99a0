//! Components of Svelte: scripts, and the markup around them, whose names are those of the script.

use super::expression::{closing, find, find_outside, is_path, is_whole, trimmed};
use super::listing::Listing;
use super::markup::{self, Attribute, Script, Tag, Value};
use std::collections::HashSet;
use std::ops::Range;

/// A script, or another element whose content is no markup.
struct Part {
    at: Range<usize>,
    script: Option<Script>,
}

/// Those of the outermost level; none behind a tag that is not closed.
fn parts(text: &str) -> Vec<Part> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(open) = find(bytes, at, b"<") {
        let rest = &bytes[open..];
        if rest.starts_with(b"<!--") {
            let end = markup::comment_end(bytes, open);
            parts.push(Part { at: open..end, script: None });
            at = end;
            continue;
        }
        at = open + 1;
        if !rest.starts_with(b"<script") && !rest.starts_with(b"<style") {
            continue;
        }
        let Some(tag) = markup::tag(bytes, open, false) else { break };
        let (body, behind) = markup::raw_body(bytes, &tag);
        let script = (&bytes[tag.name.clone()] == b"script").then(|| markup::script(bytes, &tag, body));
        parts.push(Part { at: open..behind, script });
        at = behind;
    }
    parts
}

pub(super) fn scripts(text: &str) -> Vec<Script> {
    parts(text).into_iter().filter_map(|part| part.script).collect()
}

/// Scripts as they are, and what the markup names.
pub(super) fn code(text: &str) -> String {
    let (places, scripts): (Vec<_>, Vec<_>) = parts(text).into_iter().map(|part| (part.at, part.script)).unzip();
    let scripts: Vec<Script> = scripts.into_iter().flatten().collect();
    let plain = markup::with_scripts(text, &scripts);
    let words = markup::words(text.as_bytes(), &scripts);
    let listing = Listing::new(text, plain.clone());
    let mut template = Template { text: text.as_bytes(), words: &words, listing, open: Vec::new() };
    let mut at = 0;
    for part in places.into_iter().chain(std::iter::once(text.len()..text.len())) {
        // Elements and blocks may go on behind a comment.
        let is_last = part.start == text.len();
        if template.fill(at..part.start).is_none() {
            return super::into_text(plain);
        }
        let is_open = !template.open.is_empty();
        if is_last || !is_open {
            if is_open || !template.listing.finish(part.start) {
                return super::into_text(plain);
            }
            template.listing.skip_to(part.end);
        }
        at = part.end;
    }
    super::into_text(template.listing.into_bytes())
}

/// What is open.
enum Open {
    Element(Range<usize>, Vec<&'static str>),
    /// `{#each ..}`, with what closes its list.
    Block(Option<&'static str>),
}

struct Template<'t> {
    text: &'t [u8],
    words: &'t HashSet<&'t [u8]>,
    listing: Listing<'t>,
    open: Vec<Open>,
}

impl Template<'_> {
    /// `None` where the markup cannot be followed to its end.
    fn fill(&mut self, range: Range<usize>) -> Option<()> {
        let mut at = range.start;
        while at < range.end {
            let rest = &self.text[at..range.end];
            if rest[0] == b'{' {
                let end = closing(self.text, at + 1)?;
                self.braces(at + 1..end)?;
                at = end + 1;
            } else if rest.starts_with(b"</") {
                let (name, behind) = markup::closing_tag(self.text, at)?;
                let Some(Open::Element(opened, closers)) = self.open.pop() else { return None };
                closers.into_iter().rev().for_each(|with| self.listing.close(with));
                if self.text[opened] != self.text[name] {
                    return None;
                }
                at = behind;
            } else if rest[0] == b'<' && rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
                let tag = markup::tag(self.text, at, true)?;
                self.element(&tag);
                at = tag.end;
            } else {
                at += 1;
            }
        }
        Some(())
    }

    /// `{..}` in the text.
    fn braces(&mut self, inside: Range<usize>) -> Option<()> {
        let inner = &self.text[inside.clone()];
        let word = inner.iter().position(u8::is_ascii_whitespace).unwrap_or(inner.len());
        let rest = trimmed(self.text, inside.start + word..inside.end);
        match &inner[..word] {
            b"#each" => self.each(rest),
            b"#await" => {
                let (promise, then) = self.split(rest, b" then ");
                self.value(promise);
                let closer = then.and_then(|value| self.parameters(value));
                self.open.push(Open::Block(closer));
            }
            b"#snippet" if self.listing.is_outermost() && is_whole(self.text, &rest) => {
                let is_added = self.listing.add("function ", rest, "{return[");
                self.open.push(Open::Block(is_added.then(|| {
                    self.listing.open();
                    "]}"
                })));
            }
            b"#snippet" => {
                let closer = self.nested_snippet(rest);
                self.open.push(Open::Block(closer));
            }
            b"#if" | b"#key" => {
                self.value(rest);
                self.open.push(Open::Block(None));
            }
            b":then" | b":catch" => {
                self.end_block()?;
                let closer = self.parameters(rest);
                self.open.push(Open::Block(closer));
            }
            b":else" => {
                let condition = self.text[rest.clone()].strip_prefix(b"if").map_or(rest.end, |_| rest.start + 2);
                self.value(condition..rest.end);
            }
            [b'/', b'a'..=b'z', ..] if inner[1..].iter().all(u8::is_ascii_alphabetic) => self.end_block()?,
            b"@html" | b"@render" | b"@attach" => self.value(rest),
            b"@const" => {
                let value = find_outside(self.text, rest.clone(), b"=").map_or(rest.end, |at| at + 1);
                self.value(value..rest.end);
            }
            [b'@' | b'#' | b':', ..] => {}
            _ => self.value(inside),
        }
        Some(())
    }

    fn end_block(&mut self) -> Option<()> {
        let Some(Open::Block(closer)) = self.open.pop() else { return None };
        closer.into_iter().for_each(|with| self.listing.close(with));
        Some(())
    }

    /// What is before and behind a word.
    fn split(&self, range: Range<usize>, word: &[u8]) -> (Range<usize>, Option<Range<usize>>) {
        match find_outside(self.text, range.clone(), word) {
            Some(at) => (range.start..at, Some(trimmed(self.text, at + word.len()..range.end))),
            None => (range, None),
        }
    }

    /// `items as item, index (key)`: a function of these parameters, whose scope is the block.
    fn each(&mut self, range: Range<usize>) {
        let (items, names) = self.split(range, b" as ");
        self.value(items);
        let closer = names.and_then(|names| {
            let (names, _) = self.split(names, b" (");
            self.parameters(trimmed(self.text, names))
        });
        self.open.push(Open::Block(closer));
    }

    fn nested_snippet(&mut self, range: Range<usize>) -> Option<&'static str> {
        let open = find(self.text, range.start, b"(").filter(|at| *at < range.end)?;
        self.parameters(trimmed(self.text, open + 1..range.end - 1))
    }

    fn parameters(&mut self, names: Range<usize>) -> Option<&'static str> {
        let is_added = is_whole(self.text, &names) && self.listing.add("((", names, ")=>[");
        is_added.then(|| {
            self.listing.open();
            "])"
        })
    }

    fn element(&mut self, tag: &Tag) {
        let name = &self.text[tag.name.clone()];
        let mut closers = Vec::new();
        if self.is_component(name) && self.listing.add("", tag.name.clone(), "(") {
            self.listing.open();
            closers.push(")");
        }
        tag.attributes.iter().for_each(|attribute| self.attribute(attribute));
        if tag.closes_itself || markup::is_void(name) {
            closers.into_iter().rev().for_each(|with| self.listing.close(with));
        } else {
            self.open.push(Open::Element(tag.name.clone(), closers));
        }
    }

    fn is_component(&self, tag: &[u8]) -> bool {
        let first = tag.split(|byte| *byte == b'.').next().unwrap_or_default();
        (tag.contains(&b'.') || first.first().is_some_and(u8::is_ascii_uppercase))
            && is_path(tag)
            && self.words.contains(first)
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let name = &self.text[attribute.name.clone()];
        // `use:action={argument}` names a function.
        if let Some(colon) = name.iter().position(|byte| *byte == b':')
            && matches!(&name[..colon], b"use" | b"transition" | b"in" | b"out" | b"animate")
        {
            let end = name.iter().position(|byte| *byte == b'|').unwrap_or(name.len());
            let action = attribute.name.start + colon + 1..attribute.name.start + end;
            if is_path(&self.text[action.clone()]) {
                self.listing.add("", action, "()");
            }
        }
        let is_event = name.starts_with(b"on") && name.len() > 2;
        match &attribute.value {
            Some(Value::Braces(range)) => {
                let range = trimmed(self.text, range.clone());
                if is_event && is_path(&self.text[range.clone()]) {
                    self.listing.add("", range, "()");
                } else {
                    self.value(range);
                }
            }
            Some(Value::Text(range)) => {
                let mut at = range.start;
                while let Some(open) = find(&self.text[..range.end], at, b"{") {
                    let Some(end) = closing(&self.text[..range.end], open + 1) else { break };
                    self.value(open + 1..end);
                    at = end + 1;
                }
            }
            None => {}
        }
    }

    fn value(&mut self, range: Range<usize>) {
        let mut range = trimmed(self.text, range);
        // `{...properties}`
        if self.text[range.clone()].starts_with(b"...") {
            range.start += 3;
        }
        if is_whole(self.text, &range) {
            self.listing.add("", range, "");
        }
    }
}
