//! The state of `intent-router`: plain data, which its nodes and prompts share.

mod conversation;

pub use conversation::{Exchanges, FeedbackHistory, ReadFiles};

use crate::calls::CallQueue;
use crate::outputs::{Output, ToolOutputs};
use crate::policy::{Grant, Grants};
use crate::verify::{Failure, Verification};
use crate::{Acting, AgentState, ChatMessage, Note};
use agent_memory::{ConversationMemory, Exchange, Feedback};
use change_set::{ChangeSet, Update};
use protocol::Turn;
use serde::{Deserialize, Serialize};
use state_graph::State;
use std::collections::BTreeMap;

/// How often a node runs at most: once and three more times.
pub const ATTEMPTS: u32 = 4;
/// Retries of all nodes after which a turn ends: twice as many as failed checks are answered with other edits.
pub const MOST_RETRIES: u32 = 6;

/// The state of the graph. A field that was added after a run was stored has its default when that run is read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct IntentRouterState {
    /// The request, unchanged.
    pub input: String,
    /// Earlier requests and answers of the conversation.
    #[channel(messages)]
    pub chat_history: Vec<ChatMessage>,
    /// The notes for agents that the repository holds.
    pub notes: Vec<Note>,
    /// What the person typed while the run worked.
    #[channel(append)]
    pub steering: Vec<String>,
    /// What the request is for.
    pub intent: Option<Intent>,
    /// The files that the answer is read from.
    pub target_files: Vec<String>,
    /// The program that is run, with its arguments.
    pub selected_command: Option<Vec<String>>,
    /// Whether the turn is over.
    pub done: bool,
    /// What this turn is at.
    pub working: Working,
    /// What failed or ran in the conversation, newest last.
    #[channel(reduce = FeedbackHistory::add, write = Feedback)]
    pub feedback_history: FeedbackHistory,
    /// The files that were read or edited in the conversation.
    #[channel(reduce = ReadFiles::add, write = String)]
    pub read_files: ReadFiles,
    /// The last questions and answers of the conversation, newest last.
    #[channel(reduce = Exchanges::add, write = Exchange)]
    pub qa: Exchanges,
    /// What the memory held when the turn began, with what the request added.
    pub memory: MemoryView,
    /// What was stored for later runs, in order.
    #[channel(append)]
    pub memory_writes: Vec<MemoryWrite>,
    /// How often a failed check was answered with other edits.
    pub fix_attempts: u32,
    /// Whether the failure of the last check is to be answered with other edits.
    pub fixing: bool,
    /// Whether the check ran before anything was edited.
    pub looked: bool,
    /// The failure of the last check.
    pub failure: Option<Failure>,
    /// Where `edit` goes on.
    pub next_edit: NextEdit,
    /// Whether small changes of the program were tried whose output is wrong.
    pub small_changes: SmallChanges,
    /// Why the last answer of the model was not used: for the next one.
    pub refused: Option<String>,
    /// How many of its answers in a row were not used.
    pub refusals: u32,
    /// How the edits were found in the files: a line each.
    #[channel(append)]
    pub remarks: Vec<String>,
    /// The calls that were chosen and have not run.
    pub queue: CallQueue,
    /// The files that were changed in this turn.
    #[channel(append)]
    pub edited: Vec<String>,
    /// What was taken back in this turn.
    #[channel(append)]
    pub undone: Vec<String>,
    /// The whole outputs of tools.
    #[channel(reduce = ToolOutputs::keep, write = Output)]
    pub outputs: ToolOutputs,
    /// The proposed changes.
    #[channel(reduce = ChangeSet::reduce, write = Update)]
    pub changes: ChangeSet,
    /// What the person allowed for the rest of the run.
    #[channel(reduce = Grants::add, write = Grant)]
    pub grants: Grants,
    /// What was run to verify the changes.
    pub verification: Verification,
    /// The answer.
    pub response: String,
    /// Whether the answer was reported with its citations already.
    pub reported: bool,
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// A question about the code.
    Read,
    /// A change of files.
    Edit,
    /// A program to run.
    RunCommand,
    /// What the person prefers.
    Profile,
    /// Taking the last change back.
    Undo,
}

impl Intent {
    /// The name in prompts and events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::RunCommand => "run_command",
            Self::Profile => "profile",
            Self::Undo => "undo",
        }
    }

    /// The intent of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Read, Self::Edit, Self::RunCommand, Self::Profile, Self::Undo];
        all.into_iter().find(|intent| intent.name() == name.trim())
    }
}

/// What a turn is at; new in each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Working {
    /// The node.
    pub current_node: String,
    /// The part of its work.
    pub current_step: String,
    /// The file.
    pub current_file: String,
    /// Retries of all nodes of the turn.
    pub retry_count: u32,
    /// Why the turn ended early.
    pub last_error: Option<String>,
}

/// What the memory held when the turn began.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryView {
    /// What the person prefers, by name, with what this request added.
    pub preferences: BTreeMap<String, bool>,
    /// Why a part of it could not be read; a sentence each.
    pub problems: Vec<String>,
}

/// A preference that was stored or taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryWrite {
    /// Its name.
    pub preference: String,
    /// Its value now; `None` where it was forgotten.
    pub value: Option<bool>,
    /// Its value before; `None` where there was none.
    pub before: Option<bool>,
}

/// Whether small changes of a program were tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallChanges {
    /// They were not.
    #[default]
    Untried,
    /// They come next.
    Wanted,
    /// They were, in this turn.
    Tried,
}

/// Where `edit` goes on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextEdit {
    /// In another superstep of its own.
    #[default]
    Again,
    /// Something was changed, which is to be checked.
    Verify,
    /// Nothing is left to do.
    Finish,
}

impl IntentRouterState {
    /// The earlier turns of the conversation.
    pub fn turns(&self) -> Vec<Turn> {
        AgentState { chat_history: self.chat_history.clone(), ..AgentState::default() }.turns()
    }

    /// What earlier runs of the conversation kept.
    pub(crate) fn with_conversation(self, kept: ConversationMemory) -> Self {
        let ConversationMemory { qa, read_files, feedback } = kept;
        Self { qa: qa.into(), read_files: read_files.into(), feedback_history: feedback.into(), ..self }
    }

    /// What later runs of the conversation are to know.
    pub(crate) fn to_keep(&self) -> ConversationMemory {
        ConversationMemory {
            qa: self.qa.as_slice().to_vec(),
            read_files: self.read_files.iter().cloned().collect(),
            feedback: self.feedback_history.iter().cloned().collect(),
        }
    }

    /// Whether a node gave up in this turn.
    pub fn has_failed(&self) -> bool {
        self.working.last_error.is_some()
    }
}

impl Acting for IntentRouterState {
    fn changes(&self) -> &ChangeSet {
        &self.changes
    }

    fn grants(&self) -> &Grants {
        &self.grants
    }

    fn outputs(&self) -> &ToolOutputs {
        &self.outputs
    }
}
