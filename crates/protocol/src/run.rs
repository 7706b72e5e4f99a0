//! Stored runs: questions, checkpoints, and approvals of tool calls.
//!
//! A run is stored with its repository: its events, and after each superstep a checkpoint, which is the whole state and
//! what would run next. From any checkpoint the run can be resumed or forked.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::ModelChoice;
use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// The state of a stored run.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RunStatus {
        Running,
        /// The person paused it; it can be resumed.
        Paused,
        /// It waits for an [`Approval`].
        AwaitingApproval,
        Answered,
        /// The person stopped it.
        Cancelled,
        /// It failed; what was found is stored.
        Failed {
            message: String,
        },
        /// Its tab or process ended while it ran; it can be resumed.
        Interrupted,
    }
);

/// Where a fork comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOrigin {
    /// The run it was forked from.
    pub run: String,
    /// The last checkpoint that both share.
    pub checkpoint: u64,
}

/// A stored run in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    pub id: String,
    pub question: String,
    /// The agent's name: `plan-react`.
    pub agent: String,
    /// Who was to answer when it began.
    pub model: ModelChoice,
    /// It was imported from a file, which anybody can have written.
    pub imported: bool,
    /// Its state.
    pub status: RunStatus,
    /// When it began, milliseconds since 1970.
    pub started_at: f64,
    /// How long it has run, waits between its stretches left out.
    pub ms: f64,
    /// Supersteps so far.
    pub steps: u32,
    /// Bytes in storage.
    pub bytes: u64,
    /// Set where it is a fork.
    pub forked_from: Option<RunOrigin>,
    /// True where not all of it is stored, because there was no room: it lasts as long as the tab.
    #[serde(default)]
    pub not_stored: bool,
}

/// What made a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointSource {
    /// The question, before the first superstep.
    Input,
    /// A superstep.
    Loop,
    /// A change to the state from outside, a person's approval for one.
    Update,
    /// The start of a fork.
    Fork,
}

/// A node's part in a superstep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NodeRun {
    /// Its name in the graph.
    pub node: String,
    pub ms: f64,
    /// Names of the state fields it wrote.
    pub wrote: Vec<String>,
}

/// A checkpoint in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckpointSummary {
    /// Names the checkpoint within its run.
    pub id: u64,
    /// The checkpoint it follows; `None` for a run's first.
    pub parent: Option<u64>,
    /// What made it.
    pub source: CheckpointSource,
    /// The superstep it was taken after; 0 before the first.
    pub step: u32,
    /// Milliseconds since the run began.
    pub at_ms: f64,
    /// The nodes of its superstep.
    pub ran: Vec<NodeRun>,
    /// The nodes that would run next; empty where the run is over.
    pub next: Vec<String>,
}

/// A field of the state at a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateField {
    /// Its name in the state.
    pub name: String,
    /// How writes to it are merged: `overwrite`, `append`, `messages`, ...
    pub channel: String,
    /// One line for people.
    pub summary: String,
    /// The value as indented JSON.
    pub json: String,
    /// True where this checkpoint's superstep changed it.
    pub changed: bool,
}

/// A checkpoint with its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckpointView {
    pub checkpoint: CheckpointSummary,
    /// The state, in the order in which the agent declares its fields.
    pub fields: Vec<StateField>,
}

/// A field that differs between two checkpoints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    /// Its name in the state.
    pub name: String,
    /// At the first checkpoint, as indented JSON.
    pub before: String,
    /// At the second checkpoint, as indented JSON.
    pub after: String,
}

/// A person's answer to [`Event::ApprovalAsked`](crate::Event::ApprovalAsked).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// Ids of the tool calls that may run; the others may not.
    pub allowed: Vec<String>,
    /// Sent to the model in place of the results of the others; may be empty.
    pub note: String,
}

/// A tool call that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedCall {
    pub id: String,
    pub name: String,
    /// Its arguments as JSON text.
    pub arguments: String,
}
