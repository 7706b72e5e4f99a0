//! Unified diffs: read, checked and applied as `git apply` does.
//!
//! The lines that a hunk quotes must be in the file as they are; they may be up to 200 lines from where the hunk says, but no
//! line may differ ("fuzz"). A patch is applied to all of its files or to none.
//!
//! [`Patch::parse`] reads ([`parse`](self) in `parse.rs`, headers in `header.rs`), [`Patch::check`] gives a verdict,
//! [`Patch::apply`] new texts, which [`Applied::propose`] makes changes of a set.

mod apply;
mod error;
mod header;
mod image;
mod misfit;
mod names;
mod parse;
mod propose;
#[cfg(test)]
mod tests;

pub use apply::{Applied, ApplyError, FileResult, HunkVerdict, Problem, Verdict};
pub use error::PatchError;
pub use misfit::{Difference, Misfit};

use crate::diff::RowKind;
use source::RepoPath;

pub use limits::edits::{PATCH_BYTES as MAX_BYTES, PATCH_FILES as MAX_FILES, PATCH_OFFSET as MAX_OFFSET};

/// A patch that was read: of well-formed parts, with paths that may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// Its files, in order.
    pub files: Vec<FilePatch>,
}

/// What a patch does to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePatch {
    /// Which file, and what becomes of it as a whole.
    pub target: Target,
    /// What changes in its text.
    pub hunks: Vec<PatchHunk>,
    /// Whether the patch changes the file's mode too, which is ignored: a set has texts alone.
    pub ignored_mode: bool,
}

/// Which file a patch is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The file is new.
    Create(RepoPath),
    /// The file goes.
    Delete(RepoPath),
    /// The file's text changes.
    Modify(RepoPath),
    /// The file moves.
    Rename {
        /// Where it is.
        from: RepoPath,
        /// Where it will be.
        to: RepoPath,
    },
    /// Another file begins as this one.
    Copy {
        /// Where it is.
        from: RepoPath,
        /// Where the other will be.
        to: RepoPath,
    },
}

impl Target {
    /// The path that is written, or deleted.
    pub fn path(&self) -> &RepoPath {
        match self {
            Self::Create(path) | Self::Delete(path) | Self::Modify(path) => path,
            Self::Rename { to, .. } | Self::Copy { to, .. } => to,
        }
    }

    /// The path whose text is changed, where it is another one.
    pub fn from(&self) -> Option<&RepoPath> {
        match self {
            Self::Rename { from, .. } | Self::Copy { from, .. } => Some(from),
            _ => None,
        }
    }
}

/// One hunk of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchHunk {
    /// First line before, from 1; 0 where there is none.
    pub old_start: u32,
    /// First line after, likewise.
    pub new_start: u32,
    /// The lines, each with its end.
    pub lines: Vec<(RowKind, String)>,
}
