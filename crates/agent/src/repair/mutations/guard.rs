//! A guard whose body is only `continue` is made empty: what it skipped counts.

use super::Place;
use crate::repair::code::Code;

pub(super) fn places(code: &Code<'_>) -> Vec<Place> {
    let bare = &code.bare;
    let words = bare.match_indices("continue").filter(|(at, word)| {
        let is_inner = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
        !is_inner(bare[..*at].chars().next_back()) && !is_inner(bare[at + word.len()..].chars().next())
    });
    let place = |(at, word): (usize, &str)| {
        if code.spelling.is_python() { python(bare, at, word) } else { script(bare, at, word) }
    };
    words.filter_map(place).collect()
}

/// `if x: continue`, on one line or two.
fn python(bare: &str, at: usize, word: &str) -> Option<Place> {
    let before = bare[..at].trim_end();
    let head = before.strip_suffix(':')?;
    let head = head[head.rfind('\n').map_or(0, |end| end + 1)..].trim_start();
    let is_guard = ["if ", "if(", "elif ", "elif("].iter().any(|start| head.starts_with(start));
    // Alone in its block: what follows is not as deep.
    let rest = &bare[at + word.len()..];
    let follows = rest.lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or_default();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let line_start = bare[..at].rfind('\n').map_or(0, |end| end + 1);
    let is_on_its_own = bare[line_start..at].trim().is_empty();
    let is_alone = !is_on_its_own || indent(follows) < at - line_start;
    (is_guard && is_alone).then(|| Place { range: at..at + word.len(), insert: "pass".to_owned() })
}

/// `if (x) continue;` and `if (x) { continue; }`.
fn script(bare: &str, at: usize, word: &str) -> Option<Place> {
    let rest = &bare[at + word.len()..];
    let semicolon = rest.starts_with(';');
    let end = at + word.len() + usize::from(semicolon);
    let before = bare[..at].trim_end();
    let (head, insert) = match before.strip_suffix('{') {
        Some(head) => (head.trim_end(), ""),
        None => (before, "{}"),
    };
    let is_alone = insert == "{}" || bare[end..].trim_start().starts_with('}');
    (is_alone && is_condition(head)).then(|| Place { range: at..end, insert: insert.to_owned() })
}

/// Whether code ends with `if (...)`.
fn is_condition(head: &str) -> bool {
    let Some(inner) = head.strip_suffix(')') else { return false };
    let mut depth = 1_usize;
    for (at, byte) in inner.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let before = inner[..at].trim_end();
            return before
                .strip_suffix("if")
                .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        }
    }
    false
}
