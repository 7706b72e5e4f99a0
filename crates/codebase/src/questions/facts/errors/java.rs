//! `throw`, `throws` and `catch`.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, pieces, places};

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said = Vec::new();
    for at in places(masked, "throw") {
        let start = at + 5 + masked[at + 5..].len() - masked[at + 5..].trim_start().len();
        said.push(body.raises(at, if masked[start..].starts_with("new ") { start + 4 } else { start }));
    }
    for at in places(masked, "throws") {
        let end = at + masked[at..].find(['{', ';']).unwrap_or(masked.len() - at);
        for (from, to) in pieces(masked, at + 6, end, true) {
            said.push(body.said(FactKind::Raises, body.quoted(from, to), at, end));
        }
    }
    for at in places(masked, "catch") {
        let Some(open) = masked[at..].find('(').map(|open| at + open) else { continue };
        let end = closing(masked, open);
        let inside = masked[open + 1..end.saturating_sub(1).max(open + 1)].trim();
        let types = inside.rsplit_once(char::is_whitespace).map_or(inside, |(types, _)| types);
        for name in types.trim_start_matches("final ").split('|') {
            said.push(body.said(FactKind::Catches, name.trim().to_owned(), at, end));
        }
    }
    said
}
