//! Masks secrets in text before a model sees it: keys of known services, private keys, tokens in headers, passwords that
//! are assigned to something, and passwords in URLs.
//!
//! A mask says what it hides: `[masked: GitHub token]`. Lines stay lines, so numbers and citations stay true. The rules
//! prefer to miss an odd secret to masking ordinary code: hashes, ids, lock files, images in base64 and placeholders stay.
//! The text is read once, in linear time; each rule looks at a bounded stretch from a word on. What is looked for is in
//! tables, one in each file: [`services`], [`assignments`], [`headers`], [`private_keys`], [`urls`].

mod assignments;
mod headers;
mod known;
mod placeholders;
mod private_keys;
mod services;
#[cfg(test)]
mod tests;
mod urls;

pub use known::Known;

use compact_sort::CompactSort;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

const MASK: &str = "[masked: ";

/// A text without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Masked<'t> {
    /// The text; borrowed if it has none.
    pub text: Cow<'t, str>,
    /// How many secrets of each kind are masked.
    pub found: BTreeMap<&'static str, usize>,
}

impl Masked<'_> {
    /// A sentence for people: "Masked before the model saw it: 2 passwords, 1 GitHub token."; `None` if nothing was masked.
    pub fn summary(&self) -> Option<String> {
        summary(&self.found)
    }
}

/// As [`Masked::summary`], of counts by kind.
pub fn summary(found: &BTreeMap<&'static str, usize>) -> Option<String> {
    let counted = |(kind, count): (&&str, &usize)| format!("{count} {kind}{}", if *count == 1 { "" } else { "s" });
    let kinds: Vec<String> = found.iter().map(counted).collect();
    (!kinds.is_empty()).then(|| format!("Masked before the model saw it: {}.", kinds.join(", ")))
}

/// A secret in a text.
struct Secret {
    /// What is masked of the text, in bytes.
    range: Range<usize>,
    kind: &'static str,
    /// False for the further parts of a secret in several parts.
    counts: bool,
}

/// Masks the secrets in a text.
pub fn mask(text: &str) -> Masked<'_> {
    let mut found = BTreeMap::new();
    let mut out = String::new();
    let mut end = 0;
    for Secret { range, kind, counts } in secrets_in(text) {
        out.push_str(&text[end..range.start]);
        out.extend([MASK, kind, "]"]);
        end = range.end;
        *found.entry(kind).or_insert(0) += usize::from(counts);
    }
    if found.is_empty() {
        return Masked { text: Cow::Borrowed(text), found };
    }
    out.push_str(&text[end..]);
    Masked { text: Cow::Owned(out), found }
}

/// The secrets in a text, in order; none overlaps another.
fn secrets_in(text: &str) -> Vec<Secret> {
    let mut secrets = private_keys::find(text);
    for word in words(text) {
        let found =
            services::at(text, &word).or_else(|| headers::at(text, &word)).or_else(|| assignments::at(text, &word));
        secrets.extend(found.or_else(|| urls::at(text, &word)));
    }
    secrets.compact_sort_by_key(|secret| (secret.range.start, std::cmp::Reverse(secret.range.end)));
    let mut apart: Vec<Secret> = Vec::new();
    for secret in secrets.into_iter().filter(|secret| !secret.range.is_empty()) {
        // Two rules may find the same: the one that begins first names it, and all of both is masked.
        match apart.last_mut().filter(|last| secret.range.start < last.range.end) {
            Some(last) => last.range.end = last.range.end.max(secret.range.end),
            None => apart.push(secret),
        }
    }
    apart
}

/// True if a text holds a mask. An edit that writes one would put it in the place of the secret, so it is to be refused.
pub fn holds_mask(text: &str) -> bool {
    text.contains(MASK)
}

/// A longest stretch of letters, digits, `_` and `-`, without any `-` at its beginning.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        at += bytes[at..].iter().position(|byte| is_word(*byte) && *byte != b'-')?;
        let start = at;
        at += bytes[at..].iter().position(|byte| !is_word(*byte)).unwrap_or(bytes.len() - at);
        Some(start..at)
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// The end of the bytes from `start` on for which `fits` is true, at most `most` of them.
fn run(text: &str, start: usize, most: usize, fits: impl Fn(u8) -> bool) -> usize {
    let bytes = &text.as_bytes()[start..];
    start + bytes.iter().take(most).position(|byte| !fits(*byte)).unwrap_or(bytes.len().min(most))
}
