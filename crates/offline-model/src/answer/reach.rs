//! How one symbol reaches another.

use super::markdown::MarkdownBuilder;
use super::sentence::{absent, defined, fixed, reached};
use crate::asked::Question;
use crate::chain::{self, Search};
use crate::known::{Known, is_proven};

/// Most callers named of an end that is not reached.
const CALLERS: usize = 4;

/// Answers with the chain of calls, each of them cited.
pub fn chain(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let [from, to, ..] = question.names.as_slice() else { return false };
    let (start, end) = (known.bearers(from), known.bearers(to));
    match chain::search(known, from, to) {
        Search::Found(edges) => {
            out.say(reached::chain(known, from, to, &edges));
            edges.iter().for_each(|edge| out.item(reached::link(known, edge)));
            if let Some(other) = chain::another(known, from, to, &edges) {
                out.say(reached::another(known, &other));
            }
            if edges.iter().any(|edge| !is_proven(edge.evidence)) {
                out.say(fixed::POSSIBLE_LINK);
            }
        }
        _ if start.is_empty() && end.is_empty() => return false,
        search => {
            out.say(absent::chain(from, to, matches!(search, Search::Frontier { .. })));
            if let Some(edges) = chain::nearest(known, from, to) {
                out.say(reached::nearest(known, &edges));
                edges.iter().for_each(|edge| out.item(reached::link(known, edge)));
            }
            if let Some(symbol) = end.first().and_then(|e| e.symbol.as_deref()) {
                let places: Vec<_> = known.callers_of(symbol).into_iter().take(CALLERS).collect();
                reached::callers_of_end(known, to, &places).into_iter().for_each(|sentence| out.say(sentence));
            }
            if let Search::Found(edges) = chain::search(known, to, from) {
                out.say(reached::other_way(from, to, &edges));
            }
        }
    }
    for (asked, found) in [(from, start), (to, end)] {
        out.say(match found.first() {
            Some(e) => defined::described(known, e),
            None => absent::names(std::slice::from_ref(asked), out.here()),
        });
    }
    true
}
