//! The state of `three-phase`: plain data, which its nodes and prompts share.

use crate::calls::CallQueue;
use crate::outputs::{Output, ToolOutputs};
use crate::policy::{Grant, Grants};
use crate::states::plan_review::FileCount;
use crate::verify::Verification;
use crate::{Acting, AgentState, ChatMessage, Note};
use change_set::{ChangeSet, Update};
use protocol::{Evidence, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use state_graph::State;

/// In place of an agent, where calls ran that no agent made.
pub const TOOLS: &str = "tools";

/// The state of the graph. A field that was added after a run was stored has its default when that run is read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct ThreePhaseState {
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
    /// Results of tools, what agents said, and reports of failures, in order. Old attempts are removed.
    #[channel(messages)]
    pub messages: Vec<ChatMessage>,
    /// What the last node decided.
    pub next_action: Action,
    /// Who worked last on the request, and how that ended.
    pub agent_outcome: Outcome,
    /// How often the agent has decided on tools, a delegation or the end.
    pub iterations: u32,
    /// The agent that the request is handed to; empty for the default.
    pub selected_agent: String,
    /// The calls that were chosen and have not run.
    pub tool_calls: CallQueue,
    /// Whether they were read from the person's own words, by rules, and not chosen by a model.
    pub by_person: bool,
    /// What a model or the rules took the request for.
    pub classification: Option<Classification>,
    /// Rounds of tools of the agent at work.
    pub tool_rounds: u32,
    /// Every failed check and error, in order.
    #[channel(append)]
    pub failures: Vec<Failure>,
    /// Whether small mutations were tried: once a run.
    pub local_repair_attempted: bool,
    /// Every call that has run, in order.
    #[channel(append)]
    pub calls: Vec<Called>,
    /// The whole outputs of tools.
    #[channel(reduce = ToolOutputs::keep, write = Output)]
    pub outputs: ToolOutputs,
    /// The proposed changes.
    #[channel(reduce = ChangeSet::reduce, write = Update)]
    pub changes: ChangeSet,
    /// The hash of the changes with which the run began.
    pub began_with: String,
    /// What the person allowed for the rest of the run.
    #[channel(reduce = Grants::add, write = Grant)]
    pub grants: Grants,
    /// What was run to verify the changes.
    pub verification: Verification,
    /// The answer.
    pub response: String,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The rules did not decide.
    #[default]
    ContinueToLlmPrePlan,
    /// The classification is not sure enough.
    ContinueToLlmPlan,
    /// An agent gets the request.
    Delegate,
    /// Tools run.
    Tool,
    /// The run is over.
    End,
    /// Another attempt.
    Continue,
}

/// Who worked on the request, and how that ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// `agent:NAME`, `llm:PROFILE`, or [`TOOLS`]; empty before the first.
    pub agent: String,
    /// How it ended.
    pub status: Status,
    /// What it said, or why it failed.
    pub result: String,
}

/// How the work of an agent ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It has not: the agent is at work.
    #[default]
    Delegated,
    /// It said what it did. Whether that is right is for the check to say.
    Success,
    /// It could not work, or a call failed.
    Error,
}

/// What a request is taken for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Classification {
    /// The kind of request.
    pub task_type: TaskType,
    /// How sure that is, from 0 to 1.
    pub confidence: f64,
    /// The files that it is about.
    #[serde(default)]
    pub files: Vec<String>,
    /// The tool that would do it, if one would.
    #[serde(default)]
    pub action: Option<String>,
    /// Why: a sentence.
    #[serde(default)]
    pub reasoning: String,
}

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskType {
    /// A greeting or thanks.
    Greeting,
    /// Moving, copying or deleting files.
    FileOperation,
    /// Saying what code does.
    Explanation,
    /// Making code right.
    CodeFix,
    /// Writing new code.
    CodeGeneration,
    /// Changing code in many places.
    ComplexRefactor,
    /// Anything else.
    Unknown,
}

/// A failed check, or an error of an agent or tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Equal for failures that differ only in times, addresses or places on a machine.
    pub hash: String,
    /// Its first line.
    pub headline: String,
    /// All that a model is shown of it.
    pub report: String,
    /// What led to it: the changes that were made since the failure before.
    pub attempt: String,
    /// Whether nothing had been tried: the check has shown what there is to do.
    #[serde(default)]
    pub is_baseline: bool,
}

/// A call that has run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Called {
    /// The iteration in which it ran.
    pub iteration: u32,
    /// Whether an agent made it, and not a planning node.
    pub by_agent: bool,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub args: Value,
    /// Whether it worked.
    pub ok: bool,
    /// One line for people.
    pub summary: String,
    /// The id of its whole output.
    pub output: String,
    /// Whether it is a call that only reads.
    pub reads: bool,
    /// The files that it changed.
    #[serde(default)]
    pub changed: Vec<FileCount>,
    /// The spans in its output.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

impl TaskType {
    /// As in JSON and events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::FileOperation => "file_operation",
            Self::Explanation => "explanation",
            Self::CodeFix => "code_fix",
            Self::CodeGeneration => "code_generation",
            Self::ComplexRefactor => "complex_refactor",
            Self::Unknown => "unknown",
        }
    }
}

impl ThreePhaseState {
    /// The earlier turns in `chat_history`.
    pub fn turns(&self) -> Vec<Turn> {
        AgentState { chat_history: self.chat_history.clone(), ..AgentState::default() }.turns()
    }

    /// Whether something was tried already, so that the words of the request decide nothing any more.
    pub fn has_begun(&self) -> bool {
        !self.failures.is_empty() || !self.calls.is_empty()
    }

    /// Whether the proposed changes are other than when the run began.
    pub fn has_changed(&self) -> bool {
        !self.changes.is_empty() && self.changes.hash().to_string() != self.began_with
    }
}

impl Acting for ThreePhaseState {
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
