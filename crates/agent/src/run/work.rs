//! What an agent can be asked to do, and what comes of it.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use protocol::{Approval, AskOptions, Citation, ModelChoice, ProposedCall, RunOrigin, RunOutcome, Turn};
use state_graph::CancelToken;

/// One stretch of work of an [`Agent`](super::Agent).
#[derive(Debug, Clone)]
pub enum Work {
    Ask(Question),
    /// Continue a stored run.
    Resume {
        run: String,
        /// The answer to the interrupt that it waits for, if it does.
        approval: Option<Approval>,
    },
    /// Start a run of its own from a checkpoint of another.
    Fork(Fork),
}

/// A new run.
#[derive(Debug, Clone)]
pub struct Question {
    /// Names the run; chosen by the host, and not in the store yet.
    pub run: String,
    pub text: String,
    /// Earlier turns, oldest first.
    pub history: Vec<Turn>,
    /// Agent, model and limits.
    pub options: AskOptions,
    /// Names the repository, for lists of runs.
    pub repository: String,
    /// Milliseconds since 1970, for lists of runs.
    pub asked_at: f64,
}

/// A run that starts from a checkpoint of another.
#[derive(Debug, Clone)]
pub struct Fork {
    /// The checkpoint. Its run is not changed.
    pub origin: RunOrigin,
    /// Names the new run.
    pub run: String,
    /// Another question, if it is to change.
    pub question: Option<String>,
    /// Another plan, if it is to change.
    pub plan: Option<Vec<String>>,
    /// Who answers, as the new run stores it; that of the other run is not used.
    pub model: ModelChoice,
    /// Milliseconds since 1970.
    pub asked_at: f64,
}

/// How a run can be stopped from outside.
#[derive(Clone, Default)]
pub struct Controls {
    /// At once; finished tasks are kept.
    pub cancel: CancelToken,
    /// At the end of the superstep.
    pub pause: CancelToken,
}

/// The answer of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Markdown with `[[number]]` citations.
    pub markdown: String,
    /// In order of their numbers.
    pub citations: Vec<Citation>,
    /// How many citations could not be verified and were taken out.
    pub dropped: u32,
}

/// How a stretch of a run ended, other than by an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    Answered(Answer),
    /// It was paused and can be resumed.
    Paused,
    /// It can be resumed with an approval of these calls.
    AwaitingApproval(Vec<ProposedCall>),
}

impl RunEnd {
    /// As the run's last event reports it.
    pub fn outcome(&self) -> RunOutcome {
        match self {
            Self::Answered(_) => RunOutcome::Answered,
            Self::Paused => RunOutcome::Paused,
            Self::AwaitingApproval(_) => RunOutcome::AwaitingApproval,
        }
    }
}
