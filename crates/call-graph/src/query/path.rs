//! How one symbol reaches another.

use crate::graph::Body;
use crate::{CallGraph, Edge, Rule, SymbolId};
use petgraph::algo::astar;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most symbols walked over in a graph that is read in pages.
const MOST_WALKED: usize = 2_000;

impl CallGraph {
    /// The shortest chain of calls from one symbol to another; an unproven edge counts as four proven ones. `None`
    /// where there is no chain, an empty chain from a symbol to itself.
    pub fn path(&self, from: SymbolId, to: SymbolId) -> Option<Vec<Edge>> {
        let Body::Whole(whole) = &self.body else { return self.walk(from, to) };
        let goal = NodeIndex::new(to.0 as usize);
        let start = NodeIndex::new(from.0 as usize);
        let cost = |weight: u32| if whole.weight(weight).is_proven() { 1u32 } else { 4 };
        let (_, nodes) = astar(whole.graph(), start, |at| at == goal, |edge| cost(*edge.weight()), |_| 0)?;
        let mut best: FxHashMap<(usize, usize), Edge> = FxHashMap::default();
        for pair in nodes.windows(2) {
            for edge in whole.graph().edges_connecting(pair[0], pair[1]) {
                let edge = *whole.weight(*edge.weight());
                let known = best.entry((pair[0].index(), pair[1].index())).or_insert(edge);
                if (-edge.confidence, edge.file, edge.line) < (-known.confidence, known.file, known.line) {
                    *known = edge;
                }
            }
        }
        Some(nodes.windows(2).filter_map(|pair| best.get(&(pair[0].index(), pair[1].index())).copied()).collect())
    }

    /// The same by Dijkstra's algorithm over pages, up to a bound.
    fn walk(&self, from: SymbolId, to: SymbolId) -> Option<Vec<Edge>> {
        let mut best: FxHashMap<SymbolId, (u32, Option<Edge>)> = FxHashMap::from_iter([(from, (0, None))]);
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        for _ in 0..MOST_WALKED {
            let Reverse((cost, at)) = open.pop()?;
            if at == to {
                let back = |edge: &Edge| best.get(&edge.from).and_then(|(_, edge)| *edge);
                let mut chain: Vec<Edge> =
                    std::iter::successors(best.get(&to).and_then(|(_, edge)| *edge), back).collect();
                chain.reverse();
                return Some(chain);
            }
            for edge in self.callees(at) {
                let cost = cost + if edge.is_proven() { 1 } else { 4 };
                if best.get(&edge.to).is_none_or(|(known, _)| cost < *known) {
                    best.insert(edge.to, (cost, Some(edge)));
                    open.push(Reverse((cost, edge.to)));
                }
            }
        }
        None
    }

    /// True where the whole chain is proven.
    pub fn is_proven_path(path: &[Edge]) -> bool {
        path.iter().all(|edge| edge.confidence >= Rule::PROVEN)
    }
}
