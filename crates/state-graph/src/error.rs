//! Why nodes and runs fail.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::channel::ChannelError;

/// A node's failure: any error. `?` converts; [`downcast_ref`](NodeError::downcast_ref) gets the original back.
///
/// Like `anyhow::Error` it is not itself a [`std::error::Error`], which is what lets it take any.
#[derive(Clone)]
pub struct NodeError(Arc<dyn Error + Send + Sync>);

impl NodeError {
    /// A failure that is only a sentence.
    pub fn msg(message: impl Into<String>) -> Self {
        Self(Arc::from(Box::<dyn Error + Send + Sync>::from(message.into())))
    }

    /// The original error, if it is an `E`.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }

    /// The original error.
    pub fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for NodeError {
    fn from(error: E) -> Self {
        Self(Arc::new(error))
    }
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Why a run stopped before its end.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A node returned an error. Its siblings were cancelled.
    #[error("node {node:?} failed in step {step}: {error}")]
    Node {
        /// The node.
        node: String,
        /// The superstep, from 1.
        step: u32,
        /// What it returned.
        error: NodeError,
    },
    /// The writes of a superstep don't go together. None of them was applied.
    #[error("step {step}: {error}")]
    Channel {
        /// The superstep, from 1.
        step: u32,
        /// Which field and why.
        error: ChannelError,
    },
    /// The run took as many supersteps as it may and is not at its end.
    #[error(
        "the limit of {limit} steps is reached: {steps} ran, and {} would run next; raise the limit, or let a route end \
         the loop",
        names(.next)
    )]
    Limit {
        /// The limit in user supersteps.
        limit: u32,
        /// How many ran.
        steps: u32,
        /// The nodes that would have run, by name.
        next: Vec<String>,
    },
    /// A hand-written [`Route`](crate::Route) gave an index that it does not declare.
    #[error("a route of {node:?} chose target {index}, but it declares only {declared}")]
    Route {
        /// The node whose exit it is.
        node: String,
        /// The index given.
        index: usize,
        /// How many targets are declared.
        declared: usize,
    },
    /// The run was cancelled.
    #[error("cancelled in step {step}{}", while_running(.running))]
    Cancelled {
        /// The superstep, from 1; 0 before the first.
        step: u32,
        /// The nodes that were stopped.
        running: Vec<String>,
    },
}

fn names(nodes: &[String]) -> String {
    nodes.iter().map(|node| format!("{node:?}")).collect::<Vec<_>>().join(", ")
}

fn while_running(nodes: &[String]) -> String {
    if nodes.is_empty() { String::new() } else { format!(" while {} ran", names(nodes)) }
}
