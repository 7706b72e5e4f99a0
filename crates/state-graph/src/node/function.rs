//! Nodes: async functions or structs that read the state and return an update, or that and where to go.

use std::future::Future;

use futures::future::LocalBoxFuture;

use super::context::NodeContext;
use super::error::NodeError;
use super::outcome::Outcome;
use super::output::NodeOutput;
use crate::state::State;
use crate::structure::GraphStructure;

/// A step of work in a graph.
///
/// Implement it on a struct that holds what the node needs (a model, tools), or pass an
/// `async fn(&S, &NodeContext<S>) -> NodeResult<S>` or an async closure; a [`Graph`](crate::Graph) and a [`Subgraph`](crate::Subgraph) are nodes too. A node may be run again for the same input
/// (retry, resume), so effects on the outside should be safe to repeat. Dropping the future must stop its work.
pub trait Node<S: State> {
    /// The state's update, or a [`Command`](crate::Command), which is an update and where to go.
    type Output: NodeOutput<S>;

    /// Runs the node. `state` is the snapshot at the start of the superstep, the same for all nodes of the step.
    fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> impl Future<Output = Result<Self::Output, NodeError>>;

    /// The structure of the graph that runs in it, if it is a subgraph.
    #[doc(hidden)]
    fn subgraph(&self) -> Option<GraphStructure> {
        None
    }
}

impl<S, O, F> Node<S> for F
where
    S: State,
    O: NodeOutput<S>,
    F: AsyncFn(&S, &NodeContext<'_, S>) -> Result<O, NodeError>,
{
    type Output = O;

    async fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> Result<O, NodeError> {
        self(state, cx).await
    }
}

/// Nodes of all kinds with their futures boxed, so that they fit in one list.
pub(crate) trait AnyNode<S: State> {
    fn run_boxed<'f>(
        &'f self,
        state: &'f S,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>>;
}

/// A [`Node`], to be boxed.
pub(crate) struct Boxed<N>(pub(crate) N);

impl<S: State, N: Node<S>> AnyNode<S> for Boxed<N> {
    fn run_boxed<'f>(
        &'f self,
        state: &'f S,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>> {
        Box::pin(async move { self.0.run(state, cx).await.map(NodeOutput::into_outcome) })
    }
}
