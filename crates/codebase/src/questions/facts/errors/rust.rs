//! `Err(..)`, `?`, panics, and the arms that take an error.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, dotted_name, is_word, places};

const PANICS: &[&str] = &["panic!", "unreachable!", "todo!", "unimplemented!", "assert!", "assert_eq!", "assert_ne!"];
const RETURNS: &[&str] = &["bail!", "ensure!"];

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said = Vec::new();
    for at in places(masked, "Err").filter(|at| masked[at + 3..].starts_with('(')) {
        let end = closing(masked, at + 3);
        let inside = at + 4;
        let after = masked[end..].trim_start();
        let before = masked[..at].trim_end();
        let is_pattern = after.starts_with("=>")
            || after.starts_with('|')
            || (after.starts_with('=') && !after.starts_with("=="))
            || (after.starts_with("if ") && !before.ends_with(['{', ';', '>']))
            || before.ends_with("let");
        match is_pattern {
            true => said.push(body.said(FactKind::Catches, body.quoted(at, end), at, end)),
            false => {
                let objects = made(masked, inside, end);
                let whole = || vec![body.quoted(inside, end.saturating_sub(1).max(inside))];
                for object in if objects.is_empty() { whole() } else { objects } {
                    said.push(body.said(FactKind::Raises, object, at, end));
                }
            }
        }
    }
    for name in PANICS.iter().chain(RETURNS) {
        for at in places(masked, name) {
            let open = at + name.len();
            let end = if masked[open..].starts_with(['(', '[', '{']) { closing(masked, open) } else { open };
            said.push(body.said(FactKind::Raises, (*name).to_owned(), at, end));
        }
    }
    for name in [".unwrap()", ".expect("] {
        for (at, _) in masked.match_indices(name) {
            let object =
                format!("panic of `{}`", name.trim_end_matches("()").trim_end_matches('(').trim_start_matches('.'));
            said.push(body.said(FactKind::Raises, object, at, at + name.len()));
        }
    }
    for (at, _) in masked.match_indices('?') {
        let is_type = masked[at + 1..].trim_start().starts_with("Sized");
        if let Some(callee) = passed_on(masked, at).filter(|_| !is_type) {
            said.push(body.said(FactKind::Raises, format!("{callee}?"), at, at + 1));
        }
    }
    said
}

/// The errors that an expression makes: of `if full { Full } else { Closed }` both.
fn made(masked: &str, from: usize, to: usize) -> Vec<String> {
    let name = dotted_name(masked, from);
    // What each branch begins behind, and how many brackets are open there. Other braces are of what a branch makes.
    let (begins, depth) = match name {
        "if" => ("{", 0),
        "match" => ("=>", 1),
        _ => return (!name.is_empty()).then(|| name.to_owned()).into_iter().collect(),
    };
    let inside = masked.get(from..to).unwrap_or("");
    let (mut made, mut open): (Vec<String>, usize) = (Vec::new(), 0);
    for (at, byte) in inside.bytes().enumerate() {
        if open == depth && inside.as_bytes()[at..].starts_with(begins.as_bytes()) {
            let name = dotted_name(inside[at + begins.len()..].trim_start(), 0);
            if !matches!(name, "" | "if" | "match" | "let" | "return") && !made.iter().any(|other| other == name) {
                made.push(name.to_owned());
            }
        }
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    made
}

/// What is called, or named, right before a `?`.
fn passed_on(masked: &str, at: usize) -> Option<String> {
    let bytes = masked.as_bytes();
    let mut end = at;
    while end > 0 && bytes[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    let is_call = end > 0 && bytes[end - 1] == b')';
    if is_call {
        let mut depth = 0;
        while end > 0 {
            end -= 1;
            match bytes[end] {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    let mut start = end;
    while start > 0 && (is_word(bytes[start - 1]) || matches!(bytes[start - 1], b':' | b'.' | b'!')) {
        start -= 1;
    }
    let name = masked.get(start..end)?.trim_matches(['.', ':']);
    // What the error is made into is the error.
    if is_call && name.rsplit(['.', ':']).next() == Some("map_err") {
        let inner = masked.get(end + 1..at)?.trim_end().trim_end_matches(')');
        let made = inner.split_once('|').and_then(|(_, rest)| rest.split_once('|')).map_or(inner, |(_, made)| made);
        let made = dotted_name(made.trim(), 0);
        if !made.is_empty() {
            return Some(format!("{made}(..)"));
        }
    }
    (!name.is_empty()).then(|| if is_call { format!("{name}(..)") } else { name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::made;

    #[test]
    fn each_branch_makes_an_error() {
        let of = |text: &str| made(text, 0, text.len());
        assert_eq!(of("Error::Full(n)"), ["Error::Full"]);
        assert_eq!(
            of("if full() { Error::new(Kind::Full) } else { Error::io(e) }.at(path)"),
            ["Error::new", "Error::io"]
        );
        assert_eq!(of("match kind { A => Error::A, B => Error::B, }"), ["Error::A", "Error::B"]);
        assert_eq!(of("if late { Error::Io { path } } else { Error::Gone { path } }"), ["Error::Io", "Error::Gone"]);
        assert_eq!(of("match e { E::A { at } => Error::A { at }, _ => Error::B }"), ["Error::A", "Error::B"]);
        assert!(of("(a, b)").is_empty());
    }
}
