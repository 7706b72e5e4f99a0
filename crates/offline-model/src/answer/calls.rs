//! Who calls a symbol, and what it calls.

use super::markdown::{self, MarkdownBuilder, certainty, cite, count, kind, name, place};
use crate::asked::Question;
use crate::excerpt::line_with;
use crate::known::{Known, is_proven};
use crate::symbol::last;
use code_words::path::is_test;
use compact_sort::CompactSort;
use protocol::{Direction, Evidence};
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
                let total = Total::of(known, asked, &places);
                out.line(&format!("{} `{asked}`, which is defined outside this repository:", total.calling()));
                list_callers(out, known, asked, &places, MOST_CALLS);
            }
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
        let places = callers(e);
        let what = format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e));
        let total = Total::of(known, e.symbol.as_deref().unwrap_or(""), &places);
        out.line(&match total.proven > 0 {
            _ if places.is_empty() => format!(
                "No call of {what} was found in this repository. It may be called from outside, or in a way that \
                 cannot be read from the code: by a framework, through a variable, by name."
            ),
            true => format!("{} {what}:", total.calling()),
            false => format!("No call of {what} is proven; {} may call it:", count(total.possible, "place")),
        });
        list_callers(out, known, e.symbol.as_deref().unwrap_or(""), &places, MOST_CALLS);
    }
    if all.len() > 1 {
        let rest = all.iter().skip(listed).take(4);
        let rest: Vec<String> = rest.map(|e| markdown::name_and_place(known, e)).collect();
        let others = if rest.is_empty() { String::new() } else { format!("; also {}", rest.join(", ")) };
        out.line(&format!("{} share the name `{asked}`{others}.", count(all.len(), "symbol")));
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
            let what = format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e));
            if called.is_empty() {
                out.line(&format!("{what} calls nothing that is defined in this repository."));
            } else {
                let all = callees_in_all(known, e, &called);
                out.line(&format!("{what} calls {}:", count(all, "symbol")));
                list_callees(out, known, &called, all, MOST_CALLS);
            }
        }
    }
    out.missing_names(&question.names, &missing)
}

/// Beside a description: what the symbol calls and who calls it.
pub fn both_ways(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let Some(symbol) = e.symbol.as_deref() else { return };
    let (called, places) = (known.callees_of(symbol), known.callers_of(symbol));
    if !called.is_empty() {
        out.line(&format!("{} calls:", name(known, e)));
        list_callees(out, known, &called, callees_in_all(known, e, &called), MOST_BESIDE);
    }
    if !places.is_empty() {
        out.line(&format!("{} {}:", Total::of(known, symbol, &places).calling(), name(known, e)));
        list_callers(out, known, symbol, &places, MOST_BESIDE);
    } else if known.has_asked_callers(symbol) {
        out.line(&format!("No call of {} was found in this repository {}.", name(known, e), cite(e)));
    }
}

/// Proven calls, then a few of the possible ones: those whose line has the name, or else any.
fn list_callers(out: &mut MarkdownBuilder, known: &Known<'_>, symbol: &str, places: &[&Evidence], most: usize) {
    let (proven, possible): (Vec<&Evidence>, Vec<&Evidence>) = places.iter().partition(|e| is_proven(e));
    let has_name = |e: &&&Evidence| line_with(e, last(symbol)).is_some();
    let mut likely: Vec<&Evidence> = possible.iter().filter(has_name).copied().collect();
    if likely.is_empty() {
        likely = possible.clone();
    }
    likely.compact_sort_by_key(|e| is_test(&e.path));
    likely.truncate(MOST_POSSIBLE);
    for e in proven.iter().take(most).chain(&likely) {
        let line = line_with(e, last(symbol)).map_or_else(String::new, |line| format!(": `{line}`"));
        out.item(&format!("{} at {} ({}){line} {}", name(known, e), place(e), certainty(e), cite(e)));
    }
    let total = Total::of(known, symbol, places);
    out.left_out(total.proven, proven.len().min(most));
    if total.possible > likely.len() {
        out.line(&format!("... and {} more that are only possible.", total.possible - likely.len()));
    }
}

/// `all` are the symbols called, those that are not known included.
fn list_callees(out: &mut MarkdownBuilder, known: &Known<'_>, called: &[&Evidence], all: usize, most: usize) {
    let listed = &called[..called.len().min(most)];
    for e in listed {
        let documented = markdown::prefixed(": ", markdown::first_sentence(e));
        let unsure = if is_proven(e) { String::new() } else { format!(" ({})", certainty(e)) };
        let what = e.symbol.as_ref().map_or_else(|| format!("a symbol at {}", place(e)), |_| name(known, e));
        out.item(&format!("{what} at {}{unsure}{documented} {}", place(e), cite(e)));
    }
    out.left_out(all, listed.len());
    let possible = listed.iter().filter(|e| !is_proven(e)).count();
    if possible > 0 {
        out.line(&format!(
            "{possible} of these {} only possible: the code does not say for certain which symbol is meant.",
            if possible == 1 { "is" } else { "are" }
        ));
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

/// How many symbols a symbol calls.
fn callees_in_all(known: &Known<'_>, e: &Evidence, called: &[&Evidence]) -> usize {
    let counted = known.call_count(e.symbol.as_deref().unwrap_or(""), Direction::Callees);
    counted.map_or(called.len(), |calls| calls.symbols as usize)
}

/// How many places call a symbol, those that are not known included.
#[derive(Clone, Copy)]
struct Total {
    proven: usize,
    possible: usize,
    /// Different symbols that contain the calls, if a tool has counted them.
    callers: Option<usize>,
}

impl Total {
    fn of(known: &Known<'_>, symbol: &str, places: &[&Evidence]) -> Self {
        let proven = places.iter().filter(|e| is_proven(e)).count();
        let listed = Self { proven, possible: places.len() - proven, callers: None };
        known.call_count(symbol, Direction::Callers).map_or(listed, |calls| Self {
            proven: calls.proven as usize,
            possible: calls.places.saturating_sub(calls.proven) as usize,
            callers: Some(calls.symbols as usize),
        })
    }

    /// "2 places call, and 1 other may call"; where there are more of them than callers, with both numbers.
    fn calling(self) -> String {
        let within = match self.callers {
            Some(callers) if callers < self.proven + self.possible => format!(" (in {})", count(callers, "caller")),
            _ => String::new(),
        };
        match (self.proven, self.possible) {
            (proven, 0) => format!("{}{within}", calling(proven)),
            (0, possible) => format!("{} may call{within}", count(possible, "place")),
            (proven, possible) => format!("{}, and {} may call{within},", calling(proven), count(possible, "other")),
        }
    }
}

fn calling(n: usize) -> String {
    format!("{} call{}", count(n, "place"), if n == 1 { "s" } else { "" })
}
