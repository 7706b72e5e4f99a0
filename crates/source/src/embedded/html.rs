//! Pages of HTML: the scripts that are written in them.

use super::expression::find;
use super::markup::{self, Script};
use std::ops::Range;

/// The scripts of the page that have code; those behind a tag that is not closed are left out.
pub(super) fn scripts(text: &str) -> Vec<Script> {
    let bytes = text.as_bytes();
    let mut scripts = Vec::new();
    let mut at = 0;
    while let Some(open) = find(bytes, at, b"<") {
        at = open + 1;
        if bytes[open..].starts_with(b"<!--") {
            at = markup::comment_end(bytes, open);
        } else if starts_with_word(&bytes[at..], b"script") {
            let Some(tag) = markup::tag(bytes, open, false) else { break };
            let end = end_of_script(bytes, tag.end);
            let script = markup::script(bytes, &tag, tag.end..end);
            let has_code = !bytes[tag.end..end].trim_ascii().is_empty();
            scripts.extend(Some(script).filter(|script| has_code && script.language.is_some()));
            at = end;
        }
    }
    scripts
}

/// True where the bytes begin with a name, in letters of any case, that ends there.
fn starts_with_word(bytes: &[u8], word: &[u8]) -> bool {
    let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'>');
    bytes.len() > word.len() && bytes[..word.len()].eq_ignore_ascii_case(word) && is_end(&bytes[word.len()])
}

/// Where the closing tag of a script is; the end of the text where there is none.
fn end_of_script(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(open) = find(text, at, b"</") {
        if starts_with_word(&text[open + 2..], b"script") {
            return open;
        }
        at = open + 2;
    }
    text.len()
}

/// The scripts as they are, but for what a template engine puts into them. `None` where there is none.
pub(super) fn code(text: &str) -> Option<String> {
    let scripts = scripts(text);
    if scripts.is_empty() {
        return None;
    }
    let mut out = markup::with_scripts(text, &scripts);
    for script in &scripts {
        fill_placeholders(&mut out, script.body.clone());
    }
    Some(super::into_text(out))
}

/// Marks of template engines: how they begin and end, and whether a value is in their place.
const PLACEHOLDERS: &[(&[u8], &[u8], bool)] = &[
    (b"{{", b"}}", true),
    (b"{%", b"%}", false),
    (b"{#", b"#}", false),
    (b"<%=", b"%>", true),
    (b"<%", b"%>", false),
    (b"<?=", b"?>", true),
    (b"<?php", b"?>", false),
];

/// Writes a number for each value that a template engine writes, and nothing for its statements: those of one line.
fn fill_placeholders(out: &mut [u8], body: Range<usize>) {
    let mut at = body.start;
    while at < body.end {
        let rest = &out[at..body.end];
        let line = &rest[..rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())];
        // `style={{ .. }}` of JSX and `${{ .. }.a}` are code.
        let is_code = at > body.start && matches!(out[at - 1], b'=' | b'$');
        let found = PLACEHOLDERS.iter().filter(|(start, ..)| line.starts_with(start) && !(is_code && *start == b"{{"));
        let found =
            found.filter_map(|(start, end, is_value)| Some((find(line, start.len(), end)? + end.len(), *is_value)));
        let Some((length, is_value)) = found.min_by_key(|(length, _)| *length) else {
            at += 1;
            continue;
        };
        out[at..at + length].fill(b' ');
        if is_value {
            out[at] = b'0';
        }
        at += length;
    }
}
