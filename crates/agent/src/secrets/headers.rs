//! Tokens in headers: `Authorization: Bearer abc`, `Basic dXNlcjpwYXNz`.
//!
//! Source: RFC 6750 section 2.1 (Bearer), RFC 7617 section 2 (Basic).

use super::placeholders::is_placeholder;
use super::{Secret, run};
use std::ops::Range;

/// The scheme, the kind of its token, and the fewest characters of one.
const SCHEMES: [(&str, &str, usize); 2] = [("Bearer", "bearer token", 16), ("Basic", "basic credential", 12)];
const MOST: usize = 4 << 10;

/// The token after a scheme.
pub(super) fn at(text: &str, word: &Range<usize>) -> Option<Secret> {
    let (_, kind, least) = SCHEMES.iter().find(|(scheme, ..)| text[word.clone()].eq_ignore_ascii_case(scheme))?;
    let start = run(text, word.end, 4, |byte| byte == b' ');
    let end = run(text, start, MOST, |byte| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte));
    let token = &text[start..end];
    // A word of a sentence has neither.
    let like_a_token = token.bytes().any(|byte| byte.is_ascii_digit() || byte == b'=')
        && token.bytes().any(|byte| byte.is_ascii_alphabetic());
    let found = start > word.end && token.len() >= *least && like_a_token && !is_placeholder(token);
    found.then_some(Secret { range: start..end, kind, counts: true })
}
