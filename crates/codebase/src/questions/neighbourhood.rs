//! What is around a symbol in the call graph?

use super::symbol::SymbolInfo;
use crate::Codebase;
use call_graph::{Direction, SymbolId};
use compact_sort::CompactSort;
use paging::Loaded;
use rustc_hash::FxHashMap;

/// A symbol near the one in the middle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    pub symbol: SymbolInfo,
    /// Calls between it and the middle, at least.
    pub distance: u32,
}

/// A part of the call graph of a readable size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The middle first, then by distance.
    pub nodes: Vec<Neighbour>,
    /// Caller and callee as places in `nodes`, and whether the call is proven.
    pub edges: Vec<(u32, u32, bool)>,
    /// Symbols within the depth that are left out.
    pub omitted: u32,
}

impl Codebase {
    /// Symbols within `depth` calls of a symbol, at most `max_nodes`. `Ok(None)` for a number of another graph.
    ///
    /// # Errors
    /// The symbol's page is not loaded. Of those that it reaches, the loaded ones are in the answer.
    pub fn neighbourhood(
        &self,
        id: SymbolId,
        depth: u32,
        direction: Direction,
        max_nodes: usize,
    ) -> Loaded<Option<Neighbourhood>> {
        if self.graph().symbol(id)?.is_none() {
            return Ok(None);
        }
        let found = self.graph().neighbourhood(id, depth, direction, max_nodes);
        let symbols = self.symbols(found.nodes.iter().copied());
        let places: FxHashMap<SymbolId, u32> = symbols.iter().map(|symbol| symbol.id).zip(0..).collect();
        let place = |id: SymbolId| places.get(&id).copied();
        let edges: Vec<(u32, u32, bool)> = found
            .edges
            .iter()
            .filter_map(|edge| Some((place(edge.from)?, place(edge.to)?, edge.is_proven())))
            .collect();
        let distances = distances(symbols.len(), &edges);
        let nodes =
            symbols.into_iter().zip(distances).map(|(symbol, distance)| Neighbour { symbol, distance }).collect();
        Ok(Some(Neighbourhood { nodes, edges, omitted: found.omitted }))
    }
}

/// Steps from node 0, whichever way the edges point.
fn distances(nodes: usize, edges: &[(u32, u32, bool)]) -> Vec<u32> {
    let mut distances = vec![u32::MAX; nodes];
    let mut ring = vec![0u32];
    let mut depth = 0;
    while !ring.is_empty() {
        for &node in &ring {
            distances[node as usize] = depth;
        }
        let ends = edges.iter().flat_map(|&(from, to, _)| [(from, to), (to, from)]);
        let reached =
            ends.filter(|(from, to)| distances[*from as usize] == depth && distances[*to as usize] == u32::MAX);
        let mut next: Vec<u32> = reached.map(|(_, to)| to).collect();
        next.compact_sort();
        next.dedup();
        ring = next;
        depth += 1;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn the_middle_comes_first_and_distances_grow() {
        let codebase = fixture::shop();
        let id = codebase.symbols_named("Order.submit").unwrap()[0].id;
        let around = codebase.neighbourhood(id, 2, Direction::Callees, 20).unwrap().unwrap();
        let row = |node: &Neighbour| format!("{} {}", node.distance, node.symbol.name);
        let rows: Vec<String> = around.nodes.iter().map(row).collect();
        assert_eq!(rows[0], "0 submit");
        assert!(rows.contains(&"1 total_price".to_owned()) && rows.contains(&"2 discount".to_owned()), "{rows:?}");
        assert!(codebase.neighbourhood(id, 2, Direction::Both, 2).unwrap().unwrap().nodes.len() <= 2);
        assert_eq!(codebase.neighbourhood(SymbolId(9_999), 1, Direction::Both, 9), Ok(None));
    }
}
