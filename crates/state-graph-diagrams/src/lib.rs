//! Diagrams of a graph: its nodes and edges as data, drawn as Mermaid text, plain text or SVG; and runs drawn over
//! time ([`Timeline`]).
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! # use state_graph::{END, GraphBuilder, NodeContext, NodeResult, START, State};
//! # #[derive(Clone, Default, Serialize, Deserialize, State)]
//! # struct Counting { count: u32 }
//! # async fn count(_: &Counting, _: &NodeContext<'_, Counting>) -> NodeResult<Counting> { Ok(CountingUpdate::new()) }
//! use state_graph_diagrams::Diagram;
//!
//! let graph = GraphBuilder::new().node("count", count).edge(START, "count").edge("count", END).compile()?;
//! let diagram = Diagram::of(&graph);
//! assert!(diagram.mermaid(&Default::default()).contains("__start__ --> count;"));
//! assert!(diagram.ascii().contains("| count |"));
//! # Ok::<(), state_graph::CompileError>(())
//! ```
//!
//! A diagram is plain data that outlives its graph: it can be stored, sent to a page and drawn there. A node that is a
//! graph of its own holds that graph's diagram; inside it, a node's path is the names from the outside in, joined by
//! [`PATH_SEPARATOR`].

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Appends formatted text to a `String`.
macro_rules! put {
    ($out:expr, $($text:tt)+) => {{
        use ::std::fmt::Write;
        $out.write_fmt(format_args!($($text)+)).expect("a String takes any text");
    }};
}

/// Appends a line of formatted text to a `String`.
macro_rules! putln {
    ($out:expr, $($text:tt)+) => {{
        put!($out, $($text)+);
        $out.push('\n');
    }};
}

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

use state_graph::{END, EdgeStructure, Graph, GraphStructure, NodeStructure, START, State};

pub use nested::PATH_SEPARATOR;
pub use timeline::{Timeline, TimelineEntry};

/// The nodes and edges of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    /// [`START`], the nodes in the order in which they were added, [`END`].
    pub nodes: Vec<DiagramNode>,
    /// Sorted by source and target, one per pair: the unconditional one if there is one, else one with the labels of all
    /// outcomes that lead there.
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
    /// The labels of the routes' outcomes, where they differ from the target's name.
    pub label: Option<String>,
}

/// The status of a node in a run that is drawn.
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
    /// The diagram of a graph, complete because every route declares its targets.
    pub fn of<S: State>(graph: &Graph<'_, S>) -> Self {
        Self::from(graph.structure())
    }
}

impl From<GraphStructure> for Diagram {
    fn from(structure: GraphStructure) -> Self {
        let nodes = structure.nodes.into_iter().map(DiagramNode::from);
        let nodes = [DiagramNode::from(START)].into_iter().chain(nodes).chain([DiagramNode::from(END)]);
        let mut edges = structure.edges;
        // Stable, so that labels stay in the order of their declaration; unconditional edges come first.
        edges.compact_sort_by(|a, b| (&a.from, &a.to, a.outcome.is_some()).cmp(&(&b.from, &b.to, b.outcome.is_some())));
        let pairs = edges.chunk_by(|a, b| a.from == b.from && a.to == b.to);
        Self { nodes: nodes.collect(), edges: pairs.filter_map(merged).collect() }
    }
}

/// The one edge that is drawn for all edges of a pair of nodes.
fn merged(pair: &[EdgeStructure]) -> Option<DiagramEdge> {
    let first = pair.first()?;
    let mut labels: Vec<&str> = Vec::new();
    for label in pair.iter().filter_map(|edge| edge.outcome) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    let conditional = first.outcome.is_some();
    let says_more = conditional && labels != [&*first.to];
    let label = says_more.then(|| labels.join(", "));
    Some(DiagramEdge { from: first.from.clone(), to: first.to.clone(), conditional, label })
}

impl From<NodeStructure> for DiagramNode {
    fn from(node: NodeStructure) -> Self {
        Self {
            name: node.name,
            subgraph: node.subgraph.map(|inner| Box::new(Diagram::from(inner))),
            breakpoint: Breakpoint::of(node.breakpoint_before, node.breakpoint_after),
            deferred: node.deferred,
        }
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

/// A count as a number of pixels or of steps of so many pixels.
fn pixels(count: usize) -> i32 {
    i32::try_from(count).expect("a diagram has far fewer parts")
}
