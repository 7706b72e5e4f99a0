//! A row of the timeline.

use protocol::{Decision, Evidence};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub id: u32,
    pub node: String,
    /// When, milliseconds since the run began.
    pub at_ms: f64,
    /// How long it took; `None` where it has not ended.
    pub ms: Option<f64>,
    pub state: RowState,
    pub kind: RowKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowState {
    Running,
    Done,
    Failed,
    /// The run was suspended before it ended; it starts again when the run is resumed.
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

#[derive(Debug, Clone, PartialEq)]
pub enum RowKind {
    Node {
        /// Superstep, from 1.
        step: u32,
        wrote: Vec<String>,
        /// Tokens its model calls read and wrote, where known.
        tokens: Option<(u32, u32)>,
        text: String,
    },
    Tool {
        call: String,
        name: String,
        /// JSON text.
        arguments: String,
        /// One line; empty while the call runs.
        summary: String,
        /// The output as the model received it.
        output: String,
        evidence: Vec<Arc<Evidence>>,
    },
    /// Whether the evidence suffices for an answer.
    Decision {
        decision: Decision,
        reason: String,
    },
    /// A model call that failed and is retried.
    Retry {
        why: String,
    },
    Approval {
        /// How many may run, as a text.
        words: String,
        /// The note to the model about those that may not.
        note: String,
    },
    /// One thing that happened, and its details.
    Note {
        words: String,
        note: String,
    },
    Resumed,
}
