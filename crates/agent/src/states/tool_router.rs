//! The state of `tool-router`.

use crate::calls::CallQueue;
use crate::outputs::{Output, ToolOutputs};
use crate::policy::{Grant, Grants};
use crate::{AgentState, ChatMessage, Note};
use change_set::{ChangeSet, Update};
use protocol::{Evidence, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use state_graph::State;
use std::collections::BTreeMap;

/// The tool whose results are judged before they are cited.
pub const RETRIEVAL: &str = "search_codebase";
/// The least score of a request that is about this repository.
pub const THRESHOLD: u32 = 75;
/// How many relevant spans suffice for an answer; retrieval asks for twice as many.
pub const TOP_K: usize = 3;

/// The state of the graph. A field that was added after a run was stored has its default when that run is read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct ToolRouterState {
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
    /// How the run goes.
    pub status: Status,
    /// Why `status` is paused: the tool that a person is asked about, and why.
    pub pause_reason: Option<String>,
    /// Decisions of the router so far.
    pub iteration: u32,
    /// The largest number of decisions that a model makes.
    pub max_iterations: u32,
    /// How far the request is about this repository.
    pub guardrail: Option<Score>,
    /// What the router has decided last.
    pub router_decision: Option<Routing>,
    /// The calls of that decision that have not run.
    pub queue: CallQueue,
    /// Every call that has run or was refused, in the order in which they were chosen.
    #[channel(append)]
    pub tool_history: Vec<ToolExecution>,
    /// The spans that retrieval has found, each once.
    #[channel(reduce = Chunks::add, write = Evidence)]
    pub retrieved: Chunks,
    /// The judgements of retrieved spans, by their ids.
    #[channel(merge)]
    pub grades: BTreeMap<String, Grade>,
    /// What came from other servers.
    #[channel(append)]
    pub web: Vec<WebResult>,
    /// The router's reasons, one a decision.
    #[channel(append)]
    pub reasoning_steps: Vec<String>,
    /// The whole outputs of tools.
    #[channel(reduce = ToolOutputs::keep, write = Output)]
    pub outputs: ToolOutputs,
    /// The proposed changes.
    #[channel(reduce = ChangeSet::reduce, write = Update)]
    pub changes: ChangeSet,
    /// What the person allowed for the rest of the run.
    #[channel(reduce = Grants::add, write = Grant)]
    pub grants: Grants,
    /// The answer.
    pub response: String,
}

/// How a run goes, as its state has it; how it ended is in its log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It works.
    #[default]
    Running,
    /// A person is asked about a call.
    Paused,
    /// It has answered.
    Completed,
    /// It ended without an answer.
    Failed,
}

/// How far a request is about this repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// From 0 to 100; this alone decides.
    pub score: u32,
    /// Why: a sentence.
    pub reasoning: String,
    /// Whether the score reaches the threshold.
    pub in_scope: bool,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Tools are called.
    ExecuteTool,
    /// The answer is written.
    Generate,
}

/// A decision of the router; its calls are in the queue, and then in the history of tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routing {
    /// What comes next.
    pub action: Action,
    /// Why: a sentence.
    pub reasoning: String,
    /// Whether no model decided, because the limit of decisions is reached.
    #[serde(default)]
    pub at_limit: bool,
}

/// A call that has run or was refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolExecution {
    /// The decision that chose it.
    pub iteration: u32,
    /// The tool.
    pub tool: String,
    /// The arguments as the model wrote them.
    pub args: Value,
    /// False if it failed or did not run.
    pub success: bool,
    /// One line.
    pub summary: String,
    /// Why it failed or did not run.
    pub error: Option<String>,
    /// Whether it was answered with the result of an earlier call.
    pub cached: bool,
    /// The id of its output among the kept ones.
    pub output: String,
    /// Whether it changed nothing.
    pub reads: bool,
    /// The hash of the proposed changes that it saw.
    pub overlay: String,
    /// Ids of the spans that it retrieved.
    #[serde(default)]
    pub chunks: Vec<String>,
    /// The spans that it looked up, where it is no retrieval: what was asked for by name is not judged.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

/// Spans, each once, in the order in which they were found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chunks(Vec<Evidence>);

impl Chunks {
    /// Adds a span, unless its id is there.
    pub fn add(&mut self, chunk: Evidence) {
        if self.get(&chunk.id).is_none() {
            self.0.push(chunk);
        }
    }

    /// The span with this id.
    pub fn get(&self, id: &str) -> Option<&Evidence> {
        self.0.iter().find(|chunk| chunk.id == id)
    }

    /// The spans, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Evidence> {
        self.0.iter()
    }
}

/// Whether a retrieved span is of use for the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// Whether it is.
    pub relevant: bool,
    /// Why: a sentence.
    pub reasoning: String,
}

/// What came from another server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WebResult {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub args: Value,
    /// Its text, cut.
    pub text: String,
}

impl ToolRouterState {
    /// The earlier turns of the conversation.
    pub fn turns(&self) -> Vec<Turn> {
        AgentState { chat_history: self.chat_history.clone(), ..AgentState::default() }.turns()
    }

    /// The retrieved spans that nobody has judged.
    pub fn ungraded(&self) -> Vec<&Evidence> {
        self.retrieved.iter().filter(|chunk| !self.grades.contains_key(&chunk.id)).collect()
    }

    /// The retrieved spans that are of use, in the order in which they were found.
    pub fn relevant(&self) -> Vec<&Evidence> {
        let is_relevant = |chunk: &&Evidence| self.grades.get(&chunk.id).is_some_and(|grade| grade.relevant);
        self.retrieved.iter().filter(is_relevant).collect()
    }

    /// Whether the last decision has retrieved something.
    pub fn has_retrieved(&self) -> bool {
        let of_this = self.tool_history.iter().rev().take_while(|ran| ran.iteration == self.iteration);
        of_this.into_iter().any(|ran| ran.success && ran.tool == RETRIEVAL)
    }
}
