//! What lies around a symbol.

use crate::{CallGraph, Edge, SymbolId};
use compact_sort::CompactSort;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

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
    /// most called come first.
    pub fn neighbourhood(&self, id: SymbolId, depth: u32, direction: Direction, max_nodes: usize) -> Neighbourhood {
        let mut nodes = vec![id];
        let mut seen = FxHashSet::from_iter([id]);
        let mut omitted = FxHashSet::default();
        let mut ring = vec![id];
        let mut walked: Vec<Edge> = Vec::new();
        for _ in 0..depth {
            let mut next: Vec<SymbolId> = Vec::new();
            for at in &ring {
                for (edge, other) in self.steps(*at, direction) {
                    walked.push(edge);
                    if !seen.contains(&other) && !next.contains(&other) {
                        next.push(other);
                    }
                }
            }
            next.compact_sort_by_key(|id| (std::cmp::Reverse(self.incoming(*id).len()), *id));
            let room = max_nodes.max(1) - nodes.len().min(max_nodes.max(1));
            omitted.extend(next.iter().skip(room).copied());
            next.truncate(room);
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

    fn steps(&self, id: SymbolId, direction: Direction) -> Vec<(Edge, SymbolId)> {
        let mut steps = Vec::new();
        if direction != Direction::Callees {
            steps.extend(self.callers(id).into_iter().map(|edge| (edge, edge.from)));
        }
        if direction != Direction::Callers {
            steps.extend(self.callees(id).into_iter().map(|edge| (edge, edge.to)));
        }
        steps
    }
}
