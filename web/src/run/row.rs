//! A line of the timeline.

use protocol::{Decision, Evidence};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub id: u32,
    /// The node it belongs to.
    pub node: String,
    /// When, milliseconds since the run began.
    pub at_ms: f64,
    /// How long it took; `None` where it did not end.
    pub ms: Option<f64>,
    pub state: RowState,
    pub kind: RowKind,
}

/// How a line of the timeline is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowState {
    Running,
    Done,
    Failed,
    /// The run was suspended before it ended; where the run is resumed, it starts again.
    Stopped,
}

impl RowState {
    /// The name used in `data-state`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

/// What a line of the timeline is.
#[derive(Debug, Clone, PartialEq)]
pub enum RowKind {
    /// A node of the graph.
    Node {
        /// Superstep, from 1.
        step: u32,
        /// State fields it wrote.
        wrote: Vec<String>,
        /// Tokens its model calls read and wrote, where known.
        tokens: Option<(u32, u32)>,
        /// Text of its model calls.
        text: String,
    },
    /// A tool call.
    Tool {
        call: String,
        name: String,
        /// JSON text.
        arguments: String,
        /// One line; empty while it lasts.
        summary: String,
        /// What the model was given.
        output: String,
        evidence: Vec<Arc<Evidence>>,
    },
    /// The refinery's judgement.
    Decision {
        decision: Decision,
        reason: String,
    },
    /// A model call that failed and is tried again.
    Retry {
        why: String,
    },
    /// A person's answer about tool calls.
    Approval {
        /// How many may run.
        words: String,
        /// The note to the model about those that may not.
        note: String,
    },
    Resumed,
}
