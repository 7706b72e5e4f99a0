//! What a type has: its methods and fields.

use super::claims;
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, fact};
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
    let members = claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member);
    if members.is_empty() {
        return out.say(absent::members(known, e));
    }
    let shown = out.list(Some(fact::members(known, e)), members.iter().map(|member| fact::member(*member)), MOST);
    out.left_out(claims::total(known, e, ClaimKind::Member).0, shown);
}
