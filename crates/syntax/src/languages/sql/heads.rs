//! What a statement that the grammar cannot read says in its head: `create procedure name`.

use super::definitions::Kind;
use super::statements::skipped;
use std::ops::Range;

/// Words between `create` and what is made.
const BETWEEN: &[&str] = &[
    "or",
    "replace",
    "temporary",
    "temp",
    "global",
    "local",
    "unlogged",
    "unique",
    "materialized",
    "virtual",
    "external",
    "fulltext",
    "spatial",
    "constraint",
];

/// Words between what is made and its name.
const BEFORE_NAME: &[&str] = &["if", "not", "exists", "concurrently", "only"];

/// What a text begins to make, and the bytes of its name in it, without schema and quotes.
pub(super) fn read(text: &str) -> Option<(Kind, Range<usize>)> {
    let mut words = words(text);
    if !words.next()?.1.eq_ignore_ascii_case("create") {
        return None;
    }
    let mut kind = None;
    for (at, word) in words {
        let lower = word.to_ascii_lowercase();
        match kind {
            None if BETWEEN.contains(&lower.as_str()) => {}
            None => kind = Some(Kind::of_word(&lower)?),
            Some(_) if BEFORE_NAME.contains(&lower.as_str()) => {}
            // An index may have no name.
            Some(_) if lower == "on" => return None,
            Some(kind) => {
                let name = word.rsplit('.').next().unwrap_or(word);
                let start = at + word.len() - name.len();
                let inner = name.trim_matches(['"', '`', '[', ']']);
                let start = start + (name.len() - name.trim_start_matches(['"', '`', '[']).len());
                return (!inner.is_empty()).then(|| (kind, start..start + inner.len()));
            }
        }
    }
    None
}

/// Names with their schemas, and words, each with its byte. Comments are left out.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"' | '`' | '[' | ']');
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            if first.is_whitespace() {
                at += first.len_utf8();
            } else if rest.starts_with("--") || rest.starts_with("/*") {
                at += skipped(rest)?;
            } else if is_part(first) {
                let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
                at += length;
                return Some((at - length, &rest[..length]));
            } else {
                // What is in parentheses is no head any more.
                return None;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_name_what_they_make() {
        let made = |text: &str| read(text).map(|(kind, name)| (kind, text[name].to_owned()));
        assert_eq!(made("-- a\ncreate or replace procedure b.\"c\"(d int)"), Some((Kind::Function, "c".to_owned())));
        assert_eq!(made("CREATE TABLE IF NOT EXISTS [a].[b] (c int)"), Some((Kind::Table, "b".to_owned())));
        assert_eq!(made("create unique index concurrently on a (b)"), None);
        assert_eq!(made("create user a"), None);
        assert_eq!(made("drop table a"), None);
    }
}
