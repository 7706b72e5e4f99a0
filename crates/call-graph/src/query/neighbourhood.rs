//! What lies around a symbol.

use crate::{CallGraph, Edge, SymbolId};
use compact_sort::CompactSort;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Most symbols of one depth of which the most called are chosen. Looking at more costs a page of an index each; beyond it
/// those whose calls are most certain are taken, then the first by place.
const COMPARED: usize = 512;

/// Which way to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To those who call.
    Callers,
    /// To those who are called.
    Callees,
    /// Both.
    Both,
}

/// Part of the graph around a symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neighbourhood {
    /// The symbol itself, then breadth first.
    pub nodes: Vec<SymbolId>,
    /// The edges between the nodes that were walked; one per pair of caller and callee, the most certain.
    pub edges: Vec<Edge>,
    /// How many symbols within the depth were left out.
    pub omitted: u32,
}

impl CallGraph {
    /// Symbols within `depth` calls of `id`, at most `max_nodes`, breadth first; of several at the same depth the
    /// most called come first. Symbols whose page is not loaded have no neighbours in it: the walk goes on, so that one run
    /// notes all the pages that the next ring needs.
    pub fn neighbourhood(&self, id: SymbolId, depth: u32, direction: Direction, max_nodes: usize) -> Neighbourhood {
        let max_nodes = max_nodes.max(1);
        let mut nodes = vec![id];
        let mut seen = FxHashSet::from_iter([id]);
        let mut omitted = FxHashSet::default();
        let mut ring = vec![id];
        let mut walked: Vec<Edge> = Vec::new();
        for _ in 0..depth {
            let (mut next, mut found): (Vec<SymbolId>, FxHashSet<SymbolId>) = (Vec::new(), FxHashSet::default());
            for at in &ring {
                for (edge, other) in self.steps(*at, direction) {
                    walked.push(edge);
                    if !seen.contains(&other) && found.insert(other) {
                        next.push(other);
                    }
                }
            }
            let room = max_nodes - nodes.len();
            omitted.extend(self.all_but_most_called(&mut next, room));
            seen.extend(next.iter().copied());
            nodes.extend(next.iter().copied());
            ring = next;
        }
        omitted.retain(|id| !seen.contains(id));
        walked.retain(|edge| seen.contains(&edge.from) && seen.contains(&edge.to));
        walked.compact_sort_by(|a, b| {
            (a.from, a.to)
                .cmp(&(b.from, b.to))
                .then_with(|| b.confidence.total_cmp(&a.confidence))
                .then(a.line.cmp(&b.line))
        });
        walked.dedup_by_key(|edge| (edge.from, edge.to));
        Neighbourhood { nodes, edges: walked, omitted: omitted.len() as u32 }
    }

    /// Keeps the `room` most called, those first; returns the others.
    fn all_but_most_called(&self, symbols: &mut Vec<SymbolId>, room: usize) -> Vec<SymbolId> {
        if room == 0 {
            return std::mem::take(symbols);
        }
        let mut left = symbols.split_off(symbols.len().min(room.max(COMPARED)));
        let incoming = |id: &SymbolId| self.count_incoming(*id).unwrap_or(0);
        let mut called: Vec<_> = symbols.iter().map(|id| (Reverse(incoming(id)), *id)).collect();
        called.compact_sort();
        *symbols = called.into_iter().map(|(_, id)| id).collect();
        left.extend(symbols.split_off(room.min(symbols.len())));
        left
    }

    fn steps(&self, id: SymbolId, direction: Direction) -> Vec<(Edge, SymbolId)> {
        let mut steps = Vec::new();
        if direction != Direction::Callees {
            steps.extend(self.callers(id).into_iter().flatten().map(|edge| (edge, edge.from)));
        }
        if direction != Direction::Callers {
            steps.extend(self.callees(id).into_iter().flatten().map(|edge| (edge, edge.to)));
        }
        steps
    }
}
