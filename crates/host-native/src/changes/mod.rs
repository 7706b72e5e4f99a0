//! Proposed changes on disk: what they are based on compared with what is there now, and written, all or nothing.

mod base;
#[cfg(test)]
mod tests;
mod write;

pub use base::{Base, Conflict};
pub use write::write;

use source::RepoPath;

/// Why changes were not written. The folder is as it was, unless the sentence says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum ChangesError {
    /// Files are not what the changes are based on.
    #[error("nothing was written: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Conflicts(Vec<Conflict>),
    /// A file could not be read.
    #[error("nothing was written: `{path}` cannot be read: {error}")]
    Read {
        /// Which file.
        path: RepoPath,
        /// What the system says.
        error: std::io::Error,
    },
    /// The folder could not be written; what was done was taken back.
    #[error("nothing was written: {what}: {error}")]
    Write {
        /// What was being done.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Nor could that be taken back.
    #[error("{what}: {error}; this could not be taken back: {left}. The files as they were are in {kept}")]
    HalfWritten {
        /// What was being done.
        what: String,
        /// What the system says.
        error: std::io::Error,
        /// Files that are neither as they were nor as they should be.
        left: String,
        /// The folder with the files as they were.
        kept: String,
    },
}
