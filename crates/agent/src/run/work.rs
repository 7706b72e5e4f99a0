//! The kinds of work of an agent, and their results.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use super::Steering;
use protocol::{AskOptions, Citation, Interrupt, ModelChoice, PersonAnswer, RunOrigin, RunOutcome, Turn};
use state_graph::CancelToken;

/// What an [`Agent`](super::Agent) is to do.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one for a run")]
pub enum Work {
    Ask(Question),
    /// Continue a stored run.
    Resume {
        run: String,
        /// The answer for a run that awaits one.
        answer: Option<PersonAnswer>,
    },
    /// Start a new run from a checkpoint of another.
    Fork(Fork),
}

/// The start of a new run.
#[derive(Debug, Clone)]
pub struct Question {
    /// The id of the run; chosen by the host, and not in the store yet.
    pub run: String,
    pub text: String,
    /// Earlier turns, oldest first.
    pub history: Vec<Turn>,
    /// The run before it in the conversation: it goes on with what that one left proposed.
    pub after: Option<String>,
    /// The id of the conversation, which is that of its first run: letters, digits, `-`, `_` and `.`; `None` for a run that
    /// begins one.
    pub conversation: Option<String>,
    /// The run whose question it asks again; `None` for a new question.
    pub instead_of: Option<String>,
    /// Agent, model and limits.
    pub options: AskOptions,
    /// Name of the repository, for lists of runs.
    pub repository: String,
    /// Time of the question in milliseconds since 1970, for lists of runs.
    pub asked_at: f64,
}

/// The start of a new run from a checkpoint of another.
#[derive(Debug, Clone)]
pub struct Fork {
    /// The run and its checkpoint. That run is not changed.
    pub origin: RunOrigin,
    /// The id of the new run; chosen by the host, and not in the store yet.
    pub run: String,
    /// Replaces the question.
    pub question: Option<String>,
    /// Replaces the steps of the plan at the checkpoint.
    pub plan: Option<Vec<String>>,
    /// The model, as the new run stores it; that of the other run is not used.
    pub model: ModelChoice,
    /// Time of the fork in milliseconds since 1970, for lists of runs.
    pub asked_at: f64,
}

/// Stops a run from outside.
#[derive(Clone, Default)]
pub struct Controls {
    /// Cancels it at once; the results of finished tasks are kept.
    pub cancel: CancelToken,
    /// Pauses it at the end of the superstep.
    pub pause: CancelToken,
    /// Messages of the person for its next superstep.
    pub steering: Steering,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Markdown with `[[number]]` citations.
    pub markdown: String,
    /// In order of their numbers.
    pub citations: Vec<Citation>,
    /// How many citations could not be verified and were removed.
    pub dropped: u32,
}

/// How a run ended, or why it is suspended or paused, if there was no error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    Answered(Answer),
    /// It was paused and can be resumed.
    Paused {
        /// A sentence, where most of its budget is used; `None` where the person paused it.
        why: Option<String>,
    },
    /// It is suspended until a person answers.
    Awaiting(Vec<Interrupt>),
}

impl RunEnd {
    /// The same as in the run's last event.
    pub fn outcome(&self) -> RunOutcome {
        match self {
            Self::Answered(_) => RunOutcome::Answered,
            Self::Paused { why } => RunOutcome::Paused { why: why.clone() },
            Self::Awaiting(_) => RunOutcome::AwaitingApproval,
        }
    }
}
