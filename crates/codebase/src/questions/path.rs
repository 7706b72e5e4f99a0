//! How does one symbol reach another?

use super::QuestionError;
use super::calls::CallSite;
use super::symbol::SymbolInfo;
use crate::Codebase;
use call_graph::{Edge, SymbolId};

/// A chain of calls. `steps` is empty where `from` is `to`.
#[derive(Debug, Clone, PartialEq)]
pub struct CallPath {
    /// Where it starts.
    pub from: SymbolInfo,
    /// Where it ends.
    pub to: SymbolInfo,
    /// Each call, with the callee as its other end.
    pub steps: Vec<CallSite>,
    /// True where every step is proven.
    pub proven: bool,
}

impl Codebase {
    /// The shortest chain of calls from one name to another, proven calls preferred; of ambiguous names, the best pair
    /// that is connected. `Ok(None)` where there is no chain.
    pub fn call_path(&self, from: &str, to: &str) -> Result<Option<CallPath>, QuestionError> {
        let (starts, ends) = (self.ids_named(from)?, self.ids_named(to)?);
        let pairs = starts.iter().take(8).flat_map(|start| ends.iter().take(8).map(move |end| (*start, *end)));
        let chains = pairs.filter_map(|(start, end)| Some((start, end, self.graph().path(start, end)?)));
        let best = chains.min_by_key(|(_, _, chain)| chain.iter().map(cost).sum::<u32>());
        Ok(best.and_then(|(start, end, chain)| self.chain(start, end, &chain)))
    }

    fn chain(&self, from: SymbolId, to: SymbolId, edges: &[Edge]) -> Option<CallPath> {
        let steps = edges.iter().filter_map(|edge| self.call_site(edge, edge.to)).collect();
        let proven = edges.iter().all(Edge::is_proven);
        Some(CallPath { from: self.symbol(from)?, to: self.symbol(to)?, steps, proven })
    }
}

fn cost(edge: &Edge) -> u32 {
    if edge.is_proven() { 1 } else { 4 }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    #[test]
    fn shows_each_call_on_the_way() {
        let codebase = fixture::shop();
        let path = codebase.call_path("Order.submit", "discount").unwrap().unwrap();
        let names: Vec<&str> = path.steps.iter().map(|step| step.other.name.as_str()).collect();
        assert_eq!(names, ["total_price", "discount"]);
        assert!(path.proven && path.steps.iter().all(|step| codebase.holds(&step.site)));
        assert_eq!(codebase.call_path("discount", "submit").unwrap(), None);
        assert!(codebase.call_path("nowhere_at_all", "submit").is_err());
    }
}
