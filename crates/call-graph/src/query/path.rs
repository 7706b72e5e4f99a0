//! How one symbol reaches another.

use crate::{Edge, SymbolId, WholeGraph};
use petgraph::algo::astar;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;

impl WholeGraph {
    /// The shortest chain of calls from one symbol to another; an unproven edge counts as four proven ones. `None`
    /// where there is no chain, an empty chain from a symbol to itself.
    pub fn path(&self, from: SymbolId, to: SymbolId) -> Option<Vec<Edge>> {
        let goal = NodeIndex::new(to.0 as usize);
        let start = NodeIndex::new(from.0 as usize);
        let cost = |weight: u32| if self.weight(weight).is_proven() { 1u32 } else { 4 };
        let (_, nodes) = astar(self.graph(), start, |at| at == goal, |edge| cost(*edge.weight()), |_| 0)?;
        let mut best: FxHashMap<(usize, usize), Edge> = FxHashMap::default();
        for pair in nodes.windows(2) {
            for edge in self.graph().edges_connecting(pair[0], pair[1]) {
                let edge = *self.weight(*edge.weight());
                let known = best.entry((pair[0].index(), pair[1].index())).or_insert(edge);
                if (-edge.confidence, edge.file, edge.line) < (-known.confidence, known.file, known.line) {
                    *known = edge;
                }
            }
        }
        Some(nodes.windows(2).filter_map(|pair| best.get(&(pair[0].index(), pair[1].index())).copied()).collect())
    }
}
