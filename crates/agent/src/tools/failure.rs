//! Why a tool call failed.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use codebase::{QuestionError, StorageError};

/// Why a tool call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    #[error("there is no tool `{name}`; the tools are {known}")]
    Unknown { name: String, known: String },
    /// Arguments that do not fit the schema.
    #[error("wrong arguments for `{tool}`: {why}")]
    Arguments { tool: &'static str, why: String },
    /// The tool found no answer. The model reads the message, so it suggests what to do instead.
    #[error("{0}")]
    Failed(String),
    /// The index could not be read. It is never sent to the model as a result, which would take it for "not found": it
    /// ends the run as failed.
    #[error(transparent)]
    Index(#[from] IndexFailure),
}

/// A question about the codebase without an answer.
pub(super) fn failed(error: impl Into<QuestionError>) -> ToolError {
    ToolError::Failed(error.into().to_string())
}

/// The index could not be read: a sentence that names the file, the reason and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IndexFailure(String);

impl IndexFailure {
    /// With a sentence of the host.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl From<StorageError> for IndexFailure {
    fn from(error: StorageError) -> Self {
        Self(format!("the index could not be read: {error}"))
    }
}
