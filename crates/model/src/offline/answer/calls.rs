//! Who calls a symbol, and what it calls.

use super::definition::{left_out, say_lost};
use super::sheet::{self, Sheet, certainty, cite, count, kind, name, place};
use crate::offline::excerpt::line_with;
use crate::offline::known::{Known, is_proven};
use crate::offline::question::Question;
use crate::offline::symbol::{is_test, last};
use protocol::Evidence;

/// Most calls that are listed.
const MOST_CALLS: usize = 30;
/// Most calls that are listed beside a description.
const MOST_BESIDE: usize = 8;

/// Answers "who calls".
pub fn callers(sheet: &mut Sheet, question: &Question, known: &Known<'_>) -> bool {
    let mut lost = Vec::new();
    for asked in &question.names {
        let definitions = known.definitions(asked);
        if definitions.is_empty() {
            let places = known.callers_of(asked);
            if places.is_empty() {
                lost.push(asked.clone());
            } else {
                sheet.line(&format!("{} `{asked}`, which is defined outside this repository:", calling(places.len())));
                list_callers(sheet, known, asked, &places, MOST_CALLS);
            }
            continue;
        }
        for e in called_first(definitions, |e| known.callers_of(e.symbol.as_deref().unwrap_or("")).len()) {
            let symbol = e.symbol.as_deref().unwrap_or("");
            let places = known.callers_of(symbol);
            if places.is_empty() {
                sheet.line(&format!(
                    "No call of {} ({} at {}) was found in this repository {}. It may be called from outside, or in a \
                     way that cannot be read from the code: by a framework, through a variable, by name.",
                    name(known, e),
                    kind(e),
                    place(e),
                    cite(e)
                ));
            } else {
                sheet.line(&format!(
                    "{} {} ({} at {} {}):",
                    calling(places.len()),
                    name(known, e),
                    kind(e),
                    place(e),
                    cite(e)
                ));
                list_callers(sheet, known, symbol, &places, MOST_CALLS);
            }
        }
    }
    say_lost(sheet, question, &lost)
}

/// Answers "what does it call".
pub fn callees(sheet: &mut Sheet, question: &Question, known: &Known<'_>) -> bool {
    let mut lost = Vec::new();
    for asked in &question.names {
        let definitions = known.definitions(asked);
        if definitions.is_empty() {
            lost.push(asked.clone());
        }
        for e in called_first(definitions, |e| known.callees_of(e.symbol.as_deref().unwrap_or("")).len()) {
            let called = known.callees_of(e.symbol.as_deref().unwrap_or(""));
            let what = format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e));
            if called.is_empty() {
                sheet.line(&format!("{what} calls nothing that is defined in this repository."));
            } else {
                sheet.line(&format!("{what} calls {}:", count(called.len(), "symbol")));
                list_callees(sheet, known, &called, MOST_CALLS);
            }
        }
    }
    say_lost(sheet, question, &lost)
}

/// Beside a description: what the symbol calls and who calls it.
pub fn both_ways(sheet: &mut Sheet, known: &Known<'_>, e: &Evidence) {
    let Some(symbol) = e.symbol.as_deref() else { return };
    let (called, places) = (known.callees_of(symbol), known.callers_of(symbol));
    if !called.is_empty() {
        sheet.line(&format!("{} calls:", name(known, e)));
        list_callees(sheet, known, &called, MOST_BESIDE);
    }
    if !places.is_empty() {
        sheet.line(&format!("{} {}:", calling(places.len()), name(known, e)));
        list_callers(sheet, known, symbol, &places, MOST_BESIDE);
    } else if known.has_asked_callers(symbol) {
        sheet.line(&format!("No call of {} was found in this repository {}.", name(known, e), cite(e)));
    }
}

fn list_callers(sheet: &mut Sheet, known: &Known<'_>, symbol: &str, places: &[&Evidence], most: usize) {
    for e in places.iter().take(most) {
        let line = line_with(e, last(symbol)).map(|line| format!(": `{line}`")).unwrap_or_default();
        sheet.item(&format!("{} at {} ({}){line} {}", name(known, e), place(e), certainty(e), cite(e)));
    }
    left_out(sheet, places.len(), most);
    say_possible(sheet, places);
}

fn list_callees(sheet: &mut Sheet, known: &Known<'_>, called: &[&Evidence], most: usize) {
    for e in called.iter().take(most) {
        let said = sheet::first_sentence(e).map(|said| format!(": {said}")).unwrap_or_default();
        let unsure = if is_proven(e) { String::new() } else { format!(" ({})", certainty(e)) };
        let what = e.symbol.as_ref().map_or_else(|| format!("a symbol at {}", place(e)), |_| name(known, e));
        sheet.item(&format!("{what} at {}{unsure}{said} {}", place(e), cite(e)));
    }
    left_out(sheet, called.len(), most);
    say_possible(sheet, called);
}

fn say_possible(sheet: &mut Sheet, calls: &[&Evidence]) {
    let possible = calls.iter().filter(|e| !is_proven(e)).count();
    if possible > 0 {
        sheet.line(&format!(
            "{possible} of these {} only possible: the code does not say for certain which symbol is meant.",
            if possible == 1 { "is" } else { "are" }
        ));
    }
}

/// Definitions that have calls before those without; tests only where there is nothing else.
fn called_first(mut definitions: Vec<&Evidence>, calls: impl Fn(&Evidence) -> usize) -> Vec<&Evidence> {
    if definitions.iter().any(|e| !is_test(&e.path)) {
        definitions.retain(|e| !is_test(&e.path));
    }
    definitions.sort_by_key(|e| calls(e) == 0);
    definitions.truncate(4);
    definitions
}

fn calling(n: usize) -> String {
    format!("{} call{}", count(n, "place"), if n == 1 { "s" } else { "" })
}
