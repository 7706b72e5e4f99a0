//! A graph's nodes and edges as plain data: for diagrams, documentation and tests.

use crate::graph::{Exits, Graph, Target};
use crate::{RouteTarget, START, State};

/// The nodes and edges of a [`Graph`]; complete, because every route declares its targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphStructure {
    /// The nodes in the order in which they were added, without [`START`] and [`END`](crate::END).
    pub nodes: Vec<NodeStructure>,
    /// First those from [`START`], then those of each node by name: plain edges, joins, then outcomes as declared.
    pub edges: Vec<EdgeStructure>,
}

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeStructure {
    /// Its name, unique in its graph.
    pub name: String,
    /// The graph that runs in it, for a subgraph.
    pub subgraph: Option<GraphStructure>,
    /// A run pauses before it.
    pub breakpoint_before: bool,
    /// A run pauses after it.
    pub breakpoint_after: bool,
    /// It runs when nothing else is left to run.
    pub deferred: bool,
}

/// An edge of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeStructure {
    /// The node it leaves, or [`START`].
    pub from: String,
    /// The node it leads to, or [`END`](crate::END).
    pub to: String,
    /// The label of the route's or command's outcome that takes it; None for an edge that is always taken, and for a
    /// source of a join.
    pub outcome: Option<&'static str>,
}

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
        exits.command.iter().for_each(|command| choices(command.declared, &command.targets));
    }
}
