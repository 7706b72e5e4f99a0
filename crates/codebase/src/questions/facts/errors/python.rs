//! `raise`, `assert` and `except`.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{pieces, places, statement_end};

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said = Vec::new();
    for at in places(masked, "raise") {
        let end = statement_end(masked, at);
        // Alone it raises again what was caught.
        if !masked[at + 5..end].trim().is_empty() {
            said.push(body.raises(at, at + 5));
        }
    }
    for at in places(masked, "assert").filter(|at| starts_line(masked, *at)) {
        said.push(body.said(FactKind::Raises, "AssertionError".to_owned(), at, statement_end(masked, at)));
    }
    for at in places(masked, "except").filter(|at| starts_line(masked, *at)) {
        let end = statement_end(masked, at);
        let head = masked[at..end].find(':').map_or(end, |colon| at + colon);
        let named = masked[at + 6..head].split(" as ").next().unwrap_or("");
        let from = at + 6 + named.len() - named.trim_start().len();
        let to = from + named.trim().len();
        if named.trim().is_empty() {
            said.push(body.said(FactKind::Catches, "BaseException".to_owned(), at, head));
            continue;
        }
        let is_tuple = masked[from..to].starts_with('(');
        let (from, to) = if is_tuple { (from + 1, to.saturating_sub(1).max(from + 1)) } else { (from, to) };
        for (from, to) in pieces(masked, from, to, false) {
            said.push(body.said(FactKind::Catches, body.quoted(from, to), at, head));
        }
    }
    said
}

fn starts_line(masked: &str, at: usize) -> bool {
    masked[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty())
}
