//! The tool calls that a model has chosen and that have not run yet: a field of an agent's state.

use model::ToolCall;
use serde::{Deserialize, Serialize};

/// Calls in the order chosen. Written whole after each superstep of their execution.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallQueue(pub Vec<QueuedCall>);

/// A call that has not run yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueuedCall {
    /// The call; its id is unique within the run.
    pub call: ToolCall,
    /// Whether it may run.
    #[serde(default)]
    pub decision: Decision,
    /// For a call whose effect lasts: that the superstep after this was stored runs it. Found set by a process that did
    /// not set it, the call may have run already.
    #[serde(default)]
    pub started: bool,
    /// What the decision holds for beside the arguments, where that is not in them: the hash of a definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

/// Whether a queued call may run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Nobody has decided yet.
    #[default]
    Open,
    /// It may.
    Allowed,
    /// It may not; the sentence is its result.
    Refused(String),
}

impl CallQueue {
    /// A queue of calls that a model has just chosen. Each gets an id of its own, because those of providers repeat:
    /// `prefix` is unique within the run.
    pub fn of(calls: Vec<ToolCall>, prefix: &str) -> Self {
        let queued = |(at, call): (usize, ToolCall)| QueuedCall {
            call: ToolCall { id: format!("{prefix}-{}", at + 1), ..call },
            decision: Decision::Open,
            started: false,
            definition: None,
        };
        Self(calls.into_iter().enumerate().map(queued).collect())
    }

    /// Whether every call has run.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
