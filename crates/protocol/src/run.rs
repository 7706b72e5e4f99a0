//! Stored runs: their lists, checkpoints, and approvals of tool calls.
//!
//! A run is stored with its repository: its events, and after each superstep a checkpoint, which is the whole state and
//! the nodes that run next. From any checkpoint the run can be resumed or forked.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{Mode, ModelChoice};
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// The state of a stored run.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RunStatus {
        Running,
        /// The person paused it; it can be resumed.
        Paused,
        /// It is suspended until it gets an [`Approval`].
        AwaitingApproval,
        Answered,
        /// The person cancelled it.
        Cancelled,
        /// It failed; what was found is stored.
        Failed {
            message: String,
        },
        /// Its tab or process ended while it ran; it can be resumed.
        Interrupted,
    }
);

/// The run and checkpoint that a fork started from.
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
    /// The model with which it was started.
    pub model: ModelChoice,
    /// Whether it was imported from a file, whose content anybody can have written.
    pub imported: bool,
    pub status: RunStatus,
    /// When it began, milliseconds since 1970.
    pub started_at: f64,
    /// Working time in milliseconds; the time while it was suspended or paused does not count.
    pub ms: f64,
    /// Supersteps so far.
    pub steps: u32,
    /// Bytes in storage.
    pub bytes: u64,
    /// The origin of a fork; `None` for any other run.
    pub forked_from: Option<RunOrigin>,
    /// True if storage was full, so that a part of it is in memory only and is lost when the tab is closed.
    #[serde(default)]
    pub not_stored: bool,
    /// The conversation that it is a part of: the id of the first run of that. Its own where it began one.
    #[serde(default)]
    pub conversation: String,
    /// The run whose question it asks again.
    #[serde(default)]
    pub instead_of: Option<String>,
}

/// What a checkpoint was made after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointSource {
    /// The input of the question, before the first superstep.
    Input,
    /// A superstep.
    Loop,
    /// A change to the state from outside, such as a person's approval.
    Update,
    /// The start of a fork.
    Fork,
}

/// The run of a node in a superstep.
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
    /// Id of the checkpoint, unique within its run.
    pub id: u64,
    /// The checkpoint it follows; `None` for a run's first.
    pub parent: Option<u64>,
    pub source: CheckpointSource,
    /// The superstep it was taken after; 0 before the first.
    pub step: u32,
    /// Working time of the run so far, in milliseconds.
    pub at_ms: f64,
    /// The nodes that ran in its superstep.
    pub ran: Vec<NodeRun>,
    /// The nodes that run next; empty if the run has ended.
    pub next: Vec<String>,
}

/// A field of the state at a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateField {
    /// Its name in the state.
    pub name: String,
    /// The reducer by which writes are merged: `overwrite`, `append`, `messages`, ...
    pub channel: String,
    /// The value cut to one line.
    pub summary: String,
    /// The value as indented JSON.
    pub json: String,
    /// Whether this checkpoint's superstep changed it.
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
    /// Name of the field in the state.
    pub name: String,
    /// At the first checkpoint, as indented JSON.
    pub before: String,
    /// At the second checkpoint, as indented JSON.
    pub after: String,
}

/// An agent that can be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentInfo {
    pub name: String,
    /// When to take it: a sentence.
    pub description: String,
    /// Whether it can do more than read.
    pub acts: bool,
    /// What it is shown with.
    pub demo: Demo,
}

/// A request that shows an agent at work on the bundled sample. It ends well without a language model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demo {
    /// The request: a question, or a goal for an agent that works towards one.
    pub request: String,
    /// The least that the agent must be allowed. With [`Mode::LookOnly`] the request is a question, and any mode does.
    pub mode: Mode,
    /// The name of the sample, as the overview of a repository gives it.
    pub repository: String,
}

/// A person's decision about the tool calls of an [`Event::ApprovalAsked`](crate::Event::ApprovalAsked).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Approval {
    /// Ids of the tool calls that may run; the others may not.
    pub allowed: Vec<String>,
    /// Sent to the model in place of the results of the declined calls; may be empty.
    pub note: String,
    /// Of `allowed`, those whose like need not be asked about again in this run: see [`ProposedCall::can_be_remembered`].
    #[serde(default)]
    pub remembered: Vec<String>,
}

/// A tool call that awaits approval.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProposedCall {
    pub id: String,
    pub name: String,
    /// Its arguments as JSON text.
    pub arguments: String,
    /// Why a person is asked: a sentence. Empty in runs of versions that did not say.
    #[serde(default)]
    pub why: String,
    /// For a call that edits: what it would change, as a unified diff, cut to 20 KB.
    #[serde(default)]
    pub diff: Option<String>,
    /// Whether the person can allow all calls like this one for the rest of the run.
    #[serde(default)]
    pub can_be_remembered: bool,
    /// Its process ended while the call was running, so it may have run already.
    #[serde(default)]
    pub may_have_run: bool,
}

tagged_in_json!(
    /// What a suspended run asks a person.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Asked {
        /// Whether these tool calls may run.
        Calls { calls: Vec<ProposedCall> },
        /// A question of the agent, with answers to choose from; any text is an answer too.
        Question { question: String, options: Vec<String> },
    }
);

/// An interrupt: what a suspended run asks, and the id to answer it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interrupt {
    pub id: String,
    pub asked: Asked,
}

tagged_in_json!(
    /// What a person says to an [`Asked`].
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum PersonReply {
        /// To [`Asked::Calls`].
        Approval { approval: Approval },
        /// To [`Asked::Question`].
        Text { text: String },
    }
);

/// A person's answer to an [`Interrupt`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonAnswer {
    /// The id of the interrupt; `None` for the only one that is open.
    pub interrupt: Option<String>,
    pub reply: PersonReply,
}

impl From<Approval> for PersonAnswer {
    fn from(approval: Approval) -> Self {
        Self { interrupt: None, reply: PersonReply::Approval { approval } }
    }
}
