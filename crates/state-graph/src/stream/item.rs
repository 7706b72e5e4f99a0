//! What a stream is made of.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use serde_json::Value;

use crate::drive::Halt;
use crate::node::TaskId;
use crate::run::RunError;
use crate::state::State;

/// What a stream reports of a run. LangGraph's `stream_mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StreamMode {
    /// The whole state: as the run begins, and after each superstep that changed it.
    Values,
    /// What each node wrote, as it finishes.
    Updates,
    /// Pieces of messages as they come, and messages that come whole.
    Messages,
    /// What nodes emit and record.
    Custom,
    /// Tasks, their results and checkpoints.
    Debug,
}

pub struct StreamItem<S: State> {
    /// When, in the milliseconds of the [`Clock`](crate::Clock); None without one.
    pub at: Option<f64>,
    /// In which superstep, from 1, of the graph it happened in.
    pub step: u32,
    /// In which subgraph: the names of the nodes around it, outermost first, joined by `:`. Empty in the graph itself.
    pub path: String,
    /// In which tasks, as in [`RunEvent::tasks`](crate::RunEvent::tasks).
    pub tasks: Vec<TaskId>,
    pub kind: StreamKind<S>,
}

#[non_exhaustive]
pub enum StreamKind<S: State> {
    /// [`StreamMode::Values`]: the state.
    Values(Value),
    /// [`StreamMode::Updates`]: a node's update.
    Update {
        node: String,
        /// The written fields, each with its value, or with a list where it was written several times.
        update: Value,
    },
    /// [`StreamMode::Messages`]: a piece of a message.
    Token {
        node: String,
        /// Names the message.
        message: String,
        text: String,
    },
    /// [`StreamMode::Messages`]: a message that a node wrote and that did not come in pieces. Of subgraphs whose state is
    /// of another type only pieces are reported.
    Message {
        node: String,
        /// The message. If it has an id, under the name `id`, it is reported once.
        message: Value,
    },
    /// [`StreamMode::Custom`]: something of a node's own.
    Custom {
        node: String,
        payload: S::Event,
        /// It is kept in the run's log.
        recorded: bool,
    },
    /// [`StreamMode::Debug`]: what the run does.
    Debug(DebugItem),
    /// What was to be reported has no JSON form.
    Unwritable {
        /// What it was.
        mode: StreamMode,
        /// Which field, and why.
        why: String,
    },
    /// How the run halted or why it failed. Always there, and always last.
    End {
        /// As [`Invocation::drive`](crate::Invocation::drive) returns it.
        result: Result<Halt, RunError>,
        /// The state after the last superstep that ended.
        state: Box<S>,
    },
}

/// What a run does.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugItem {
    Task {
        node: String,
    },
    /// An attempt of a task ended.
    TaskResult {
        node: String,
        /// The update, or the error.
        result: Result<Value, String>,
        /// How long it ran, in milliseconds.
        ms: Option<f64>,
        /// After how many milliseconds it is tried again; None if it is not.
        retry_in: Option<f64>,
    },
    /// The store is full, and the run continues without being stored.
    Unstored {
        /// The store's error.
        why: String,
    },
    /// A superstep ended.
    Checkpoint {
        /// The checkpoint, if the run is recorded.
        id: Option<u64>,
        state: Value,
        /// The nodes that run next.
        next: Vec<String>,
    },
}

impl<S: State> StreamItem<S> {
    /// The mode it belongs to; None for the last item.
    pub fn mode(&self) -> Option<StreamMode> {
        Some(match &self.kind {
            StreamKind::Values(_) => StreamMode::Values,
            StreamKind::Update { .. } => StreamMode::Updates,
            StreamKind::Token { .. } | StreamKind::Message { .. } => StreamMode::Messages,
            StreamKind::Custom { .. } => StreamMode::Custom,
            StreamKind::Debug(_) => StreamMode::Debug,
            StreamKind::Unwritable { mode, .. } => *mode,
            StreamKind::End { .. } => return None,
        })
    }
}
