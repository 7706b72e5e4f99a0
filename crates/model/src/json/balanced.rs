//! The JSON value inside a text that also holds prose.

use serde::de::IgnoredAny;
use std::ops::Range;

/// The first piece of a text from an opening bracket to the one that closes it that is JSON; if none is, the first such
/// piece; if no bracket closes, the text from the first opening bracket on. `None` where there is no bracket.
pub(super) fn find(text: &str) -> Option<&str> {
    let start = text.find(['[', '{'])?;
    let mut first = None;
    let mut from = start;
    while let Some(range) = next_piece(text, from) {
        from = range.end;
        let piece = &text[range];
        if serde_json::from_str::<IgnoredAny>(piece).is_ok() {
            return Some(piece);
        }
        first = first.or(Some(piece));
    }
    first.or(Some(&text[start..]))
}

/// From the first opening bracket at or after `from` to the one that closes it. Brackets in strings do not count.
fn next_piece(text: &str, from: usize) -> Option<Range<usize>> {
    let start = from + text[from..].find(['[', '{'])?;
    let (mut depth, mut quote, mut escaped, mut before) = (0usize, None, false, b' ');
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            // Elsewhere it is an apostrophe.
            (None, b'"' | b'\'') if byte == b'"' || b"[{,:".contains(&before) => quote = Some(byte),
            (None, b'[' | b'{') => depth += 1,
            (None, b']' | b'}') if depth == 1 => return Some(start..at + 1),
            (None, b']' | b'}') => depth -= 1,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_balanced_value_is_cut_out() {
        for (text, found) in [
            (r#"{"a": 1}"#, r#"{"a": 1}"#),
            (r#"First {"a": [1]}, not {"b": 2}."#, r#"{"a": [1]}"#),
            (r#"In [the docs] it says {"a": 1}."#, r#"{"a": 1}"#),
            (r#"{"a": "}\"]"} }"#, r#"{"a": "}\"]"}"#),
            ("it's {'a': 'x}'} there's", "{'a': 'x}'}"),
            ("{a: 1} or {b: 2}", "{a: 1}"),
            ("cut off: {\"a\": [1", "{\"a\": [1"),
        ] {
            assert_eq!(find(text), Some(found), "{text}");
        }
        assert_eq!(find("no value"), None);
    }

    #[test]
    fn a_long_text_of_brackets_is_read_in_linear_time() {
        for text in ["[".repeat(2_000_000), "[}".repeat(1_000_000), "{'".repeat(1_000_000), "]".repeat(2_000_000)] {
            let _found = find(&text);
        }
    }
}
