//! How much of an index one question may read.

use serde::Serialize;
use std::fmt::{self, Display, Formatter};

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
/// absent from the answer, and whoever shows it says so.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Bounded<T> {
    /// Made of what was read.
    pub answer: T,
    /// Set where more was wanted.
    pub cut: Option<Cut>,
}

/// What had been read when a bound was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Cut {
    /// Pages fetched.
    pub pages: u32,
    /// Their bytes, unpacked.
    pub bytes: u64,
}

impl Display for Cut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let megabytes = self.bytes as f64 / (1 << 20) as f64;
        write!(f, "only {} pages ({megabytes:.1} MB) of the index were read, as many as one question may", self.pages)
    }
}
