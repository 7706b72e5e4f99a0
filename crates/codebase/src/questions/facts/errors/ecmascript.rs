//! `throw`, `reject` and `catch`.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, dotted_name, places};

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said = Vec::new();
    for at in places(masked, "throw") {
        said.push(body.raises(at, after_new(masked, at + 5)));
    }
    for at in places(masked, "reject") {
        if masked[at + 6..].starts_with('(') && !masked[at + 7..].starts_with(')') {
            said.push(body.raises(at, after_new(masked, at + 7)));
        }
    }
    // Made and given on: to a callback, to `subscriber.error`.
    for at in places(masked, "new") {
        let what = after_new(masked, at);
        let is_raised = said.iter().any(|said: &Said| (said.from..said.to).contains(&at));
        if what > at && !is_raised && is_error(dotted_name(masked, what)) {
            said.push(body.raises(at, what));
        }
    }
    for at in places(masked, "catch") {
        let is_method = masked[..at].trim_end().ends_with('.');
        let object = if is_method { "a rejection" } else { "every error" };
        let after = at + 5 + masked[at + 5..].len() - masked[at + 5..].trim_start().len();
        let end = if masked[after..].starts_with('(') && !is_method { closing(masked, after) } else { at + 5 };
        said.push(body.said(FactKind::Catches, object.to_owned(), at, end));
    }
    said
}

/// Behind `new`, where it is next.
fn after_new(masked: &str, at: usize) -> usize {
    let start = at + masked[at..].len() - masked[at..].trim_start_matches([' ', '\t']).len();
    if masked[start..].starts_with("new ") { start + 4 } else { start }
}

/// Whether a class is one of errors by its name.
fn is_error(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    ["Error", "Exception", "ERR_", "_ERROR"].iter().any(|part| last.contains(part))
}
