//! The node traits.

use std::future::Future;
use std::marker::PhantomData;

use futures::future::LocalBoxFuture;

use super::command::Command;
use super::context::NodeContext;
use super::error::NodeError;
use super::outcome::{NodeResult, Outcome};
use super::route::Route;
use crate::state::State;

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

/// A node that also says where to go, among the targets of `R`. LangGraph's `Command`.
pub trait CommandNode<S: State, R: Route> {
    /// Runs the node.
    fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> impl Future<Output = Result<Command<S, R>, NodeError>>;
}

impl<S, R, F> CommandNode<S, R> for F
where
    S: State,
    R: Route,
    F: AsyncFn(&S, &NodeContext<'_, S>) -> Result<Command<S, R>, NodeError>,
{
    async fn run(&self, state: &S, cx: &NodeContext<'_, S>) -> Result<Command<S, R>, NodeError> {
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

/// A node that only writes.
pub(crate) struct Plain<N>(pub(crate) N);

impl<S: State, N: Node<S>> AnyNode<S> for Plain<N> {
    fn run_boxed<'f>(
        &'f self,
        state: &'f S,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>> {
        Box::pin(async move { self.0.run(state, cx).await.map(Outcome::new) })
    }
}

/// A node that writes and says where to go.
pub(crate) struct Commanding<N, R>(N, PhantomData<fn() -> R>);

impl<N, R> Commanding<N, R> {
    pub(crate) fn new(node: N) -> Self {
        Self(node, PhantomData)
    }
}

impl<S: State, R: Route, N: CommandNode<S, R>> AnyNode<S> for Commanding<N, R> {
    fn run_boxed<'f>(
        &'f self,
        state: &'f S,
        cx: &'f NodeContext<'f, S>,
    ) -> LocalBoxFuture<'f, Result<Outcome<S>, NodeError>> {
        Box::pin(async move {
            let Command { update, goto, exit } = self.0.run(state, cx).await?;
            let goto = goto.into_iter().map(|(route, argument)| (route.index(), argument)).collect();
            Ok(Outcome { goto, exit, ..Outcome::new(update) })
        })
    }
}
