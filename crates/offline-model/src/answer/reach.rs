//! How one symbol reaches another.

use super::markdown::{self, MarkdownBuilder, certainty, cite, kind, name, place};
use crate::asked::Question;
use crate::chain::{self, Search};
use crate::excerpt::line_with;
use crate::known::{Edge, Known, is_proven};
use crate::symbol::last;

/// Most callers named of an end that is not reached.
const CALLERS: usize = 4;

/// Answers with the chain of calls, each of them cited.
pub fn chain(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let [from, to, ..] = question.names.as_slice() else { return false };
    let (start, end) = (known.bearers(from), known.bearers(to));
    match chain::search(known, from, to) {
        Search::Found(edges) => {
            let mut names: Vec<String> = edges.iter().map(|edge| format!("`{}`", known.shown(edge.from))).collect();
            names.extend(edges.last().map(|edge| format!("`{}`", known.shown(edge.to))));
            let through = cited(&edges);
            let calls = markdown::count(edges.len(), "call");
            out.line(&format!("`{from}` reaches `{to}` in {calls}: {} {through}", names.join(" → ")));
            for edge in &edges {
                out.item(&link(known, edge));
            }
            if let Some(other) = chain::another(known, from, to, &edges) {
                let mut names: Vec<String> = other.iter().map(|edge| format!("`{}`", known.shown(edge.from))).collect();
                names.extend(other.last().map(|edge| format!("`{}`", known.shown(edge.to))));
                out.line(&format!(
                    "Another way, in {}: {} {}",
                    markdown::count(other.len(), "call"),
                    names.join(" → "),
                    cited(&other)
                ));
            }
            if edges.iter().any(|edge| !is_proven(edge.evidence)) {
                out.line(
                    "A link marked as possible may not hold: the code does not say for certain which symbol is meant.",
                );
            }
        }
        _ if start.is_empty() && end.is_empty() => return false,
        search => {
            out.line(&match search {
                Search::Frontier { .. } => {
                    format!("No chain of calls from `{from}` to `{to}` was found within the number of steps allowed.")
                }
                _ => format!("No chain of calls from `{from}` to `{to}` was found in this repository."),
            });
            if let Some(edges) = chain::nearest(known, from, to) {
                let mut names: Vec<String> = edges.iter().map(|edge| format!("`{}`", known.shown(edge.from))).collect();
                names.extend(edges.last().map(|edge| format!("`{}`", known.shown(edge.to))));
                out.line(&format!(
                    "The nearest that calls lead to from there is {}: {}",
                    names.last().map_or("", String::as_str),
                    names.join(" \u{2192} ")
                ));
                edges.iter().for_each(|edge| out.item(&link(known, edge)));
            }
            let callers: Vec<String> = end.first().and_then(|e| e.symbol.as_deref()).map_or_else(Vec::new, |symbol| {
                let places = known.callers_of(symbol).into_iter().take(CALLERS);
                places.map(|e| format!("{} at {} {}", name(known, e), place(e), cite(e))).collect()
            });
            if !callers.is_empty() {
                out.line(&format!("What calls `{to}`: {}.", callers.join(", ")));
            }
            if let Search::Found(edges) = chain::search(known, to, from) {
                let through = cited(&edges);
                out.line(&format!("The other way round there is one: `{to}` reaches `{from}` {through}"));
            }
        }
    }
    for (asked, found) in [(from, start), (to, end)] {
        match found.first() {
            Some(e) => {
                let documented = markdown::prefixed(" ", markdown::first_sentence(e));
                out.line(&format!("{} is {} at {}.{documented} {}", name(known, e), kind(e), place(e), cite(e)));
            }
            None => out.line(&format!("Not found in this repository: `{asked}`.")),
        }
    }
    true
}

/// "`a` calls `b` at x:3 (certain): `b()`"
fn link(known: &Known<'_>, edge: &Edge<'_>) -> String {
    let line = line_with(edge.evidence, last(edge.to)).map_or_else(String::new, |line| format!(": `{line}`"));
    format!(
        "`{}` calls `{}` at {} ({}){line} {}",
        known.shown(edge.from),
        known.shown(edge.to),
        place(edge.evidence),
        certainty(edge.evidence),
        cite(edge.evidence)
    )
}

fn cited(edges: &[Edge<'_>]) -> String {
    edges.iter().map(|edge| cite(edge.evidence)).collect::<Vec<_>>().join(" ")
}
