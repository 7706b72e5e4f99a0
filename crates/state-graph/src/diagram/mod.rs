//! Diagrams of a graph: the edges as data, Mermaid text, ASCII text.

mod ascii;
mod layout;
mod mermaid;

use compact_sort::CompactSort;
use serde::{Deserialize, Serialize};

use crate::graph::{Exits, Graph, Target};
use crate::{END, START, State};

/// The nodes and edges of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    /// [`START`], the nodes in the order in which they were added, [`END`].
    pub nodes: Vec<String>,
    /// Sorted by source and target, one per pair; of several the unconditional one, else the first declared.
    pub edges: Vec<DiagramEdge>,
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
}

impl Diagram {
    pub(crate) fn of<S: State>(graph: &Graph<'_, S>) -> Self {
        let inner = &graph.0;
        let names = std::iter::once(START).chain(graph.node_names()).chain([END]);
        let mut edges = Vec::new();
        exits(graph, START, &inner.start, &mut edges);
        for slot in &inner.nodes {
            exits(graph, &slot.name, &slot.exits, &mut edges);
        }
        edges.compact_sort_by(|a, b| (&a.from, &a.to, a.conditional).cmp(&(&b.from, &b.to, b.conditional)));
        edges.dedup_by(|later, kept| later.from == kept.from && later.to == kept.to);
        Self { nodes: names.map(str::to_owned).collect(), edges }
    }
}

fn exits<S: State>(graph: &Graph<'_, S>, from: &str, exits: &Exits<'_, S>, edges: &mut Vec<DiagramEdge>) {
    let name = |target: Target| match target {
        Target::Node(place) => &*graph.slot(place).name,
        Target::End => END,
    };
    let joined = exits.joins.iter().map(|&(join, _)| graph.0.joins[join].target);
    for target in exits.plain.iter().copied().chain(joined) {
        let to = name(target).to_owned();
        edges.push(DiagramEdge { from: from.to_owned(), to, conditional: false, label: None });
    }
    for router in &exits.routers {
        for (declared, &target) in router.declared.iter().zip(&router.targets) {
            let to = name(target).to_owned();
            let label = (declared.label != to).then(|| declared.label.to_owned());
            edges.push(DiagramEdge { from: from.to_owned(), to, conditional: true, label });
        }
    }
}
