//! Nodes: async functions or structs that read the state and return a partial update.

use std::future::Future;

use futures::future::LocalBoxFuture;

use crate::{NodeError, State};

/// What a node returns.
pub type NodeResult<S> = Result<<S as State>::Update, NodeError>;

/// A step of work in a graph.
///
/// Implement it on a struct that holds what the node needs (a model, tools), or pass an
/// `async fn(&S, &NodeContext<S>) -> NodeResult<S>` or an async closure. A node may be run again for the same input
/// (retry, resume), so effects on the outside should be safe to repeat. Dropping the future must stop its work.
pub trait Node<S: State> {
    /// Runs the node. `state` is the snapshot at the start of the superstep, the same for all nodes of the step.
    fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> impl Future<Output = NodeResult<S>>;
}

impl<S, F> Node<S> for F
where
    S: State,
    F: AsyncFn(&S, &NodeContext<'_, S>) -> NodeResult<S>,
{
    async fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> NodeResult<S> {
        self(state, cx).await
    }
}

/// What a node can ask and tell while it runs.
pub struct NodeContext<'r, S: State> {
    node: &'r str,
    step: u32,
    emit: &'r dyn Fn(&str, u32, S::Event),
}

impl<'r, S: State> NodeContext<'r, S> {
    /// A context for a node that is run by hand, without the driver. `emit` is called with node, step and payload.
    pub fn new(node: &'r str, step: u32, emit: &'r dyn Fn(&str, u32, S::Event)) -> Self {
        Self { node, step, emit }
    }

    /// The name under which the node was added.
    pub fn node(&self) -> &str {
        self.node
    }

    /// The superstep, from 1.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// Tells the run's listener something, at once.
    pub fn emit(&self, event: S::Event) {
        (self.emit)(self.node, self.step, event);
    }
}

/// [`Node`] with its future boxed, so that nodes of all types fit in one list.
pub(crate) trait AnyNode<S: State> {
    fn run_boxed<'f>(&'f self, state: &'f S, cx: &'f NodeContext<'f, S>) -> LocalBoxFuture<'f, NodeResult<S>>;
}

impl<S: State, N: Node<S>> AnyNode<S> for N {
    fn run_boxed<'f>(&'f self, state: &'f S, cx: &'f NodeContext<'f, S>) -> LocalBoxFuture<'f, NodeResult<S>> {
        Box::pin(self.run(state, cx))
    }
}
