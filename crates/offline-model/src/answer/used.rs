//! Whether anything uses a symbol: calls, subtypes, mentions.

use super::claims::{self, Stated};
use super::each_symbol;
use super::markdown::MarkdownBuilder;
use super::sentence::called::{self, Uses};
use super::sentence::{Sentence, fact, fixed};
use crate::asked::Question;
use crate::known::Known;
use protocol::{ClaimKind, Evidence};

/// Most calls, subtypes and mentions listed.
const MOST: usize = 6;
/// Most symbols of one name.
const SYMBOLS: usize = 3;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let callers = known.callers_of(symbol);
    let mentions = claims::of(known, symbol, ClaimKind::UsedBy);
    let subtypes = claims::of(known, symbol, ClaimKind::ExtendedBy);
    let uses = Uses::of(known, e);
    let entries = callers.iter().map(|e| called::caller(known, e, symbol));
    let shown = out.list(Some(called::used(known, e, &uses, out.here())), entries, MOST);
    out.left_out(uses.calls(), shown);
    list(out, known, fixed::SUBTYPES, &subtypes, subtypes.len());
    list(out, known, fixed::MENTIONS, &mentions, uses.mentioned());
    if uses.calls() == 0 {
        out.say(fixed::USES_UNSEEN);
    }
}

fn list(out: &mut MarkdownBuilder, known: &Known<'_>, heading: Sentence, stated: &[Stated<'_>], total: usize) {
    if !stated.is_empty() {
        let shown = out.list(Some(heading), stated.iter().map(|stated| fact::item(known, *stated)), MOST);
        out.left_out(total, shown);
    }
}
