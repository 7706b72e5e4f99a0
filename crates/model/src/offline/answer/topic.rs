//! A topic in free words: the definitions that fit best, and how they hang together.

use super::calls::both_ways;
use super::definition::longest;
use super::sheet::{self, Sheet, certainty, cite, kind, name, place};
use crate::offline::excerpt::{MOST_LINES, key_lines};
use crate::offline::known::{Known, is_proven};
use crate::offline::question::Question;
use crate::offline::relevance;
use protocol::Evidence;

/// Most definitions that are described.
const MOST: usize = 5;

/// Answers "how does ... work" for a topic. False where nothing found shares a word with it.
pub fn explain(sheet: &mut Sheet, question: &Question, known: &Known<'_>) -> bool {
    let wanted = relevance::wanted(question);
    let picked = pick(known, question);
    let Some(best) = picked.first() else { return false };
    let names: Vec<String> = picked.iter().map(|e| format!("{} {}", name(known, e), cite(e))).collect();
    let subject = question.terms.join(" ");
    sheet.line(&match names.split_last() {
        Some((last, [])) => format!("The code that fits \"{subject}\" best is {last}."),
        Some((last, others)) => format!("The code that fits \"{subject}\" best: {} and {last}.", others.join(", ")),
        None => return false,
    });
    let missing: Vec<&String> = wanted.iter().filter(|word| !picked.iter().any(|e| says(e, word))).collect();
    for e in &picked {
        let said = sheet::doc(e).map(|doc| format!(" {doc}")).unwrap_or_default();
        sheet.line(&format!("**{}** is {} at {}.{said} {}", name(known, e), kind(e), place(e), cite(e)));
        let body = longest(known, e);
        sheet.code(body, &key_lines(body, &wanted, MOST_LINES));
    }
    relations(sheet, known, &picked);
    if !relates(known, &picked) {
        both_ways(sheet, known, best);
    }
    if !missing.is_empty() {
        let words: Vec<String> = missing.iter().map(|word| format!("\"{word}\"")).collect();
        sheet.line(&format!("Nothing of this speaks of {}.", words.join(", ")));
    }
    true
}

fn pick<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let mut picked: Vec<&'a Evidence> = Vec::new();
    let named = question.names.iter().filter_map(|name| known.definitions(name).first().copied());
    let ranked = relevance::ranked(known, question);
    for e in named.chain(ranked) {
        // A method and its class tell the same story twice: the first of them stays.
        let overlaps =
            picked.iter().any(|p| p.path == e.path && p.start_line <= e.end_line && e.start_line <= p.end_line);
        if !overlaps && picked.len() < MOST {
            picked.push(e);
        }
    }
    picked
}

fn says(e: &Evidence, word: &str) -> bool {
    [e.symbol.as_deref(), e.doc.as_deref(), Some(&e.path), Some(&e.excerpt)]
        .into_iter()
        .flatten()
        .any(|text| relevance::mentions(text, word))
}

fn relates(known: &Known<'_>, picked: &[&Evidence]) -> bool {
    !between(known, picked).is_empty()
}

fn relations(sheet: &mut Sheet, known: &Known<'_>, picked: &[&Evidence]) {
    let edges = between(known, picked);
    if edges.is_empty() {
        return;
    }
    sheet.line("How they call each other:");
    for (from, to, e) in edges.into_iter().take(10) {
        let unsure = if is_proven(e) { String::new() } else { format!(" ({})", certainty(e)) };
        sheet.item(&format!("`{}` calls `{}` at {}{unsure} {}", known.shown(from), known.shown(to), place(e), cite(e)));
    }
}

fn between<'a>(known: &Known<'a>, picked: &[&Evidence]) -> Vec<(&'a str, &'a str, &'a Evidence)> {
    let is_picked = |symbol: &str| picked.iter().any(|e| e.symbol.as_deref() == Some(symbol));
    let edges =
        known.edges().into_iter().filter(|edge| is_picked(edge.from) && is_picked(edge.to) && edge.from != edge.to);
    edges.map(|edge| (edge.from, edge.to, edge.evidence)).collect()
}
