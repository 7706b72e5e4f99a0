//! Why a question about history has no answer.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::{FileError, ObjectId};

/// Why a question about history has no answer. Each is a sentence for people and models.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GitError {
    #[error(transparent)]
    Files(#[from] FileError),
    /// The bytes are not what git writes.
    #[error("the git data is damaged: {what}: {why}")]
    Damaged { what: String, why: String },
    #[error("{what} has {bytes} bytes of at most {limit}, so it is not read")]
    TooLarge { what: String, bytes: u64, limit: u64 },
    /// A format that is not read.
    #[error("this git data cannot be read: {0}")]
    Unsupported(String),
    /// An object that another one names.
    #[error("the git object {0} is not here: the clone is shallow or partial, or not all git data was kept")]
    NotHere(ObjectId),
    #[error("there is no commit, branch or tag `{0}`")]
    NoSuchName(String),
    #[error("`{0}` is the beginning of more than one commit's hash; give more of its digits")]
    Ambiguous(String),
    #[error("the repository has no commit yet")]
    NoCommit,
    #[error("`{path}` is not in the commit {commit}")]
    NoSuchPath { path: String, commit: String },
    /// Its lines cannot be looked at.
    #[error("`{path}` in the commit {commit} {why}")]
    NotText { path: String, commit: String, why: String },
    #[error("{0}")]
    Refused(String),
}

impl GitError {
    pub(crate) fn damaged(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Damaged { what: what.into(), why: why.into() }
    }
}
