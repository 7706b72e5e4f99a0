//! A graph's nodes and edges as plain data: for diagrams, documentation and tests.

/// The nodes and edges of a [`Graph`](crate::Graph); complete, because every route declares its targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphStructure {
    /// The nodes in the order in which they were added, without [`START`](crate::START) and [`END`](crate::END).
    pub nodes: Vec<NodeStructure>,
    /// First those from [`START`](crate::START), then those of each node by name: plain edges, joins, then outcomes as declared.
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
    /// The node it leaves, or [`START`](crate::START).
    pub from: String,
    /// The node it leads to, or [`END`](crate::END).
    pub to: String,
    /// The label of the route's or command's outcome that takes it; None for an edge that is always taken, and for a
    /// source of a join.
    pub outcome: Option<&'static str>,
}
