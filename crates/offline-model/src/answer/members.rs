//! What a type has: its methods and fields.

use super::claims::{self, counted};
use super::markdown::{MarkdownBuilder, cite, kind, name, place};
use super::{definition, each_symbol};
use crate::asked::Question;
use crate::known::Known;
use protocol::{ClaimKind, Evidence};

/// Most members that are listed of a symbol: one screen.
const MOST: usize = 24;
/// Most symbols of one name whose members are listed.
const MOST_SYMBOLS: usize = 2;

/// Lists the members of each name; where none has any, says what it is.
pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let has_members =
        |e: &&Evidence| !claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member).is_empty();
    match question.names.iter().flat_map(|name| known.definitions(name)).any(|e| has_members(&e)) {
        true => each_symbol(out, question, known, MOST_SYMBOLS, of_symbol),
        false => definition::explain(out, question, known),
    }
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let what = format!("{}, {} at {} {}", name(known, e), kind(e), place(e), cite(e));
    let members = claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member);
    if members.is_empty() {
        out.line(&format!("No members of {what} were found."));
        return;
    }
    let total = claims::total(known, e, ClaimKind::Member);
    out.line(&format!("{what}, has {}:", counted(total, "member")));
    for member in members.iter().take(MOST) {
        out.item(&format!("`{}` at {} {}", member.claim.object, place(member.evidence), cite(member.evidence)));
    }
    out.left_out(total.0, members.len().min(MOST));
}
