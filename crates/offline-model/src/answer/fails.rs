//! What can fail in a symbol: what it raises, what it calls raises, what it catches.

use super::claims::{self, Stated};
use super::each_symbol;
use super::markdown::{MarkdownBuilder, cite, count, kind, name, place};
use crate::asked::Question;
use crate::known::Known;
use protocol::{ClaimKind, Evidence};

/// Most errors listed of its own, and of what it calls.
const MOST: [usize; 2] = [8, 6];
/// Most places whose lines are shown.
const SHOWN: usize = 3;
/// Most symbols of one name.
const SYMBOLS: usize = 2;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

/// Whether a claim is about the symbol or a member of it.
fn is_inside(of: &str, symbol: &str) -> bool {
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
    let what = format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e));
    match own.as_slice() {
        [] => out.line(&format!("No error that {what} itself raises was found in its code.")),
        own => {
            let mut objects: Vec<String> = Vec::new();
            for stated in own {
                let object = claims::ticked(&stated.claim.object);
                if !objects.contains(&object) {
                    objects.push(object);
                }
            }
            let shown = objects.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
            let more = if objects.len() > 4 { ", ..." } else { "" };
            out.line(&format!("{what} can fail at {} of its own code: {shown}{more}.", count(own.len(), "place")));
            for stated in own.iter().take(SHOWN) {
                out.line(&format!("{}:", claims::sentence(known, *stated)));
                claims::lines(out, *stated);
            }
            own.iter().skip(SHOWN).take(MOST[0] - SHOWN).for_each(|stated| claims::item(out, known, *stated));
            out.left_out(own.len(), MOST[0]);
        }
    }
    if !others.is_empty() {
        out.line("What it calls directly can fail too:");
        others.iter().take(MOST[1]).for_each(|stated| claims::item(out, known, *stated));
        out.left_out(others.len(), MOST[1]);
    }
    let caught: Vec<Stated<'_>> = of_kind(ClaimKind::Catches).filter(|s| is_inside(&s.claim.of, symbol)).collect();
    if !caught.is_empty() {
        out.line("It catches:");
        caught.iter().take(MOST[1]).for_each(|stated| claims::item(out, known, *stated));
        out.left_out(caught.len(), MOST[1]);
    }
    out.line("Errors of the language, of other packages and of what is called further down are not followed.");
}
