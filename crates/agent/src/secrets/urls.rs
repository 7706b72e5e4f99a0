//! Passwords in URLs: `postgres://user:password@host`.
//!
//! Source: RFC 3986 section 3.2.1 (user information).

use super::placeholders::is_placeholder;
use super::{Secret, run};
use std::ops::Range;

const MOST: usize = 512;

/// The password in the URL whose scheme is this word.
pub(super) fn at(text: &str, word: &Range<usize>) -> Option<Secret> {
    let start = word.end + 3;
    if text.get(word.end..start) != Some("://") {
        return None;
    }
    let end = run(text, start, MOST, |byte| byte > b' ' && !b"/?#\"'`<>@\\".contains(&byte));
    if text.as_bytes().get(end) != Some(&b'@') {
        return None;
    }
    // What is cut at the limit may be inside a character; then it is no URL.
    let (user, password) = text.get(start..end)?.split_once(':')?;
    let from = start + user.len() + 1;
    (!is_placeholder(password)).then_some(Secret { range: from..end, kind: "URL password", counts: true })
}
