//! Words of conditions, and those of code that say the same.

use crate::stem::same_word;

#[rustfmt::skip]
const SAME: &[(&str, &[&str])] = &[
    ("found", &["missing", "notfound", "unknown", "404", "nosuch", "lookup"]),
    ("exist", &["missing", "notfound", "nosuch", "exists", "found"]),
    ("missing", &["none", "null", "notfound", "required", "empty", "keyerror"]),
    ("invalid", &["bad", "invalid", "value", "valueerror", "parse", "malformed"]),
    ("wrong", &["invalid", "bad", "mismatch"]),
    ("timeout", &["timeout", "timed", "deadline", "expired", "elapsed"]),
    ("slow", &["timeout", "deadline"]),
    ("expire", &["expired", "expires", "timeout", "maxage"]),
    ("empty", &["empty", "none", "len", "zero"]),
    ("fail", &["error", "failed", "exception"]),
    ("large", &["limit", "max", "exceeded", "size", "toolarge"]),
    ("larger", &["large", "limit", "max", "exceeded", "toolarge"]),
    ("many", &["limit", "max", "exceeded", "toomany"]),
    ("long", &["limit", "max", "exceeded", "toolong", "length"]),
    ("full", &["capacity", "full", "exceeded"]),
    ("closed", &["closed", "shutdown", "disconnected", "dropped"]),
    ("dropped", &["closed", "disconnected", "gone"]),
    ("twice", &["already", "duplicate", "exists", "again"]),
    ("duplicate", &["already", "twice", "exists"]),
    ("panics", &["panic", "panicked"]),
    ("cancelled", &["cancel", "canceled", "aborted", "abort"]),
    ("gives", &["gave", "give", "quit"]),
    ("stopped", &["stop", "closed", "shutdown"]),
    ("unsupported", &["unhandled", "unknown", "notsupported"]),
];

/// Words of code that may stand for a word of a condition.
pub fn alike(word: &str) -> impl Iterator<Item = &'static str> {
    let rows = SAME.iter().filter(|(of, _)| *of == word || same_word(of, word)).collect::<Vec<_>>();
    rows.into_iter().flat_map(|(_, alike)| alike.iter().copied())
}
