//! Who calls a symbol, and what it calls.

use super::claims;
use super::markdown::{MarkdownBuilder, is_of_sql};
use super::sentence::called::{self, Total};
use super::sentence::{Sentence, absent, count, defined};
use super::used;
use crate::asked::Question;
use crate::excerpt::line_with;
use crate::known::{Known, is_proven};
use crate::symbol::last;
use code_words::path::is_test;
use compact_sort::CompactSort;
use protocol::{ClaimKind, Evidence};
use std::cmp::Reverse;

/// Most calls that are listed.
const MOST_CALLS: usize = 30;
/// Most calls that are listed beside a description.
const MOST_BESIDE: usize = 6;
/// Most calls that are only possible, listed.
const MOST_POSSIBLE: usize = 5;
/// Most symbols of one name whose calls are listed.
const MOST_SYMBOLS: usize = 3;

pub fn callers(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let mut missing = Vec::new();
    for asked in &question.names {
        let definitions = known.definitions(asked);
        if definitions.is_empty() {
            let places = known.callers_of(asked);
            if places.is_empty() {
                missing.push(asked.clone());
            } else {
                let above = called::outside(asked, Total::of(known, asked, &places));
                list_callers(out, known, above, asked, &places, MOST_CALLS);
            }
            continue;
        }
        if definitions.iter().all(|e| is_of_sql(e)) {
            let of_name = Question { names: vec![asked.clone()], ..question.clone() };
            used::write(out, &of_name, known);
            continue;
        }
        callers_of_all(out, known, asked, definitions);
    }
    out.missing_names(&question.names, &missing)
}

fn callers_of_all(out: &mut MarkdownBuilder, known: &Known<'_>, asked: &str, definitions: Vec<&Evidence>) {
    let callers = |e: &Evidence| known.callers_of(e.symbol.as_deref().unwrap_or(""));
    let all = called_first(definitions, callers);
    // Symbols without callers are listed only if there are no others.
    let listed = all.iter().filter(|e| !callers(e).is_empty()).count().clamp(1, MOST_SYMBOLS);
    for e in all.iter().take(listed) {
        let (symbol, places) = (e.symbol.as_deref().unwrap_or(""), callers(e));
        // Where it is handed on, or named by a text.
        if places.is_empty() && claims::total(known, e, ClaimKind::UsedBy).0 > 0 {
            used::of_symbol(out, known, e);
            continue;
        }
        list_callers(out, known, called::callers(known, e, &places), symbol, &places, MOST_CALLS);
    }
    if all.len() > 1 {
        out.say(defined::share_name(known, asked, &all, listed));
    }
}

/// Answers "what does it call".
pub fn callees(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let mut missing = Vec::new();
    for asked in &question.names {
        let definitions = known.definitions(asked);
        if definitions.is_empty() {
            missing.push(asked.clone());
        }
        let all = called_first(definitions, |e| known.callees_of(e.symbol.as_deref().unwrap_or("")));
        for e in all.into_iter().take(MOST_SYMBOLS) {
            let called = known.callees_of(e.symbol.as_deref().unwrap_or(""));
            list_callees(out, known, called::callees(known, e, &called), e, &called, MOST_CALLS);
        }
    }
    out.missing_names(&question.names, &missing)
}

/// Beside a description: what the symbol calls and who calls it.
pub fn both_ways(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let Some(symbol) = e.symbol.as_deref() else { return };
    let (called, places) = (known.callees_of(symbol), known.callers_of(symbol));
    if !called.is_empty() {
        list_callees(out, known, called::callees_of_described(known, e), e, &called, MOST_BESIDE);
    }
    if !places.is_empty() {
        list_callers(out, known, called::callers_of_described(known, e, &places), symbol, &places, MOST_BESIDE);
    } else if known.has_asked_callers(symbol) {
        out.say(absent::calls_of_described(known, e));
    }
}

/// Proven calls, then a few of the possible ones: those whose line has the name, or else any.
fn list_callers(
    out: &mut MarkdownBuilder,
    known: &Known<'_>,
    above: Sentence,
    symbol: &str,
    places: &[&Evidence],
    most: usize,
) {
    if places.is_empty() {
        return out.say(above);
    }
    let (proven, possible): (Vec<&Evidence>, Vec<&Evidence>) = places.iter().partition(|e| is_proven(e));
    let has_name = |e: &&Evidence| line_with(e, last(symbol)).is_some();
    let (mut likely, mut others): (Vec<&Evidence>, Vec<&Evidence>) = possible.into_iter().partition(has_name);
    if likely.is_empty() {
        likely = std::mem::take(&mut others);
    }
    likely.compact_sort_by_key(|e| is_test(&e.path));
    let first = likely.len().min(MOST_POSSIBLE);
    let caller = |e: &Evidence| called::caller(known, e, symbol);
    let shown = out.list(Some(above), proven.into_iter().map(caller), most);
    let shown_possible = out.list(None, likely.into_iter().chain(others).map(caller), first);
    let total = Total::of(known, symbol, places);
    out.left_out(total.proven(), shown);
    out.left_out_possible(total.possible(), shown_possible);
}

/// Of how many there are in all, those that are not known included.
fn list_callees(
    out: &mut MarkdownBuilder,
    known: &Known<'_>,
    above: Sentence,
    e: &Evidence,
    called: &[&Evidence],
    most: usize,
) {
    if called.is_empty() {
        return out.say(above);
    }
    let shown = out.list(Some(above), called.iter().map(|e| called::callee(known, e)), most);
    out.left_out(called::callees_in_all(known, e, called), shown);
    let listed = called.iter().skip(shown.from()).take(shown.through() - shown.from());
    let possible = listed.filter(|e| !is_proven(e)).count();
    if possible > 0 {
        out.below(shown, count::only_possible(possible));
    }
}

/// Definitions with most proven calls first, then with most calls; tests only where there is nothing else.
fn called_first<'a>(
    mut definitions: Vec<&'a Evidence>,
    calls: impl Fn(&Evidence) -> Vec<&'a Evidence>,
) -> Vec<&'a Evidence> {
    if definitions.iter().any(|e| !is_test(&e.path)) {
        definitions.retain(|e| !is_test(&e.path));
    }
    definitions.compact_sort_by_key(|e| {
        let calls = calls(e);
        Reverse((calls.iter().filter(|e| is_proven(e)).count(), calls.len()))
    });
    definitions
}
