//! Why a log can't be used. The log itself is never changed by that.

/// Why a log can't be read, or a run not be restored from it.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A line before the last does not fit its checksum.
    #[error("the log is damaged at line {line} (byte {offset})")]
    Damaged {
        /// From 1.
        line: usize,
        /// Where the line begins.
        offset: u64,
    },
    /// Nothing whole is in it.
    #[error("the log is empty")]
    Empty,
    /// It does not begin as a log does.
    #[error("this is not the log of a run: {0}")]
    NotALog(String),
    /// It was written by a later version of this crate.
    #[error("the log has format {found}, this build reads up to {}", super::FORMAT)]
    Newer {
        /// Its format.
        found: u32,
    },
    /// It belongs to a state that has other reducers, none of the same fields, or lacks a field without a default. Fields
    /// that were added with a default, left out or moved are no difference.
    #[error("the log was written for another state: {why}")]
    OtherState {
        /// What differs.
        why: String,
    },
    /// The run would continue at a node that its graph no longer has: it can be read but not resumed.
    #[error(
        "the run goes on at the node {node:?}, which its graph has no more; it can still be looked at and replayed"
    )]
    NoNode {
        /// The node.
        node: String,
    },
    /// What the run was in the middle of does not fit its graph: it can be read but not resumed.
    #[error("the run can't go on in this version of its graph: {why}; it can still be looked at and replayed")]
    OtherGraph {
        /// What does not fit.
        why: String,
    },
    /// A whole line that this state can't be read from.
    #[error("line {line} of the log can't be read: {why}")]
    Unreadable {
        /// From 1.
        line: usize,
        /// serde_json's error.
        why: String,
    },
    /// There is no such checkpoint.
    #[error("the run has no checkpoint {0}")]
    NoCheckpoint(u64),
    /// A stored update does not fit the state it is applied to.
    #[error("checkpoint {id} does not fit the one before it: {why}")]
    Inconsistent {
        /// The checkpoint.
        id: u64,
        /// What does not fit.
        why: String,
    },
}
