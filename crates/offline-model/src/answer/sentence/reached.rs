//! Chains of calls: how one symbol reaches another.

use super::Sentence;
use crate::answer::markdown::{certainty, cite, count, name, place};
use crate::excerpt::line_with;
use crate::known::{Edge, Known};
use crate::symbol::last;
use protocol::Evidence;

/// The chain in a sentence.
pub fn chain(known: &Known<'_>, from: &str, to: &str, edges: &[Edge<'_>]) -> Sentence {
    let calls = count(edges.len(), "call");
    let names = names(known, edges).join(" → ");
    Sentence::cited(format!("`{from}` reaches `{to}` in {calls}: {names} {}", cited(edges)))
}

/// Another chain between the same.
pub fn another(known: &Known<'_>, edges: &[Edge<'_>]) -> Sentence {
    let calls = count(edges.len(), "call");
    Sentence::cited(format!("Another way, in {calls}: {} {}", names(known, edges).join(" → "), cited(edges)))
}

/// The chain the other way round.
pub fn other_way(from: &str, to: &str, edges: &[Edge<'_>]) -> Sentence {
    Sentence::cited(format!("The other way round there is one: `{to}` reaches `{from}` {}", cited(edges)))
}

/// Where calls lead to that comes nearest, above the calls.
pub fn nearest(known: &Known<'_>, edges: &[Edge<'_>]) -> Sentence {
    let names = names(known, edges);
    let end = names.last().map_or("", String::as_str);
    Sentence::below(format!("The nearest that calls lead to from there is {end}: {}", names.join(" \u{2192} ")))
}

/// Places that call the end that is not reached; `None` where there are none.
pub fn callers_of_end(known: &Known<'_>, to: &str, places: &[&Evidence]) -> Option<Sentence> {
    let callers: Vec<String> =
        places.iter().map(|e| format!("{} at {} {}", name(known, e), place(e), cite(e))).collect();
    (!callers.is_empty()).then(|| Sentence::cited(format!("What calls `{to}`: {}.", callers.join(", "))))
}

/// "`a` calls `b` at x:3 (certain): `b()`"
pub fn link(known: &Known<'_>, edge: &Edge<'_>) -> Sentence {
    let line = line_with(edge.evidence, last(edge.to)).map_or_else(String::new, |line| format!(": `{line}`"));
    Sentence::cited(format!(
        "`{}` calls `{}` at {} ({}){line} {}",
        known.shown(edge.from),
        known.shown(edge.to),
        place(edge.evidence),
        certainty(edge.evidence),
        cite(edge.evidence)
    ))
}

fn names(known: &Known<'_>, edges: &[Edge<'_>]) -> Vec<String> {
    let from = edges.iter().map(|edge| edge.from);
    from.chain(edges.last().map(|edge| edge.to)).map(|symbol| format!("`{}`", known.shown(symbol))).collect()
}

fn cited(edges: &[Edge<'_>]) -> String {
    edges.iter().map(|edge| cite(edge.evidence)).collect::<Vec<_>>().join(" ")
}
