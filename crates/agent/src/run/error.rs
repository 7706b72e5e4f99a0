//! Why a run ended without an answer.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::IndexFailure;
use model::ModelError;
use protocol::RunOutcome;
use state_graph::{CompileError, LogError, ResumeError, RunError, StoreError, StoreErrorKind};

/// Why a run ended without an answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The person cancelled it.
    #[error("stopped")]
    Cancelled,
    /// The question is empty.
    #[error("the question is empty")]
    Empty,
    #[error("there is no agent called `{0}`")]
    NoAgent(String),
    /// A fork gives a plan to an agent that makes none.
    #[error("`{0}` makes no plan that could be replaced")]
    NoPlan(String),
    /// A host opened the repository for another folder than the run is limited to.
    #[error("the run is about {asked}, and the repository was opened for {opened}")]
    Folder { asked: String, opened: String },
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The repository's index could not be read.
    #[error(transparent)]
    Index(#[from] IndexFailure),
    #[error("there is no stored run `{0}`")]
    NoRun(String),
    /// The log of a stored run cannot be read. It is not changed.
    #[error("the stored run can't be used: {0}")]
    Log(#[from] LogError),
    /// The citations of a stored run could not be compared with the repository.
    #[error("what the run has found could not be checked against the repository: {0}")]
    Unchecked(String),
    #[error("the run could not be stored: {0}")]
    Store(#[from] StoreError),
    /// The run ended but no event holds its answer: its log was not written by this crate.
    #[error("the run ended without an answer")]
    NoAnswer,
    /// The run cannot be resumed in this way: an approval came for a run that awaits none.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The graph ended for another reason, such as its limit of supersteps.
    #[error("the run stopped: {0}")]
    Run(RunError),
    /// The graph does not compile.
    #[error(transparent)]
    Graph(#[from] CompileError),
}

impl From<RunError> for AskError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Cancelled { .. } => Self::Cancelled,
            RunError::Store { error, .. } => Self::Store(error),
            RunError::Log(error) => Self::Log(error),
            RunError::Node { error: ref cause, .. } => {
                if let Some(model) = cause.downcast_ref::<ModelError>() {
                    Self::Model(model.clone())
                } else if let Some(index) = cause.downcast_ref::<IndexFailure>() {
                    Self::Index(index.clone())
                } else {
                    Self::Run(error)
                }
            }
            error => Self::Run(error),
        }
    }
}

impl AskError {
    /// The same as in the run's last event.
    pub fn outcome(&self) -> RunOutcome {
        let advice = match self {
            Self::Cancelled => return RunOutcome::Cancelled,
            Self::Model(error) => error.advice.clone(),
            Self::Store(error) if error.kind == StoreErrorKind::Full => {
                Some("Delete old runs or repositories, then resume this run.".to_owned())
            }
            Self::Store(error) if error.kind == StoreErrorKind::Conflict => {
                Some("Another tab or process has worked on this run meanwhile. Open it again.".to_owned())
            }
            Self::Run(RunError::Limit { .. }) => Some("Ask a narrower question, or raise the limits.".to_owned()),
            _ => None,
        };
        RunOutcome::Failed { message: self.to_string(), advice }
    }
}
