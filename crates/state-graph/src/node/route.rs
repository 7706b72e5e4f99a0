//! Routes: the declared outcomes of a conditional edge.

/// The virtual node from which a run starts.
pub const START: &str = "__start__";

/// The virtual node at which a branch ends.
pub const END: &str = "__end__";

/// The outcomes of a conditional edge, each with the node it leads to.
///
/// Implement it with `#[derive(Route)]` on an enum of unit variants:
///
/// ```
/// use state_graph::Route;
///
/// #[derive(Route)]
/// enum AfterExecutor {
///     #[route("tool_node")] // leads to the node "tool_node"; labelled "tools"
///     Tools,
///     Aggregate, // leads to the node "aggregate"
///     #[route(end, label = "gave up")]
///     Failed,
/// }
/// assert_eq!(AfterExecutor::TARGETS[0].label, "tools");
/// assert_eq!(AfterExecutor::TARGETS[1].node, "aggregate");
/// assert_eq!(AfterExecutor::TARGETS[2].node, state_graph::END);
/// ```
///
/// Without an attribute a variant leads to the node named like it in snake_case; the label is the variant in
/// snake_case unless `label = "..."` sets it.
pub trait Route {
    /// All outcomes.
    const TARGETS: &'static [RouteTarget];

    /// Which of [`TARGETS`](Route::TARGETS) this is.
    fn index(&self) -> usize;

    /// This outcome's label.
    fn label(&self) -> &'static str {
        Self::TARGETS[self.index()].label
    }
}

/// One outcome of a conditional edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteTarget {
    /// What diagrams write on the edge, where it differs from the node's name.
    pub label: &'static str,
    /// The node it leads to, or [`END`].
    pub node: &'static str,
}
