//! Why a set refuses an update. Each sentence says what to do.

use super::{MAX_FILE_BYTES, MAX_FILES, MAX_SET_BYTES};
use crate::path::PathRefused;
use crate::splice::SpliceError;
use source::RepoPath;

/// Why a set refuses an update.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// A path that is never written.
    #[error(transparent)]
    Path(#[from] PathRefused),
    /// A text beyond [`MAX_FILE_BYTES`].
    #[error(
        "`{path}` would be {bytes} bytes long; a changed file may have {MAX_FILE_BYTES}: write less or split the file"
    )]
    FileTooLarge {
        /// Which file.
        path: RepoPath,
        /// What it would have.
        bytes: usize,
    },
    /// More than [`MAX_FILES`] files.
    #[error("the change would touch {files} files; a set holds {MAX_FILES}: accept or reject some first")]
    TooManyFiles {
        /// What the set would have.
        files: usize,
    },
    /// More than [`MAX_SET_BYTES`] of text.
    #[error("the changed files would have {bytes} bytes; a set holds {MAX_SET_BYTES}: accept or reject some first")]
    SetTooLarge {
        /// What the set would have.
        bytes: usize,
    },
    /// The path has no file to change, delete or move.
    #[error("there is no file `{0}`; write it first or name another")]
    Missing(RepoPath),
    /// The target of a move or copy, or a file that must be new.
    #[error("`{0}` is there already; name another path or delete that file first")]
    Exists(RepoPath),
    /// Hunks for a text that the overlay no longer has.
    #[error("`{0}` has changed since it was read; read it again and repeat the edit")]
    Stale(RepoPath),
    /// Hunks that do not fit, or a text that the set does not hold.
    #[error("the stored edit of `{path}` cannot be applied ({error}); write the whole file instead")]
    Misfit {
        /// Which file.
        path: RepoPath,
        /// What is wrong.
        error: SpliceError,
    },
    /// A change for a group before the newest.
    #[error("group {group} is closed, the newest is {newest}; begin a new group")]
    ClosedGroup {
        /// The change's group.
        group: u32,
        /// The newest.
        newest: u32,
    },
    /// No group is left to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// The group is not kept: undone, accepted, or too long ago.
    #[error("group {group} can no longer be undone; these can: {kept}", kept = list(kept))]
    UnknownGroup {
        /// Which one was asked for.
        group: u32,
        /// Which ones are kept.
        kept: Vec<u32>,
    },
    /// Later groups changed the same files.
    #[error("later changes touch the same files; undo these first, newest first: {later}", later = list(later))]
    UndoLaterFirst {
        /// Which ones.
        later: Vec<u32>,
    },
    /// Accepting or reverting a path that the set does not touch.
    #[error("`{0}` has no proposed change")]
    Unchanged(RepoPath),
    /// One path of a move was accepted without the other.
    #[error("`{from}` was moved to `{to}`; accept both together")]
    HalfOfMove {
        /// Where the file was.
        from: RepoPath,
        /// Where it is now.
        to: RepoPath,
    },
}

fn list(groups: &[u32]) -> String {
    match groups {
        [] => "none".to_owned(),
        groups => groups.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    }
}
