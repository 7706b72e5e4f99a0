//! Whether anything uses a symbol: calls, subtypes, mentions.

use super::claims::{self, Stated};
use super::each_symbol;
use super::markdown::{MarkdownBuilder, is_of_sql};
use super::sentence::called::{self, Uses};
use super::sentence::{Sentence, absent, fact, fixed};
use crate::asked::Question;
use crate::known::Known;
use protocol::{ClaimKind, Evidence};

/// Most calls, subtypes and mentions listed.
const MOST: usize = 6;
/// Most places in statements of SQL, of each kind.
const MOST_IN_SQL: usize = 12;
/// Most symbols of one name.
const SYMBOLS: usize = 3;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

/// Where statements of SQL name a table, a column or what else SQL makes.
fn of_schema(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let of_kind = |kind: ClaimKind| (claims::of(known, symbol, kind), claims::total(known, e, kind));
    let (written, read) = (of_kind(ClaimKind::WrittenBy), of_kind(ClaimKind::UsedBy));
    let is_all = written.1.1 && read.1.1;
    if written.1.0 + read.1.0 == 0 {
        out.say(absent::uses_in_sql(known, e, is_all, out.here()));
        return;
    }
    out.say(called::used_in_sql(known, e, (written.1.0, read.1.0), is_all));
    for (heading, (stated, (total, _))) in [(fixed::WRITTEN_AT, written), (fixed::READ_OR_NAMED_AT, read)] {
        if !stated.is_empty() {
            let shown = out.list(Some(heading), stated.iter().map(|one| fact::place_of(known, *one)), MOST_IN_SQL);
            out.left_out(total, shown);
        }
    }
}

/// How one symbol is used.
pub(super) fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    if is_of_sql(e) {
        return of_schema(out, known, e);
    }
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
