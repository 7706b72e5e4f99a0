//! What can fail in a symbol: what it raises, what it calls raises, what it catches.

use super::claims::{self, Stated};
use super::each_symbol;
use super::markdown::MarkdownBuilder;
use super::sentence::{Sentence, absent, fact, fixed};
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::known::Known;
use protocol::{ClaimKind, Evidence};

/// Most errors listed of its own, and of what it calls.
const MOST: [usize; 2] = [8, 6];
/// Most places whose lines are shown.
const SHOWN: usize = 3;
/// Most symbols of one name, or of one topic.
pub const SYMBOLS: usize = 2;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

/// Whether a claim is about the symbol or a member of it.
pub fn is_inside(of: &str, symbol: &str) -> bool {
    of.strip_prefix(symbol).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
}

pub fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let all = claims::all(known);
    let of_kind = |wanted: ClaimKind| all.iter().copied().filter(move |stated| stated.claim.kind == wanted);
    let own: Vec<Stated<'_>> = of_kind(ClaimKind::Raises).filter(|s| is_inside(&s.claim.of, symbol)).collect();
    let called = known.callees_of(symbol);
    let is_called = |of: &str| called.is_empty() || called.iter().any(|e| e.symbol.as_deref() == Some(of));
    let others: Vec<Stated<'_>> =
        of_kind(ClaimKind::Raises).filter(|s| !is_inside(&s.claim.of, symbol) && is_called(&s.claim.of)).collect();
    match own.as_slice() {
        [] => out.say(absent::errors(known, e)),
        own => {
            out.say(fact::failures(known, e, own));
            for stated in own.iter().take(SHOWN) {
                out.say(fact::above_lines(known, *stated));
                out.code(&Excerpt::whole(stated.evidence));
            }
            list(out, known, None, own.get(SHOWN..).unwrap_or_default(), MOST[0] - SHOWN);
        }
    }
    list(out, known, Some(fixed::CALLED_CAN_FAIL), &others, MOST[1]);
    let caught: Vec<Stated<'_>> = of_kind(ClaimKind::Catches).filter(|s| is_inside(&s.claim.of, symbol)).collect();
    list(out, known, Some(fixed::CATCHES), &caught, MOST[1]);
    out.say(fixed::ERRORS_NOT_FOLLOWED);
}

fn list(out: &mut MarkdownBuilder, known: &Known<'_>, above: Option<Sentence>, stated: &[Stated<'_>], most: usize) {
    if !stated.is_empty() {
        let shown = out.list(above, stated.iter().map(|stated| fact::item(known, *stated)), most);
        out.left_out(stated.len(), shown);
    }
}
