//! The git history, as the page shows it.

use crate::CommitInfo;
use serde::{Deserialize, Serialize};

/// A commit with what it changed against its first parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitView {
    /// Hash, subject, author and date.
    pub commit: CommitInfo,
    /// The message without its first paragraph.
    pub body: String,
    /// The hashes of its parents; more than one for a merge.
    pub parents: Vec<String>,
    /// The files, in order of their paths.
    pub files: Vec<CommitFile>,
    /// What is not shown, and why: a sentence.
    pub note: Option<String>,
}

/// A file that a commit changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitFile {
    /// Where it is, or was if it is deleted.
    pub path: String,
    /// Where it was, if it was renamed.
    pub from: Option<String>,
    /// `added`, `deleted`, `modified` or `renamed`.
    pub kind: String,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
    /// A unified diff.
    pub diff: String,
    /// Why there is no diff: a sentence.
    pub note: Option<String>,
}
