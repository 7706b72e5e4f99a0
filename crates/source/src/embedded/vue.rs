//! Single-file components of Vue: scripts, and the template where its names are those of the script.

use super::expression::{self, find, find_outside, is_path, is_whole, trimmed};
use super::listing::Listing;
use super::markup::{self, Attribute, Script, Tag, Value};
use std::collections::HashSet;
use std::ops::Range;

struct Parts {
    scripts: Vec<Script>,
    templates: Vec<Range<usize>>,
}

/// The blocks of the file; those behind a tag that is not closed are left out.
fn parts(text: &str) -> Parts {
    let bytes = text.as_bytes();
    let mut parts = Parts { scripts: Vec::new(), templates: Vec::new() };
    let mut at = 0;
    while let Some(open) = find(bytes, at, b"<") {
        if bytes[open..].starts_with(b"<!--") {
            at = markup::comment_end(bytes, open);
            continue;
        }
        if !bytes.get(open + 1).is_some_and(u8::is_ascii_alphabetic) {
            at = open + 1;
            continue;
        }
        let Some(tag) = markup::tag(bytes, open, false) else { break };
        let (body, behind) = match &bytes[tag.name.clone()] {
            b"template" => template_body(bytes, &tag),
            _ => markup::raw_body(bytes, &tag),
        };
        match &bytes[tag.name.clone()] {
            b"script" => parts.scripts.push(markup::script(bytes, &tag, body)),
            b"template" if !tag.attributes.iter().any(|it| &bytes[it.name.clone()] == b"lang") => {
                parts.templates.push(body);
            }
            _ => {}
        }
        at = behind;
    }
    parts
}

/// Templates hold others.
fn template_body(text: &[u8], tag: &Tag) -> (Range<usize>, usize) {
    let (mut depth, mut at) = (1, tag.end);
    while let Some(open) = find(text, at, b"<").filter(|_| !tag.closes_itself) {
        let rest = &text[open..];
        let is_end = rest.starts_with(b"</template");
        if rest.starts_with(b"<!--") {
            at = markup::comment_end(text, open);
        } else if is_end && depth == 1 {
            return (tag.end..open, markup::closing_tag(text, open).map_or(text.len(), |(_, behind)| behind));
        } else if is_end {
            (depth, at) = (depth - 1, open + 1);
        } else if rest.starts_with(b"<template") {
            match markup::tag(text, open, false) {
                Some(inner) => (depth, at) = (depth + u32::from(!inner.closes_itself), inner.end),
                None => break,
            }
        } else {
            at = open + 1;
        }
    }
    if tag.closes_itself { (tag.end..tag.end, tag.end) } else { (tag.end..tag.end, text.len()) }
}

pub(super) fn scripts(text: &str) -> Vec<Script> {
    parts(text).scripts
}

/// Scripts as they are, and what the templates name.
pub(super) fn code(text: &str) -> String {
    let parts = parts(text);
    let plain = markup::with_scripts(text, &parts.scripts);
    let words = markup::words(text.as_bytes(), &parts.scripts);
    let has_setup = parts.scripts.iter().any(|script| script.is_setup);
    let mut listing = Listing::new(text, plain.clone());
    for range in parts.templates {
        listing.skip_to(range.start);
        let mut template = Template { text: text.as_bytes(), words: &words, has_setup, listing, open: Vec::new() };
        if template.fill(range).is_none() {
            return super::into_text(plain);
        }
        listing = template.listing;
    }
    super::into_text(listing.into_bytes())
}

struct Template<'t> {
    text: &'t [u8],
    words: &'t HashSet<&'t [u8]>,
    /// Names are those of the script, not members of an object.
    has_setup: bool,
    listing: Listing<'t>,
    /// Elements, with what closes their lists.
    open: Vec<(Range<usize>, Vec<&'static str>)>,
}

impl Template<'_> {
    /// `None` where the template cannot be followed to its end.
    fn fill(&mut self, range: Range<usize>) -> Option<()> {
        let mut at = range.start;
        while at < range.end {
            let rest = &self.text[at..range.end];
            if rest.starts_with(b"<!--") {
                at = markup::comment_end(self.text, at);
            } else if rest.starts_with(b"{{") {
                let end = find(self.text, at, b"}}")?;
                if self.has_setup {
                    self.value(at + 2..end);
                }
                at = end + 2;
            } else if rest.starts_with(b"</") {
                let (name, behind) = markup::closing_tag(self.text, at)?;
                self.close(&name)?;
                at = behind;
            } else if rest[0] == b'<' && rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
                let tag = markup::tag(self.text, at, false)?;
                self.element(&tag);
                at = tag.end;
            } else {
                at += 1;
            }
        }
        (self.open.is_empty() && self.listing.finish(range.end)).then_some(())
    }

    fn element(&mut self, tag: &Tag) {
        let name = &self.text[tag.name.clone()];
        let mut closers = Vec::new();
        if let Some(component) = self.component(name)
            && self.listing.add_as("", tag.name.start, &component, "(")
        {
            self.listing.open();
            closers.push(")");
        }
        // What comes before a variable's declaration would be read outside of its scope.
        let declares = |it: &Attribute| self.declares(it);
        let first = tag.attributes.iter().position(declares).unwrap_or(0);
        for attribute in &tag.attributes[first..] {
            if let Some(Value::Text(value)) = &attribute.value
                && self.has_setup
            {
                closers.extend(self.attribute(&attribute.name, trimmed(self.text, value.clone())));
            }
        }
        if tag.closes_itself || markup::is_void(name) {
            closers.into_iter().rev().for_each(|with| self.listing.close(with));
        } else {
            self.open.push((tag.name.clone(), closers));
        }
    }

    fn close(&mut self, name: &Range<usize>) -> Option<()> {
        let (opened, closers) = self.open.pop()?;
        closers.into_iter().rev().for_each(|with| self.listing.close(with));
        (self.text[opened] == self.text[name.clone()]).then_some(())
    }

    /// The name that the script has of a tag: `my-list` is `MyList` there.
    fn component(&self, tag: &[u8]) -> Option<Vec<u8>> {
        let name: Vec<u8> = match tag.contains(&b'-') {
            true => tag.split(|byte| *byte == b'-').flat_map(capitalised).collect(),
            false => tag.to_vec(),
        };
        let first = name.split(|byte| *byte == b'.').next().unwrap_or_default();
        let is_component = name.first().is_some_and(u8::is_ascii_uppercase) || name.contains(&b'.');
        (is_component && is_path(&name) && self.words.contains(first)).then_some(name)
    }

    fn declares(&self, attribute: &Attribute) -> bool {
        let name = &self.text[attribute.name.clone()];
        attribute.value.is_some() && (name == b"v-for" || name.starts_with(b"v-slot") || name.starts_with(b"#"))
    }

    /// What closes the list that the attribute opens.
    fn attribute(&mut self, name: &Range<usize>, value: Range<usize>) -> Option<&'static str> {
        match &self.text[name.clone()] {
            b"v-for" => self.each(value),
            name if name.starts_with(b"v-slot") || name.starts_with(b"#") => self.parameters(value),
            name if name.starts_with(b"@") || name.starts_with(b"v-on:") => {
                self.handler(value);
                None
            }
            name if name.starts_with(b":") || name.starts_with(b"v-") => {
                self.value(value);
                None
            }
            _ => None,
        }
    }

    /// `(item, index) in items`: a function of these parameters, whose scope is the element.
    fn each(&mut self, value: Range<usize>) -> Option<&'static str> {
        let word = find_outside(self.text, value.clone(), b" in ");
        let word = word.or_else(|| find_outside(self.text, value.clone(), b" of "))?;
        let closer = self.parameters(trimmed(self.text, value.start..word))?;
        self.value(trimmed(self.text, word + 4..value.end));
        Some(closer)
    }

    fn parameters(&mut self, pattern: Range<usize>) -> Option<&'static str> {
        let is_enclosed = self.text[pattern.clone()].starts_with(b"(") && self.text[pattern.clone()].ends_with(b")");
        let inner = if is_enclosed { pattern.start + 1..pattern.end - 1 } else { pattern };
        let is_added = is_whole(self.text, &inner) && self.listing.add("((", inner, ")=>[");
        is_added.then(|| {
            self.listing.open();
            "])"
        })
    }

    fn handler(&mut self, value: Range<usize>) {
        let inner = &self.text[value.clone()];
        if is_path(inner) {
            self.listing.add("", value, "()");
        } else if find_outside(self.text, value.clone(), b";").is_some() || inner.starts_with(b"if") {
            if is_whole(self.text, &value) {
                self.listing.add("()=>{", value, "}");
            }
        } else {
            self.value(value);
        }
    }

    fn value(&mut self, value: Range<usize>) {
        let value = expression::trimmed(self.text, value);
        if is_whole(self.text, &value) {
            self.listing.add("(", value, ")");
        }
    }
}

fn capitalised(part: &[u8]) -> impl Iterator<Item = u8> {
    part.iter().enumerate().map(|(at, byte)| if at == 0 { byte.to_ascii_uppercase() } else { *byte })
}
