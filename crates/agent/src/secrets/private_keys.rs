//! Private keys in PEM and OpenPGP blocks, also on one line with `\n`, after line numbers, or cut off.
//!
//! Source: RFC 7468 (PEM labels), RFC 4880 section 6.2 (OpenPGP armor), OpenSSH `PROTOCOL.key`.

use super::{Secret, run};

const KIND: &str = "private key";
const BEGIN: &str = "-----BEGIN ";
/// Base64 characters in a row by which a line of a key is known from code.
const LINE_OF_KEY: usize = 40;
/// Shorter rows are masked too inside a key, but not the numbers of lines.
const SHORTEST: usize = 5;
/// What is looked at of a key without an end.
const MOST: usize = 16 << 10;

/// The keys' contents; the lines around them stay, so that it is plain what was there.
pub(super) fn find(text: &str) -> Vec<Secret> {
    let mut secrets = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(BEGIN) {
        let label = at + found + BEGIN.len();
        let label_end = run(text, label, 64, |byte| byte.is_ascii_uppercase() || byte == b' ');
        at = label_end;
        if !text[label..label_end].contains("PRIVATE KEY") || !text[label_end..].starts_with("-----") {
            continue;
        }
        let body = label_end + 5;
        // Each dash ends the search, so all searches together read the text once.
        let next = text[body..].find("-----").map(|next| body + next);
        let closed = next.is_some_and(|next| text[next..].starts_with("-----END"));
        let end = next.unwrap_or(text.len());
        mask(text, body, end, closed, &mut secrets);
        at = end;
    }
    secrets
}

/// Adds the rows of base64 between two places, if they are a key.
fn mask(text: &str, start: usize, end: usize, closed: bool, secrets: &mut Vec<Secret>) {
    let first = secrets.len();
    let (mut at, mut is_key) = (start, false);
    for line in text[start..end].split_inclusive('\n') {
        let rows: Vec<_> = rows(text, at, at + line.len()).collect();
        let of_key = rows.iter().any(|row| row.len() >= LINE_OF_KEY);
        // Without an end mark, what follows the key may be anything.
        if !closed && ((is_key && !of_key) || at - start > MOST) {
            break;
        }
        is_key |= of_key;
        at += line.len();
        secrets.extend(rows.into_iter().map(|range| Secret { range, kind: KIND, counts: false }));
        // Before it come at most a few headers.
        if !closed && !is_key && secrets.len() - first > 8 {
            break;
        }
    }
    if !is_key {
        secrets.truncate(first);
    }
    if let Some(key) = secrets.get_mut(first) {
        key.counts = true;
    }
}

/// The rows of base64 characters, without those that are numbers.
fn rows(text: &str, start: usize, end: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = start;
    std::iter::from_fn(move || {
        while at < end {
            let from = at + bytes[at..end].iter().position(|byte| is_base64(*byte)).unwrap_or(end - at);
            at = from + bytes[from..end].iter().position(|byte| !is_base64(*byte)).unwrap_or(end - from);
            if at - from >= SHORTEST && !bytes[from..at].iter().all(u8::is_ascii_digit) {
                return Some(from..at);
            }
        }
        None
    })
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
}
