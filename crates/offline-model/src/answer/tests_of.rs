//! Which tests reach a symbol.

use super::claims;
use super::each_symbol;
use super::markdown::{MarkdownBuilder, cite, kind, name, place};
use crate::asked::Question;
use crate::known::Known;
use code_words::path::is_test;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most tests listed.
const MOST: usize = 12;
/// Most symbols of one name.
const SYMBOLS: usize = 2;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, |out, known, e| {
        // What tests a type is said of the type.
        let is_own = |of: &str, symbol: &str| symbol.strip_prefix(of).is_some_and(|rest| rest.starts_with(['.', ':']));
        let of_type = |other: &&Evidence| {
            matches!(other.kind, EvidenceKind::Class | EvidenceKind::Interface | EvidenceKind::Enum)
                && is_own(other.symbol.as_deref().unwrap_or("-"), e.symbol.as_deref().unwrap_or(""))
        };
        match (e.kind == EvidenceKind::Constructor).then(|| known.all_definitions().into_iter().find(of_type)).flatten()
        {
            Some(of) if known.has_described(of.symbol.as_deref().unwrap_or("")) => {}
            _ => of_symbol(out, known, e),
        }
    })
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let tests = claims::of(known, symbol, ClaimKind::TestedBy);
    let what = format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e));
    if tests.is_empty() {
        let none = claims::none(known, e, "No test that reaches it by calls", ClaimKind::TestedBy);
        out.line(&none.unwrap_or_else(|| format!("Which tests reach {what} was not looked up.")));
        let mentions = claims::of(known, symbol, ClaimKind::UsedBy);
        let in_tests: Vec<_> = mentions.into_iter().filter(|stated| is_test(&stated.evidence.path)).collect();
        if !in_tests.is_empty() {
            out.line("Tests name it, other than in calls:");
            in_tests.iter().take(MOST).for_each(|stated| claims::item(out, known, *stated));
        }
        out.line("A test may reach it in a way that no call shows: through a fixture, a client, a route, a command.");
        return;
    }
    let total = claims::total(known, e, ClaimKind::TestedBy);
    let verb = if total.0 == 1 { "reaches" } else { "reach" };
    out.line(&format!(
        "{} {verb} {what} by calls, those named after it first, then the nearest:",
        claims::counted(total, "test")
    ));
    tests.iter().take(MOST).for_each(|stated| {
        let (test, e) = (claims::ticked(&known.shown(&stated.claim.object)), stated.evidence);
        out.item(&format!("{test} at {} {}", place(e), cite(e)));
    });
    out.left_out(total.0, tests.len().min(MOST));
    if !total.1 {
        out.line("Not all calls were followed, so there may be more.");
    }
}
