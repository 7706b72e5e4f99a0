//! Why runs fail.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::channel::ChannelError;
use crate::log::LogError;
use crate::node::{NodeError, TaskId};
use crate::store::StoreError;

/// Why a run stopped before its end.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A node returned an error. Its siblings were cancelled.
    #[error("node {node:?} failed in step {step}{}: {error}", inside(.error))]
    Node {
        /// The node; for one inside its subgraph see [`NodeError::path`].
        node: String,
        /// The superstep, from 1.
        step: u32,
        /// Its task in the superstep: a node may be dispatched many times.
        task: TaskId,
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
        index: usize,
        /// How many targets are declared.
        declared: usize,
    },
    /// A reducer, a route or a conversion of a value panicked when the run was driven before. It is not known how much of
    /// the superstep was done, so the run stays where it is: restore it from its log, or start a new one.
    #[error("a reducer or a route panicked in step {step}, which may be half done: restore the run from its log")]
    Poisoned {
        /// The superstep, from 1.
        step: u32,
    },
    /// A change was to be made in the name of a node that does not exist.
    #[error("there is no node {node:?}")]
    NoNode { node: String },
    /// What is to be recorded has no JSON form.
    #[error("step {step} can't be recorded{}: {why}", of_node(.node))]
    Encode {
        /// The superstep, from 1.
        step: u32,
        /// The node whose update it is.
        node: Option<String>,
        /// Which field, and serde_json's error.
        why: String,
    },
    /// The store refused. What it refused is kept and written first when the run continues.
    #[error("step {step} could not be stored: {error}")]
    Store {
        /// The superstep, from 1; 0 before the first.
        step: u32,
        error: StoreError,
    },
    /// The log of a subgraph can't be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A node has a timeout or a delay between attempts, but there is no port for waiting.
    #[error("node {node:?} has a timeout or waits between attempts: give the run a `Sleep` with `Invocation::sleep`")]
    NoSleep { node: String },
    /// The run was awaited to its end, but is suspended until interrupts are answered.
    #[error("the run waits for answers to {}", names(.interrupts))]
    Interrupted {
        /// The ids of the interrupts.
        interrupts: Vec<String>,
    },
    /// The run was awaited to its end, but is paused between supersteps.
    #[error("the run is paused; {} would run next", names(.next))]
    Paused {
        /// The nodes that would run next.
        next: Vec<String>,
    },
    #[error("cancelled in step {step}{}", while_running(.running))]
    Cancelled {
        /// The superstep, from 1; 0 before the first.
        step: u32,
        /// The nodes that were stopped.
        running: Vec<String>,
    },
}

fn inside(error: &NodeError) -> String {
    if error.path().is_empty() { String::new() } else { format!(", inside it {:?}", error.path()) }
}

fn names(nodes: &[String]) -> String {
    nodes.iter().map(|node| format!("{node:?}")).collect::<Vec<_>>().join(", ")
}

fn of_node(node: &Option<String>) -> String {
    node.as_ref().map_or_else(String::new, |node| format!(" (node {node:?})"))
}

fn while_running(nodes: &[String]) -> String {
    if nodes.is_empty() { String::new() } else { format!(" while {} ran", names(nodes)) }
}
