//! Where an expression of JavaScript in a template ends, and what it is.

use std::ops::Range;

/// The place of the bracket that closes what is open at `from`; `None` where none does. Strings, templates and comments
/// are passed over.
pub(super) fn closing(text: &[u8], from: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = from;
    while at < text.len() {
        match text[at] {
            quote @ (b'"' | b'\'' | b'`') => at = end_of_string(text, at, quote)?,
            b'/' if text.get(at + 1) == Some(&b'*') => at = find(text, at + 2, b"*/")? + 1,
            b'/' if text.get(at + 1) == Some(&b'/') => at = find(text, at + 2, b"\n")?,
            opening @ (b'(' | b'[' | b'{') => open.push(opening),
            closing @ (b')' | b']' | b'}') => match open.pop() {
                None => return Some(at),
                Some(opening) if matches!((opening, closing), (b'(', b')') | (b'[', b']') | (b'{', b'}')) => {}
                Some(_) => return None,
            },
            _ => {}
        }
        at += 1;
    }
    None
}

/// The last byte of a string that begins at `at`.
fn end_of_string(text: &[u8], mut at: usize, quote: u8) -> Option<usize> {
    at += 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            byte if byte == quote => return Some(at),
            b'\n' if quote != b'`' => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The first place of `what` from `from` on.
pub(super) fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.windows(what.len()).position(|window| window == what).map(|at| from + at)
}

/// The first place of `what` in a range that is inside no bracket and no string.
pub(super) fn find_outside(text: &[u8], range: Range<usize>, what: &[u8]) -> Option<usize> {
    let mut at = range.start;
    let text = &text[..range.end];
    while at + what.len() <= text.len() {
        if text[at..].starts_with(what) {
            return Some(at);
        }
        match text[at] {
            quote @ (b'"' | b'\'' | b'`') => at = end_of_string(text, at, quote)?,
            b'(' | b'[' | b'{' => at = closing(text, at + 1)?,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The range without white space around.
pub(super) fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + inner.len() - inner.trim_ascii_start().len();
    start..(start + inner.trim_ascii().len())
}

/// True where the range is something that can be put into a list: not empty, with its brackets and strings closed, and
/// without a comment at its start or end.
pub(super) fn is_whole(text: &[u8], range: &Range<usize>) -> bool {
    let inner = &text[range.clone()];
    let last_line = inner.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_commented =
        inner.starts_with(b"/*") || inner.starts_with(b"//") || last_line.windows(3).any(|at| at == b" //");
    // A bracket after the end is what closes nothing before it.
    let ended = [inner, b")"].concat();
    !inner.is_empty() && !is_commented && !has_entity(inner) && closing(&ended, 0) == Some(inner.len())
}

/// `&amp;` and the like: the text of an attribute is not the expression then.
fn has_entity(inner: &[u8]) -> bool {
    inner.split(|byte| *byte == b'&').skip(1).any(|after| {
        let word = after.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
        word > 0 && after.get(word) == Some(&b';')
    })
}

/// `save`, `actions.save`: a function by its name.
pub(super) fn is_path(inner: &[u8]) -> bool {
    let is_name = |part: &[u8]| {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
        part.first().is_some_and(|first| !first.is_ascii_digit()) && part.iter().all(is_letter)
    };
    inner.split(|byte| *byte == b'.').all(is_name)
}
