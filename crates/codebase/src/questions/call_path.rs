//! By which calls does one symbol reach another?

use super::calls::CallSite;
use super::symbol::SymbolInfo;
use crate::Codebase;
use call_graph::{Edge, SymbolId};
use paging::Loaded;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most symbols that are looked at: in memory, and where an index is read in pages.
const MOST: [usize; 2] = [50_000, 400];
/// A possible call counts as so many proven ones.
const POSSIBLE: u32 = 4;

/// A call on the way: who calls, and the call with what it leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct CallStep {
    pub from: SymbolInfo,
    pub call: CallSite,
}

impl Codebase {
    /// The shortest chain of calls from one symbol to another, a possible call counting as four proven ones; of equal ones the
    /// first by number. Empty where there is none, and whether all was looked at.
    ///
    /// # Errors
    /// A page that it needs is not loaded.
    pub fn call_path(&self, from: SymbolId, to: SymbolId) -> Loaded<(Vec<CallStep>, bool)> {
        self.call_path_between(&[from], &[to])
    }

    /// The shortest of the chains from one of these symbols to one of those: Dijkstra's algorithm over the callees.
    ///
    /// # Errors
    /// A page that it needs is not loaded.
    pub fn call_path_between(&self, from: &[SymbolId], to: &[SymbolId]) -> Loaded<(Vec<CallStep>, bool)> {
        let most = MOST[usize::from(self.paged().is_some())];
        let mut best: FxHashMap<SymbolId, (u32, Option<Edge>)> = from.iter().map(|from| (*from, (0, None))).collect();
        let mut open: BinaryHeap<_> = from.iter().map(|from| Reverse((0u32, *from))).collect();
        while let Some(Reverse((cost, at))) = open.pop() {
            if to.contains(&at) {
                return Ok((self.steps_to(at, &best)?, true));
            }
            if best.len() > most {
                return Ok((Vec::new(), false));
            }
            if best.get(&at).is_some_and(|(known, _)| *known < cost) {
                continue;
            }
            for edge in self.graph().callees(at)? {
                let cost = cost + if edge.is_proven() { 1 } else { POSSIBLE };
                if best.get(&edge.to).is_none_or(|(known, _)| cost < *known) {
                    best.insert(edge.to, (cost, Some(Edge { from: at, ..edge })));
                    open.push(Reverse((cost, edge.to)));
                }
            }
        }
        Ok((Vec::new(), true))
    }

    fn steps_to(&self, to: SymbolId, best: &FxHashMap<SymbolId, (u32, Option<Edge>)>) -> Loaded<Vec<CallStep>> {
        let (mut steps, mut at) = (Vec::new(), to);
        while let Some((_, Some(edge))) = best.get(&at) {
            steps.extend(self.step(edge)?);
            at = edge.from;
        }
        steps.reverse();
        Ok(steps)
    }

    /// A call with both its ends; `Ok(None)` for that of another graph.
    pub(super) fn step(&self, edge: &Edge) -> Loaded<Option<CallStep>> {
        self.text(edge.file)?;
        self.symbol(edge.to)?;
        let (Some(from), Some(call)) = (self.symbol(edge.from)?, self.call_site(edge, edge.to)) else {
            return Ok(None);
        };
        Ok(Some(CallStep { from, call }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn path(from: &str, to: &str) -> Vec<String> {
        let codebase = fixture::shop();
        let id = |name: &str| codebase.symbols_named(name).unwrap()[0].id;
        let (steps, is_all) = codebase.call_path(id(from), id(to)).unwrap();
        assert!(is_all);
        let row =
            |step: &CallStep| format!("{} -> {} {}", step.from.name, step.call.other.name, step.call.site.place());
        steps.iter().map(row).collect()
    }

    #[test]
    fn the_shortest_chain_is_found_with_the_line_of_each_call() {
        assert_eq!(
            path("Order.submit", "discount"),
            ["submit -> total_price shop/orders.py:15", "total_price -> discount shop/pricing.py:6"]
        );
        assert!(path("discount", "Order.submit").is_empty());
        assert!(path("discount", "discount").is_empty());
    }

    #[test]
    fn of_several_ends_the_nearest_are_taken() {
        let codebase = fixture::shop();
        let ids =
            |names: &[&str]| names.iter().map(|name| codebase.symbols_named(name).unwrap()[0].id).collect::<Vec<_>>();
        let found = |from: &[&str], to: &[&str]| codebase.call_path_between(&ids(from), &ids(to)).unwrap().0;
        let steps = found(&["Order.submit", "total_price"], &["discount", "Order.cancel"]);
        assert_eq!(steps.len(), 1);
        assert_eq!((steps[0].from.name.as_str(), steps[0].call.other.name.as_str()), ("total_price", "discount"));
        assert!(found(&["Order.cancel"], &["discount", "total_price"]).is_empty());
    }
}
