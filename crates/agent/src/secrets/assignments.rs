//! Passwords and keys that are assigned to a name: `DB_PASSWORD=s3cret`, `"api_key": "9f..."`.
//!
//! Source: the name patterns of detect-secrets' keyword rule (github.com/Yelp/detect-secrets, `plugins/keyword.py`, names
//! alone) and of Gitleaks' generic rule.

use super::placeholders::is_placeholder;
use super::{Secret, run};
use std::ops::Range;

/// What a name ends in, without `_`, `-` and case, with its kind. The first that fits counts.
const NAMES: [(&str, &str); 20] = [
    ("password", "password"),
    ("passwd", "password"),
    ("passphrase", "password"),
    ("pwd", "password"),
    ("dbpass", "password"),
    ("userpass", "password"),
    ("apikey", "API key"),
    ("accesskey", "API key"),
    ("accesskeyid", "API key"),
    ("secretkey", "API key"),
    ("accountkey", "API key"),
    ("privatekey", "API key"),
    ("signingkey", "API key"),
    ("encryptionkey", "API key"),
    ("secretkeybase", "API key"),
    ("clientsecret", "secret"),
    ("secret", "secret"),
    ("authtoken", "token"),
    ("accesstoken", "token"),
    ("token", "token"),
];

const MOST: usize = 512;
const LONGEST_NAME: usize = 80;

/// The secret that is assigned to the name that this word is.
pub(super) fn at(text: &str, word: &Range<usize>) -> Option<Secret> {
    let bytes = text.as_bytes();
    let after_name = run(text, word.end, 2, |byte| b"\\\"'".contains(&byte));
    let sign = run(text, after_name, 4, |byte| byte == b' ' || byte == b'\t');
    let behind = run(text, sign, 2, |byte| b":=>".contains(&byte));
    if !matches!(&text[sign..behind], "=" | ":" | ":=" | "=>") || bytes.get(behind) == Some(&b'=') {
        return None;
    }
    let kind = kind_of(&text[word.clone()])?;
    let mut start = run(text, behind, 4, |byte| byte == b' ' || byte == b'\t');
    start = run(text, start, 1, |byte| byte == b'\\');
    let range = match bytes.get(start) {
        Some(quote @ (b'"' | b'\'' | b'`')) => quoted(text, start + 1, *quote)?,
        Some(_) => bare(text, word, start)
            .filter(|range| &text[sign..behind] != ":" || !is_name(&text.as_bytes()[range.clone()]))?,
        None => return None,
    };
    let value = text.get(range.clone())?;
    is_secret(value, kind).then_some(Secret { range, kind, counts: true })
}

fn kind_of(name: &str) -> Option<&'static str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let plain: String = name.chars().filter(|c| !"_-".contains(*c)).map(|c| c.to_ascii_lowercase()).collect();
    NAMES.iter().find(|(ending, _)| plain.ends_with(ending)).map(|(_, kind)| *kind)
}

/// Up to the quote that closes it, on the same line.
fn quoted(text: &str, start: usize, quote: u8) -> Option<Range<usize>> {
    let end = run(text, start, MOST, |byte| byte != quote && byte != b'\n' && byte != b'\\');
    let closes = text.as_bytes()[end..].iter().take(2).any(|byte| *byte == quote);
    closes.then_some(start..end)
}

/// A value without quotes: the rest of a line of settings, or a parameter of a URL. In code a name could stand there.
fn bare(text: &str, word: &Range<usize>, start: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let parameter = word.start > 0 && b"?&".contains(&bytes[word.start - 1]);
    let end = run(text, start, MOST, |byte| byte > b' ' && !(parameter && b"&#\"'`<>)]".contains(&byte)));
    let rest = run(text, end, 4, |byte| b" \t\r".contains(&byte));
    let alone = matches!(bytes.get(rest), None | Some(b'\n'));
    let code = bytes[start..end].iter().any(|byte| b"()[]{},;\"'`<>".contains(byte));
    let spaced = bytes.get(word.end) == Some(&b' ') && bytes[start..end].iter().all(|byte| super::is_word(*byte));
    (parameter || (alone && !code && !spaced)).then_some(start..end)
}

/// True for what may be the name of a type or a variable: `Uint8Array`.
fn is_name(value: &[u8]) -> bool {
    value.iter().all(|byte| super::is_word(*byte)) && value.iter().filter(|byte| byte.is_ascii_digit()).count() < 3
}

/// True for what a person would call a secret: of some length, no word, no path, no version, no placeholder.
fn is_secret(value: &str, kind: &str) -> bool {
    let letters = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    // A mark before a word, as in `@charset`, makes no password of it.
    let odd = value.bytes().skip(1).any(|byte| byte.is_ascii_digit() || b"!@#%^&*+=?~".contains(&byte));
    let path = value.starts_with(['/', '.', '~', '^']) || value.contains("://") || value.contains("::");
    let name = value.contains('.')
        && value.split('.').all(|part| part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
    let version = value.bytes().all(|byte| byte.is_ascii_digit() || b"v.-+".contains(&byte));
    // `CLIENT_SECRET_0`, `a-token-of-tests-1`.
    let words = value.contains(['_', '-'])
        && value.split(['_', '-']).all(|part| {
            let digits = part.bytes().filter(u8::is_ascii_digit).count();
            (digits == 0 || digits == part.len()) && digits < 3 && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
    let least = if kind == "password" { 6 } else { 8 };
    let wordy = value.contains(char::is_whitespace) || value.contains(['(', ')']);
    value.len() >= least && letters && odd && !path && !name && !version && !words && !wordy && !is_placeholder(value)
}
