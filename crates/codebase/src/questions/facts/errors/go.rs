//! Errors that are returned, panics, and what is asked of an error.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, dotted_name, pieces, places, statement_end};

pub fn said(body: &Body<'_>) -> Vec<Said> {
    let masked = body.masked;
    let mut said = Vec::new();
    for at in places(masked, "return") {
        let end = statement_end(masked, at);
        let Some((from, to)) = pieces(masked, at + 6, end, false).into_iter().last() else { continue };
        let from = from + masked[from..to].len() - masked[from..to].trim_start().len();
        let name = dotted_name(masked, from);
        let last = name.rsplit('.').next().unwrap_or("");
        let is_error = matches!(name, "fmt.Errorf" | "errors.New" | "errors.Join" | "errors.Wrap" | "errors.Errorf")
            || name.starts_with("syscall.E")
            || last == "err"
            || last.starts_with("Err")
            || last.starts_with("err")
            || masked[from..to].starts_with("&") && masked[from..to].contains("Error{");
        if is_error {
            said.push(body.said(FactKind::Raises, body.quoted(from, to.max(from)).trim().to_owned(), at, end));
        }
    }
    for name in ["panic", "log.Fatal", "log.Fatalf", "os.Exit"] {
        for at in places(masked, name).filter(|at| masked[at + name.len()..].starts_with('(')) {
            let end = closing(masked, at + name.len());
            said.push(body.said(FactKind::Raises, body.quoted(at, end), at, end));
        }
    }
    for (name, place) in [("errors.Is", 1), ("errors.As", 1), ("recover", 0)] {
        for at in places(masked, name).filter(|at| masked[at + name.len()..].starts_with('(')) {
            let open = at + name.len();
            let end = closing(masked, open);
            let asked = pieces(masked, open + 1, end.saturating_sub(1).max(open + 1), false);
            let object = asked.get(place).map_or_else(|| "a panic".to_owned(), |(from, to)| body.quoted(*from, *to));
            said.push(body.said(FactKind::Catches, object, at, end));
        }
    }
    said
}
