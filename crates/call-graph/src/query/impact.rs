//! What a change may reach.

use crate::{CallGraph, SymbolId};
use rustc_hash::FxHashSet;

impl CallGraph {
    /// Everything that calls `id`, directly (depth 1) or through others, nearest first, at most `max`.
    pub fn impact(&self, id: SymbolId, max: usize) -> Vec<(SymbolId, u32)> {
        let mut seen = FxHashSet::from_iter([id]);
        let mut found: Vec<(SymbolId, u32)> = Vec::new();
        let mut ring = vec![id];
        let mut depth = 0;
        while !ring.is_empty() && found.len() < max {
            depth += 1;
            let mut next = Vec::new();
            for at in ring {
                for edge in self.callers(at) {
                    if seen.insert(edge.from) {
                        next.push(edge.from);
                    }
                }
            }
            found.extend(next.iter().map(|id| (*id, depth)));
            ring = next;
        }
        found.truncate(max);
        found
    }
}
