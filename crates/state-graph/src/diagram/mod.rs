//! Diagrams of a graph: its nodes and edges as data, drawn as Mermaid text, plain text or SVG; and runs drawn over
//! time ([`Timeline`]).
//!
//! A diagram is plain data that outlives its graph: it can be stored, sent to a page and drawn there. A node that is a
//! graph of its own holds that graph's diagram; inside it, a node's path is the names from the outside in, joined by
//! [`PATH_SEPARATOR`].

mod ascii;
#[cfg(test)]
mod fixture;
mod layout;
mod mermaid;
mod nested;
mod svg;
#[cfg(test)]
mod tests;
mod timeline;

use compact_sort::CompactSort;
use serde::{Deserialize, Serialize};

use crate::graph::{Exits, Graph, Target};
use crate::{END, RouteTarget, START, State};

pub use nested::PATH_SEPARATOR;
pub use timeline::{Timeline, TimelineEntry};

/// The nodes and edges of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    /// [`START`], the nodes in the order in which they were added, [`END`].
    pub nodes: Vec<DiagramNode>,
    /// Sorted by source and target, one per pair; of several the unconditional one, else the first declared.
    pub edges: Vec<DiagramEdge>,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagramNode {
    /// Its name, unique in its graph.
    pub name: String,
    /// The graph that it runs, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subgraph: Option<Box<Diagram>>,
    /// Where a run stops at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breakpoint: Option<Breakpoint>,
    /// Whether it waits until nothing else is left to run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deferred: bool,
}

/// Where a run stops at a node, whatever the node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breakpoint {
    /// Before it runs.
    Before,
    /// After it ran.
    After,
    /// Before and after.
    Both,
}

/// One edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagramEdge {
    /// Where it starts.
    pub from: String,
    /// Where it leads.
    pub to: String,
    /// Whether a route decides if it is taken.
    pub conditional: bool,
    /// The route's label, where it says more than the target's name.
    pub label: Option<String>,
}

/// How a node stands in a run that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeStatus {
    /// It runs.
    Running,
    /// It ran.
    Done,
    /// It failed.
    Failed,
    /// It waits for an answer from outside.
    Interrupted,
}

impl Diagram {
    pub(crate) fn of<S: State>(graph: &Graph<'_, S>) -> Self {
        let inner = &graph.0;
        let mut nodes = vec![DiagramNode::from(START)];
        nodes.extend(inner.added.iter().map(|&place| {
            let slot = graph.slot(place);
            DiagramNode {
                name: slot.name.to_string(),
                subgraph: slot.subgraph.clone().map(Box::new),
                breakpoint: Breakpoint::of(slot.before, slot.after),
                deferred: slot.deferred,
            }
        }));
        nodes.push(DiagramNode::from(END));
        let mut edges = Vec::new();
        exits(graph, START, &inner.start, &mut edges);
        for slot in &inner.nodes {
            exits(graph, &slot.name, &slot.exits, &mut edges);
        }
        edges.compact_sort_by(|a, b| (&a.from, &a.to, a.conditional).cmp(&(&b.from, &b.to, b.conditional)));
        edges.dedup_by(|later, kept| later.from == kept.from && later.to == kept.to);
        Self { nodes, edges }
    }
}

impl From<&str> for DiagramNode {
    /// A plain node.
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

impl Breakpoint {
    fn of(before: bool, after: bool) -> Option<Self> {
        match (before, after) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Before),
            (false, true) => Some(Self::After),
            (false, false) => None,
        }
    }
}

fn exits<S: State>(graph: &Graph<'_, S>, from: &str, exits: &Exits<'_, S>, edges: &mut Vec<DiagramEdge>) {
    let joined = exits.joins.iter().map(|&(join, _)| graph.0.joins[join].target);
    for target in exits.plain.iter().copied().chain(joined) {
        let to = graph.target_name(target).to_owned();
        edges.push(DiagramEdge { from: from.to_owned(), to, conditional: false, label: None });
    }
    let mut choices = |declared: &[RouteTarget], targets: &[Target]| {
        for (declared, &target) in declared.iter().zip(targets) {
            let to = graph.target_name(target).to_owned();
            let label = (declared.label != to).then(|| declared.label.to_owned());
            edges.push(DiagramEdge { from: from.to_owned(), to, conditional: true, label });
        }
    };
    exits.routers.iter().for_each(|router| choices(router.declared, &router.targets));
    exits.command.iter().for_each(|command| choices(command.declared, &command.targets));
}
