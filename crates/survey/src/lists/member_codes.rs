//! Codes that code writes as texts with a common beginning: `"WS_ERR_INVALID_OPCODE"`, `"commander.missingArgument"`.

use super::Collected;
use super::members::entry;
use crate::List;
use crate::entry::MemberKind;
use crate::scan::File;
use code_words::identifier::lower_parts;
use std::collections::BTreeMap;

/// Fewer are no group.
const LEAST: usize = 3;
/// Longest code, in bytes.
const LONGEST: usize = 80;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_aside() {
        return;
    }
    let mut groups: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (at, text) in texts(&file.code) {
        if let Some(beginning) = beginning(text) {
            groups.entry(beginning).or_default().entry(text).or_insert(at);
        }
    }
    for (label, codes) in groups.into_iter().filter(|(_, codes)| codes.len() >= LEAST) {
        let is_of_errors = codes.values().all(|at| is_of_error(file, *at))
            || lower_parts(label).iter().any(|part| matches!(part.as_str(), "err" | "error"));
        let what = if is_of_errors { "error codes" } else { "codes" };
        let mut codes: Vec<(usize, &str)> = codes.into_iter().map(|(text, at)| (at, text)).collect();
        codes.sort_unstable();
        for (at, text) in codes {
            let line = file.line_at(at);
            let row = entry(file, (line, line), text, "", label, MemberKind::Element);
            out.push(List::Members, row.about([what.to_owned()]));
        }
    }
}

/// Whether the lines around the code speak of an error.
fn is_of_error(file: &File<'_>, at: usize) -> bool {
    let start = file.code[..at].char_indices().rev().filter(|(_, c)| *c == '\n').nth(4).map_or(0, |(at, _)| at);
    let before = file.code[start..at].to_lowercase();
    ["error", "throw", "raise", "fail", "abort"].iter().any(|word| before.contains(word))
}

/// The texts in quotes that are one word, with where they begin.
fn texts(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(at) = code[rest..].find(['"', '\'']).map(|at| at + rest) {
        let quote = &code[at..=at];
        let inside = &code[at + 1..];
        let length =
            inside.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))).unwrap_or(inside.len());
        rest = at + 1;
        if inside[length..].starts_with(quote) && (2..=LONGEST).contains(&length) {
            found.push((at + 1, &inside[..length]));
            rest = at + length + 2;
        }
    }
    found
}

/// The part that codes of a kind have in common: two words in capitals, or what is in front of the only dot.
fn beginning(text: &str) -> Option<&str> {
    if text.contains('_') {
        let is_code = text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
            && text.starts_with(|c: char| c.is_ascii_uppercase());
        let second = text.match_indices('_').nth(1)?.0;
        return (is_code && second + 1 < text.len()).then(|| &text[..second]);
    }
    let (begin, end) = text.split_once('.')?;
    let is_word = |text: &str| text.len() > 2 && text.chars().all(|c| c.is_ascii_alphabetic());
    // `config.js` is a file.
    let is_file = end.len() < 5 && end.chars().all(char::is_lowercase);
    (is_word(begin) && is_word(end) && !is_file && begin.starts_with(|c: char| c.is_lowercase())).then_some(begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_their_beginnings_in_common() {
        assert_eq!(beginning("WS_ERR_INVALID_OPCODE"), Some("WS_ERR"));
        assert_eq!(beginning("commander.missingArgument"), Some("commander"));
        for other in ["NOT_FOUND", "config.js", "a.b", "os.path.join", "Some_Name_x", "plain"] {
            assert_eq!(beginning(other), None, "{other}");
        }
        let found: Vec<&str> =
            texts(r#"f("a.b", 'it', "two words", 'X_Y_Z')"#).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, ["a.b", "it", "X_Y_Z"]);
    }
}
