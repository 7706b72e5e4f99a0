//! How much of an index one question may read.

use crate::error::Cut;

/// What one question may read. Pages that are held already cost nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Pages fetched.
    pub pages: u32,
    /// Their bytes, unpacked.
    pub bytes: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { pages: limits::index::QUESTION_PAGES, bytes: limits::index::QUESTION_BYTES }
    }
}

/// An answer, and whether more of the index was wanted for it than one question may read. Then what was not read is
/// absent from the answer, and whoever shows it reports the cut.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Bounded<T> {
    /// Made of what was read.
    pub answer: T,
    /// Set where more was wanted.
    pub cut: Option<Cut>,
}
