//! Reading the structure of a compiled graph.

use super::compiled::{Exits, Graph, Target};
use crate::node::{RouteTarget, START};
use crate::state::State;
use crate::structure::{EdgeStructure, GraphStructure, NodeStructure};

impl<S: State> Graph<'_, S> {
    /// The graph's nodes and edges as plain data.
    pub fn structure(&self) -> GraphStructure {
        let node = |place| {
            let slot = self.slot(place);
            NodeStructure {
                name: slot.name.to_string(),
                subgraph: slot.subgraph.clone(),
                breakpoint_before: slot.before,
                breakpoint_after: slot.after,
                deferred: slot.deferred,
            }
        };
        let nodes = self.0.added.iter().copied().map(node).collect();
        let mut edges = Vec::new();
        self.edges_of(START, &self.0.start, &mut edges);
        for slot in &self.0.nodes {
            self.edges_of(&slot.name, &slot.exits, &mut edges);
        }
        GraphStructure { nodes, edges }
    }

    fn edges_of(&self, from: &str, exits: &Exits<'_, S>, edges: &mut Vec<EdgeStructure>) {
        let mut add = |target, outcome| {
            edges.push(EdgeStructure { from: from.to_owned(), to: self.target_name(target).to_owned(), outcome });
        };
        let joined = exits.joins.iter().map(|&(join, _)| self.0.joins[join].target);
        exits.plain.iter().copied().chain(joined).for_each(|target| add(target, None));
        let mut choices = |declared: &[RouteTarget], targets: &[Target]| {
            declared.iter().zip(targets).for_each(|(outcome, &target)| add(target, Some(outcome.label)));
        };
        exits.routers.iter().for_each(|router| choices(router.declared, &router.targets));
        exits.command.iter().for_each(|command| choices(&command.declared, &command.targets));
    }
}
