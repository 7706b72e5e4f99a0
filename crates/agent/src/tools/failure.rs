//! Why a tool did not answer.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use codebase::StorageError;

/// Why a tool did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// No tool of this name.
    #[error("there is no tool `{name}`; the tools are {known}")]
    Unknown { name: String, known: String },
    /// Arguments that do not fit the schema.
    #[error("wrong arguments for `{tool}`: {why}")]
    Arguments { tool: &'static str, why: String },
    /// The tool ran and could not answer. The model reads the message, so it names what to do.
    #[error("{0}")]
    Failed(String),
    /// What the tool reads from could not be read. Never a result for a model, which would take it for "not there": it
    /// ends the run as failed.
    #[error(transparent)]
    Index(#[from] IndexFailure),
}

/// The index could not be read: which file, why, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IndexFailure(String);

impl IndexFailure {
    /// With a sentence of the host's.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl From<StorageError> for IndexFailure {
    fn from(error: StorageError) -> Self {
        Self(format!("the index could not be read: {error}"))
    }
}
