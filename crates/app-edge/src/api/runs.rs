//! Questions and their runs.

use crate::budget::{Limits, Spent};
use protocol::{Approval, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `POST /v1/ask`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The repository's id.
    pub repo: String,
    /// The question.
    pub question: String,
    /// The agent; `plan-react` if not given.
    #[serde(default)]
    pub agent: Option<String>,
    /// `offline`, `endpoint`, or the endpoint's name of its model. The deployment's default if not given.
    #[serde(default)]
    pub model: Option<String>,
    /// Less than what the deployment allows.
    #[serde(default)]
    pub limits: Limits,
    /// Earlier questions and answers, oldest first.
    #[serde(default)]
    pub history: Vec<EarlierTurn>,
    /// A name for the run; a new one that nobody can guess if not given.
    #[serde(default)]
    pub run: Option<String>,
    /// Tool calls wait for a person: the run ends with `awaiting_approval` and goes on with `resume`.
    #[serde(default)]
    pub approve: bool,
    /// The run stops when who asked goes away; otherwise it goes on and can be read later.
    #[serde(default)]
    pub cancel_on_disconnect: bool,
}

impl Ask {
    /// A question about a repository, everything else left to the deployment.
    pub fn about(repo: &str, question: String) -> Self {
        Self {
            repo: repo.to_owned(),
            question,
            agent: None,
            model: None,
            limits: Limits::default(),
            history: Vec::new(),
            run: None,
            approve: false,
            cancel_on_disconnect: false,
        }
    }
}

/// An earlier question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierTurn {
    /// As asked.
    pub question: String,
    /// As answered, citations as `[[number]]`.
    pub answer: String,
    /// The symbols its citations point at.
    #[serde(default)]
    pub symbols: Vec<String>,
}

impl From<EarlierTurn> for Turn {
    fn from(turn: EarlierTurn) -> Self {
        Self { question: turn.question, answer: turn.answer, symbols: turn.symbols }
    }
}

/// `POST /v1/runs/{id}/resume`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The approval of the tool calls that wait for one.
    #[serde(default)]
    pub approval: Option<GivenApproval>,
}

/// An approval of tool calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenApproval {
    /// Ids of the calls that may run; the others may not.
    pub allowed: Vec<String>,
    /// Sent to the model in place of the results of the others.
    #[serde(default)]
    pub note: String,
}

impl From<GivenApproval> for Approval {
    fn from(given: GivenApproval) -> Self {
        Self { allowed: given.allowed, note: given.note }
    }
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is worked on.
    Running,
    /// It ended with an answer.
    Answered,
    /// It waits for an approval.
    AwaitingApproval,
    /// Somebody stopped it.
    Cancelled,
    /// It was paused.
    Paused,
    /// It could not go on.
    Failed,
}

/// A run: `GET /v1/runs/{id}`, and `POST /v1/ask` where JSON is asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Run {
    /// Its name.
    pub run: String,
    /// The repository's id.
    pub repo: String,
    /// As asked.
    pub question: String,
    /// The agent.
    pub agent: String,
    /// Its state.
    pub status: Status,
    /// The protocol's `RunOutcome` once it has stopped: `{"type": "answered"}`, `{"type": "failed", "message", "advice"}`.
    pub outcome: Option<Value>,
    /// `{"markdown", "citations", "dropped", "caveat"}`; citations are in the markdown as `[[number]]`, outside code. The
    /// caveat is a sentence where the answer used no evidence, and null where it did.
    pub answer: Option<Value>,
    /// The tool calls that wait for approval: `[{"id", "name", "arguments"}]`.
    pub calls: Vec<Value>,
    /// What it has taken so far. The offline model takes nothing.
    pub spent: Spent,
    /// The id of its last event, to read on from.
    pub last_event: Option<u32>,
    /// When it was asked, milliseconds since 1970.
    pub asked_at: f64,
}

/// An event of a run, as in `data:`. Other fields depend on `type`.
#[derive(Serialize, JsonSchema)]
pub struct RunEvent {
    /// The event's number, also its SSE `id`: rises, with gaps.
    pub seq: u32,
    /// Milliseconds since the run began, waits between its stretches left out.
    pub at_ms: f64,
    /// `run_started`, `plan_made`, `tool_finished`, `answer_text`, `answer`, `run_finished`, ...
    pub r#type: String,
}
