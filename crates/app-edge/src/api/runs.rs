//! Requests and responses about runs.

use crate::budget::Limits;
use crate::failure::Failure;
use model::spending::Spent;
use protocol::{Approval, Mode, PersonAnswer, PersonReply, Turn};
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
    /// Limits below those of the deployment.
    #[serde(default)]
    pub limits: Limits,
    /// Earlier questions and answers, oldest first.
    #[serde(default)]
    pub history: Vec<Turn>,
    /// A name of yours for the conversation that the question belongs to: runs with the same name, of the same token and about
    /// the same repository, know which questions, outcomes of commands and files there were. Without one, nothing of the kind is kept.
    #[serde(default)]
    pub conversation: Option<String>,
    /// An id for the run; by default a new one that cannot be guessed.
    #[serde(default)]
    pub run: Option<String>,
    /// Whether tool calls need approval: the run is then suspended with `awaiting_approval`, and continued with
    /// `resume`.
    #[serde(default)]
    pub approve: bool,
    /// How far an agent that acts may go on its own: `look_only`, `ask_before_edits` or `edit_freely`. In any mode its edits
    /// are proposals, which the run's result holds as a patch.
    #[serde(default)]
    pub mode: Mode,
    /// Whether an agent with such a gate first scores if the request is about the repository.
    #[serde(default = "gated")]
    pub gate: bool,
    /// A folder of the repository that the run is limited to: only what is in it is searched and read. The whole repository if
    /// not given.
    #[serde(default, rename = "in")]
    pub folder: Option<String>,
    /// Whether the run is cancelled when the client disconnects; otherwise it continues and can be read later.
    #[serde(default)]
    pub cancel_on_disconnect: bool,
}

fn gated() -> bool {
    true
}

impl Ask {
    /// A question about a repository, with the defaults of the deployment.
    pub fn about(repo: &str, question: String) -> Self {
        Self {
            repo: repo.to_owned(),
            question,
            agent: None,
            model: None,
            limits: Limits::default(),
            history: Vec::new(),
            conversation: None,
            run: None,
            approve: false,
            mode: Mode::default(),
            gate: true,
            folder: None,
            cancel_on_disconnect: false,
        }
    }
}

/// `POST /v1/runs/{id}/resume`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The answer for a run that awaits approval.
    #[serde(default)]
    pub approval: Option<GivenApproval>,
    /// The answer for a run whose agent asks a question.
    #[serde(default)]
    pub text: Option<String>,
    /// The id of the interrupt that is answered, as `approval_asked` and `question_asked` give it; not needed where only
    /// one is open.
    #[serde(default)]
    pub interrupt: Option<String>,
}

impl Resume {
    /// The person's answer.
    ///
    /// # Errors
    /// 400 where it holds two.
    pub fn answer(self) -> Result<Option<PersonAnswer>, Failure> {
        let Self { approval, text, interrupt } = self;
        let reply = match (approval, text) {
            (Some(_), Some(_)) => return Err(Failure::bad("Give `approval` or `text`, not both.")),
            (Some(approval), None) => PersonReply::Approval { approval: approval.into() },
            (None, Some(text)) => PersonReply::Text { text },
            (None, None) => return Ok(None),
        };
        Ok(Some(PersonAnswer { interrupt, reply }))
    }
}

/// The approval of tool calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenApproval {
    /// Ids of the calls that may run; the others may not.
    pub allowed: Vec<String>,
    /// Sent to the model in place of the results of the declined calls.
    #[serde(default)]
    pub note: String,
    /// Of `allowed`, those whose like need not be asked about again in this run.
    #[serde(default)]
    pub remembered: Vec<String>,
}

impl From<GivenApproval> for Approval {
    fn from(given: GivenApproval) -> Self {
        Self { allowed: given.allowed, note: given.note, remembered: given.remembered }
    }
}

/// What a run proposes to change. Nothing is written: apply the patch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Changes {
    /// A unified diff that `git apply` takes; null if it is larger than 1 MB.
    pub patch: Option<String>,
    /// The changed files.
    pub files: Vec<ChangedFile>,
}

/// A changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangedFile {
    /// Its path.
    pub path: String,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is running.
    Running,
    /// It ended with an answer.
    Answered,
    /// It is suspended until its tool calls are approved or declined.
    AwaitingApproval,
    /// It was cancelled.
    Cancelled,
    /// It was paused.
    Paused,
    /// It failed.
    Failed,
}

/// A run: the response of `GET /v1/runs/{id}`, and of `POST /v1/ask` if JSON is requested.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Run {
    /// Its id.
    pub run: String,
    /// The repository's id.
    pub repo: String,
    /// As asked.
    pub question: String,
    /// The agent.
    pub agent: String,
    /// Its state.
    pub status: Status,
    /// The protocol's `RunOutcome` once it has stopped: `{"type": "answered"}`, `{"type": "failed", "message", "advice"}`;
    /// `{"type": "paused", "why"}`, where `why` is a sentence if most of its budget is used: `resume` lets it use the rest.
    pub outcome: Option<Value>,
    /// `{"markdown", "citations", "dropped", "caveat"}`; citations are in the markdown as `[[number]]`, outside of
    /// code. The caveat is a sentence if the answer cites nothing, else null.
    pub answer: Option<Value>,
    /// The tool calls that await approval: `[{"id", "name", "arguments", "why", "diff", "can_be_remembered", "may_have_run"}]`.
    pub calls: Vec<Value>,
    /// The question that the agent asks: `{"question", "options", "interrupt"}`; null where it asks none.
    pub asked: Option<Value>,
    /// What it proposes to change, once it has stopped; null where it proposes nothing.
    pub changes: Option<Changes>,
    /// What it has spent so far. The offline model spends nothing.
    pub spent: Spent,
    /// The id of its last event, after which events can be read.
    pub last_event: Option<u32>,
    /// When it was asked, milliseconds since 1970.
    pub asked_at: f64,
}

/// An event of a run, the content of `data:`. Other fields depend on `type`.
#[derive(Serialize, JsonSchema)]
pub struct RunEvent {
    /// The event's number, also its SSE `id`: rises, with gaps.
    pub seq: u32,
    /// Working time of the run so far in milliseconds; the time while it was suspended or paused does not count.
    pub at_ms: f64,
    /// `run_started`, `plan_made`, `tool_finished`, `answer_text`, `answer`, `run_finished`, ...
    pub r#type: String,
}
