//! Who is reached by a change of a symbol?

use super::call_path::CallStep;
use super::symbol::SymbolInfo;
use crate::Codebase;
use call_graph::{Edge, SymbolId};
use compact_sort::CompactSort;
use paging::Loaded;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// Most symbols that are followed: in memory, and where an index is read in pages.
const MOST: [usize; 2] = [20_000, 400];

/// A symbol that calls, directly or through others, the one that changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Reached {
    pub symbol: SymbolInfo,
    /// Calls between, from 1.
    pub distance: u32,
    /// True where a chain of that length has proven calls alone.
    pub proven: bool,
    /// In a test, or in a file of tests.
    pub is_test: bool,
    /// Its call of one that is a call nearer: on a proven chain where there is one, else the most certain.
    by: Edge,
}

/// Who is within so many calls of a symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Impact {
    pub symbol: SymbolInfo,
    /// Nearest first; of one distance code before tests, proven ones first.
    pub reached: Vec<Reached>,
    /// False where the walk was ended because there are too many.
    pub is_all: bool,
}

impl Codebase {
    /// Who calls a symbol within `depth` calls. `Ok(None)` for a number of another graph.
    ///
    /// # Errors
    /// A page that it needs is not loaded; all that a ring of the walk needs are noted at once.
    pub fn impact(&self, id: SymbolId, depth: u32) -> Loaded<Option<Impact>> {
        let Some(symbol) = self.symbol(id)? else { return Ok(None) };
        let most = MOST[usize::from(self.paged().is_some())];
        let mut seen = FxHashSet::from_iter([id]);
        let mut ring: Vec<(SymbolId, bool)> = vec![(id, true)];
        let (mut reached, mut is_all) = (Vec::new(), true);
        for distance in 1..=depth {
            let next = self.callers_of_all(&ring, &seen)?;
            if seen.len() + next.len() > most {
                is_all = false;
                break;
            }
            seen.extend(next.iter().map(|(id, ..)| *id));
            for (id, proven, by) in &next {
                let Some(symbol) = self.symbol(*id)? else { continue };
                let is_test = symbol.is_of_tests();
                reached.push(Reached { symbol, distance, proven: *proven, is_test, by: *by });
            }
            ring = next.into_iter().map(|(id, proven, _)| (id, proven)).collect();
        }
        reached.compact_sort_by_key(|it: &Reached| (it.distance, it.is_test, Reverse(it.proven), it.symbol.id));
        Ok(Some(Impact { symbol, reached, is_all }))
    }

    /// The call by which a symbol is reached; `Ok(None)` for that of another graph.
    ///
    /// # Errors
    /// A page that it needs is not loaded.
    pub fn reaching_call(&self, reached: &Reached) -> Loaded<Option<CallStep>> {
        self.step(&reached.by)
    }

    /// Who calls one of these and was not seen before, with whether a chain of proven calls leads there, and by which call.
    fn callers_of_all(
        &self,
        ring: &[(SymbolId, bool)],
        seen: &FxHashSet<SymbolId>,
    ) -> Loaded<Vec<(SymbolId, bool, Edge)>> {
        let mut next: FxHashMap<SymbolId, (bool, Edge)> = FxHashMap::default();
        let mut fault = None;
        for (id, proven) in ring {
            match self.graph().callers(*id) {
                Ok(edges) => {
                    for edge in edges.into_iter().filter(|edge| !seen.contains(&edge.from)) {
                        let found = (*proven && edge.is_proven(), edge);
                        let best = next.entry(edge.from).or_insert(found);
                        if surer(&found) > surer(best) {
                            *best = found;
                        }
                    }
                }
                Err(missing) => fault = Some(missing),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        let mut next: Vec<_> = next.into_iter().map(|(id, (proven, by))| (id, proven, by)).collect();
        next.compact_sort_by_key(|(id, ..)| *id);
        Ok(next)
    }
}

/// How sure a call is that continues a chain, which is proven up to it or not; of equal ones the first in the code.
fn surer((proven, edge): &(bool, Edge)) -> impl Ord + use<> {
    (*proven, edge.is_proven(), edge.confidence.to_bits(), Reverse((edge.file, edge.line, edge.to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn reached(name: &str, depth: u32) -> Vec<String> {
        let codebase = fixture::shop();
        let id = codebase.symbols_named(name).unwrap()[0].id;
        let impact = codebase.impact(id, depth).unwrap().unwrap();
        assert!(impact.is_all);
        let row = |it: &Reached| {
            let sure = if it.proven { "proven" } else { "possible" };
            format!("{} {} {sure}{}", it.distance, it.symbol.qualified_name, if it.is_test { " test" } else { "" })
        };
        impact.reached.iter().map(row).collect()
    }

    #[test]
    fn callers_of_callers_are_reached_within_the_depth() {
        let one = ["1 shop.pricing.total_price proven"];
        assert_eq!(reached("discount", 1), one);
        assert_eq!(reached("discount", 2), [one[0], "2 shop.orders.Order.submit proven"]);
        assert_eq!(reached("discount", 9).last().unwrap(), "3 tests.test_orders.test_submit proven test");
        assert_eq!(fixture::shop().impact(SymbolId(9_999), 2), Ok(None));
    }

    #[test]
    fn each_is_reached_by_its_surest_call() {
        let files = "//- a.py\ndef goal():\n    pass\n\ndef near(f):\n    f()\n    return goal()\n\n\
            def far():\n    near(goal)\n    return near(goal)\n";
        let codebase = fixture::built(fixture::snapshot_of(files));
        let id = codebase.symbols_named("goal").unwrap()[0].id;
        let impact = codebase.impact(id, 5).unwrap().unwrap();
        let by = |it: &Reached| {
            let step = codebase.reaching_call(it).unwrap().unwrap();
            format!("{} -> {} {}", step.from.name, step.call.other.name, step.call.site.place())
        };
        assert_eq!(impact.reached.iter().map(by).collect::<Vec<_>>(), ["near -> goal a.py:6", "far -> near a.py:9"]);
    }
}
