//! Tags and attributes of templates, and the scripts beside them.

use super::expression::{closing, find};
use crate::Language;
use std::collections::HashSet;
use std::ops::Range;

/// An opening tag.
pub(super) struct Tag {
    pub name: Range<usize>,
    pub attributes: Vec<Attribute>,
    /// `<a/>`
    pub closes_itself: bool,
    /// Behind its `>`.
    pub end: usize,
}

/// `name`, `name="value"`, `name={value}`, `{value}` (without a name).
pub(super) struct Attribute {
    pub name: Range<usize>,
    pub value: Option<Value>,
}

pub(super) enum Value {
    /// What is between quotes, or without any.
    Text(Range<usize>),
    /// What is between braces.
    Braces(Range<usize>),
}

/// The opening tag at `at`, where `<` is. `has_braces`: braces hold expressions, as in Svelte.
pub(super) fn tag(text: &[u8], at: usize, has_braces: bool) -> Option<Tag> {
    let name_end = word_end(text, at + 1, b" \t\r\n/>");
    let name = at + 1..name_end;
    text.get(name.start).filter(|first| first.is_ascii_alphabetic())?;
    let mut attributes = Vec::new();
    let mut at = name_end;
    loop {
        match *text.get(at)? {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'>' => return Some(Tag { name, attributes, closes_itself: false, end: at + 1 }),
            b'/' if text.get(at + 1) == Some(&b'>') => {
                return Some(Tag { name, attributes, closes_itself: true, end: at + 2 });
            }
            b'/' => at += 1,
            b'{' if has_braces => {
                let end = closing(text, at + 1)?;
                attributes.push(Attribute { name: at..at, value: Some(Value::Braces(at + 1..end)) });
                at = end + 1;
            }
            _ => {
                let (attribute, end) = attribute(text, at, has_braces)?;
                attributes.push(attribute);
                at = end;
            }
        }
    }
}

fn attribute(text: &[u8], at: usize, has_braces: bool) -> Option<(Attribute, usize)> {
    // `[key]` in a name of Vue's may hold anything but white space.
    let name = at..word_end(text, at + 1, b" \t\r\n=>").max(at + 1);
    let slash = text[name.clone()].ends_with(b"/") && text.get(name.end) == Some(&b'>');
    let name = name.start..name.end - usize::from(slash);
    if text.get(name.end) != Some(&b'=') {
        let end = name.end;
        return Some((Attribute { name, value: None }, end));
    }
    let start = name.end + 1;
    match *text.get(start)? {
        quote @ (b'"' | b'\'') => {
            let mut at = start + 1;
            while *text.get(at)? != quote {
                // Quotes inside an expression are its own.
                at = if has_braces && text[at] == b'{' { closing(text, at + 1)? } else { at } + 1;
            }
            Some((Attribute { name, value: Some(Value::Text(start + 1..at)) }, at + 1))
        }
        b'{' if has_braces => {
            let end = closing(text, start + 1)?;
            Some((Attribute { name, value: Some(Value::Braces(start + 1..end)) }, end + 1))
        }
        _ => {
            let end = word_end(text, start, b" \t\r\n>");
            Some((Attribute { name, value: Some(Value::Text(start..end)) }, end))
        }
    }
}

fn word_end(text: &[u8], from: usize, ends: &[u8]) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().position(|byte| ends.contains(byte)).unwrap_or(rest.len())
}

/// The name of the closing tag at `at`, and what is behind it.
pub(super) fn closing_tag(text: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let name = at + 2..word_end(text, at + 2, b" \t\r\n>");
    Some((name.clone(), find(text, name.end, b">")? + 1))
}

/// Behind the comment at `at`; the end of the text where it is not closed.
pub(super) fn comment_end(text: &[u8], at: usize) -> usize {
    find(text, at, b"-->").map_or(text.len(), |end| end + 3)
}

/// Elements that have no end tag.
pub(super) fn is_void(name: &[u8]) -> bool {
    const VOID: [&[u8]; 14] = [
        b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param", b"source",
        b"track", b"wbr",
    ];
    VOID.contains(&name)
}

/// A script, and how it is written.
pub(super) struct Script {
    pub body: Range<usize>,
    /// `None` where it is no script of JavaScript's family.
    pub language: Option<Language>,
    pub is_setup: bool,
}

/// The body of an element whose content is no markup, and what is behind its closing tag.
pub(super) fn raw_body(text: &[u8], tag: &Tag) -> (Range<usize>, usize) {
    if tag.closes_itself {
        return (tag.end..tag.end, tag.end);
    }
    let ending = [b"</", &text[tag.name.clone()]].concat();
    let end = find(text, tag.end, &ending).unwrap_or(text.len());
    (tag.end..end, closing_tag(text, end).map_or(text.len(), |(_, behind)| behind))
}

/// What `type` says where an element holds a script that is read.
const SCRIPT_TYPES: [&[u8]; 8] = [
    b"",
    b"module",
    b"text/javascript",
    b"application/javascript",
    b"text/ecmascript",
    b"text/typescript",
    b"text/babel",
    b"text/jsx",
];

pub(super) fn script(text: &[u8], tag: &Tag, body: Range<usize>) -> Script {
    let value = |wanted: &[u8]| {
        let found = tag.attributes.iter().find(|it| &text[it.name.clone()] == wanted)?;
        match &found.value {
            Some(Value::Text(range)) => Some(&text[range.clone()]),
            _ => Some(&b""[..]),
        }
    };
    let language = match value(b"lang") {
        Some(b"ts" | b"typescript") => Some(Language::TypeScript),
        Some(b"tsx") => Some(Language::Tsx),
        None | Some(b"" | b"js" | b"javascript" | b"jsx") => Some(Language::JavaScript),
        Some(_) => None,
    };
    let is_data = value(b"type").is_some_and(|kind| !SCRIPT_TYPES.contains(&kind));
    Script { body, language: language.filter(|_| !is_data), is_setup: value(b"setup").is_some() }
}

/// The language that can hold all scripts of a component.
pub(super) fn language(scripts: &[Script]) -> Language {
    let wider = |language| matches!(language, Language::Tsx) as u8 * 2 + matches!(language, Language::TypeScript) as u8;
    let all = scripts.iter().filter_map(|script| script.language);
    all.max_by_key(|language| wider(*language)).unwrap_or(Language::JavaScript)
}

/// The text with nothing but its scripts.
pub(super) fn with_scripts(text: &str, scripts: &[Script]) -> Vec<u8> {
    let mut out = super::blank(text);
    for script in scripts.iter().filter(|script| script.language.is_some()) {
        out[script.body.clone()].copy_from_slice(&text.as_bytes()[script.body.clone()]);
    }
    out
}

/// The words of all scripts, by which a tag is known to be a component.
pub(super) fn words<'t>(text: &'t [u8], scripts: &[Script]) -> HashSet<&'t [u8]> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let bodies = scripts.iter().filter(|script| script.language.is_some()).map(|script| &text[script.body.clone()]);
    bodies.flat_map(|body| body.split(move |byte| !is_letter(byte))).filter(|word| !word.is_empty()).collect()
}
