//! Why a text is no patch that can be applied. Each sentence names the line of the patch.

use super::{MAX_BYTES, MAX_FILES};
use crate::path::PathRefused;

/// Why a text is no patch that can be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// More than [`MAX_BYTES`].
    #[error("the patch has {0} bytes, {MAX_BYTES} are taken: split it by file")]
    TooLarge(usize),
    /// More than [`MAX_FILES`].
    #[error("the patch changes more than {MAX_FILES} files: split it")]
    TooManyFiles,
    /// Nothing in the text is a patch.
    #[error(
        "there is no patch in the text; give a unified diff: `--- a/PATH`, `+++ b/PATH`, then hunks that begin with `@@`"
    )]
    NoPatch,
    /// A part that is not well-formed.
    #[error("line {line} of the patch: {what}")]
    Malformed {
        /// Which line of the patch, from 1.
        line: usize,
        /// What is wrong, and what to do.
        what: &'static str,
    },
    /// A path that is never written.
    #[error("line {line} of the patch: {error}")]
    Path {
        /// Which line of the patch, from 1.
        line: usize,
        /// Why.
        error: PathRefused,
    },
}
