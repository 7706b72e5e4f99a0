//! Whether anything uses a symbol: calls, subtypes, mentions.

use super::claims::{self, Stated};
use super::each_symbol;
use super::markdown::{MarkdownBuilder, certainty, cite, count, kind, name, place};
use crate::asked::Question;
use crate::excerpt::line_with;
use crate::known::Known;
use crate::symbol::last;
use code_words::path::is_test;
use protocol::{ClaimKind, Direction, Evidence};

/// Most calls, subtypes and mentions listed.
const MOST: usize = 6;
/// Most symbols of one name.
const SYMBOLS: usize = 3;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let what = format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e));
    let callers = known.callers_of(symbol);
    let counted = known.call_count(symbol, Direction::Callers);
    let calls = counted.map_or(callers.len(), |calls| calls.places as usize);
    let proven = counted.map_or(0, |calls| calls.proven as usize);
    let mentions = claims::of(known, symbol, ClaimKind::UsedBy);
    let subtypes = claims::of(known, symbol, ClaimKind::ExtendedBy);
    let total = claims::total(known, e, ClaimKind::UsedBy);
    let in_tests = callers.iter().filter(|e| is_test(&e.path)).count();
    out.line(&match (calls, subtypes.len(), total.0) {
        (0, 0, 0) => format!(
            "Nothing in this repository was found to use {what}: no call, no subtype, no mention of its name{}.",
            if total.1 { "" } else { " in what was looked at" }
        ),
        (0, 0, mentioned) => format!(
            "No call of {what} was found; its name is mentioned at {} that {} no call.",
            count(mentioned, "place"),
            if mentioned == 1 { "is" } else { "are" }
        ),
        (0, extended, _) => format!("Yes: {what} has {}; no call of it was found.", count(extended, "subtype")),
        (calls, ..) if proven == 0 => format!("{} may call {what}; no call is proven.", count(calls, "place")),
        (calls, ..) if in_tests > 0 && in_tests == callers.len() && calls == callers.len() => {
            format!("Only tests call {what}, at {}.", count(calls, "place"))
        }
        (calls, ..) => format!("Yes: {what} is called at {}, {proven} of them proven.", count(calls, "place")),
    });
    for e in callers.iter().take(MOST) {
        let line = line_with(e, last(symbol)).map_or_else(String::new, |line| format!(": `{line}`"));
        out.item(&format!("{} at {} ({}){line} {}", name(known, e), place(e), certainty(e), cite(e)));
    }
    out.left_out(calls, callers.len().min(MOST));
    list(out, known, "Subtypes:", &subtypes, subtypes.len());
    list(out, known, "Mentioned, other than in calls:", &mentions, total.0);
    if calls == 0 {
        out.line(
            "It may still be used from outside of this repository, or in a way that cannot be read from the code: by a \
             framework, through a variable, by its name in a text.",
        );
    }
}

fn list(out: &mut MarkdownBuilder, known: &Known<'_>, heading: &str, stated: &[Stated<'_>], total: usize) {
    if !stated.is_empty() {
        out.line(heading);
        stated.iter().take(MOST).for_each(|stated| claims::item(out, known, *stated));
        out.left_out(total, stated.len().min(MOST));
    }
}
