//! Why a codebase could not be opened, read or written.

use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The format of the stored form. Raised with every change that an older reader would misread, those of `facts`,
/// `call-graph` and `search-index` included.
pub const FORMAT_VERSION: u32 = 2;

/// Why a stored codebase could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// It does not begin as an index does.
    #[error("this is not a Quarry index")]
    NotAnIndex,
    /// Written by a later Quarry.
    #[error(
        "the index was made by a newer Quarry (format {0}, this one reads {FORMAT_VERSION}); update, or index again"
    )]
    Newer(u32),
    /// Written by an earlier Quarry.
    #[error("the index was made by an older Quarry (format {0}, this one reads {FORMAT_VERSION}); index again")]
    Older(u32),
    /// What was read contradicts itself.
    #[error("the index is damaged ({0}); index again")]
    Damaged(String),
    /// It belongs to other text.
    #[error("the index belongs to another state of the repository; index again")]
    OtherSnapshot,
    /// A part of a new index that no reader would take.
    #[error("a page of {part} would have {bytes} bytes, and at most {most} are read: leave out the largest files")]
    TooLarge {
        /// What it holds.
        part: &'static str,
        /// Its size before compression.
        bytes: u64,
        /// The largest that readers take.
        most: u64,
    },
    /// A question wanted more of the index than one may read.
    #[error("{0}; ask for less at a time")]
    TooMuch(Cut),
    /// A codebase that is read in pages was to be written or exported as a whole.
    #[error("an index that is read in pages is not all in memory")]
    InPages,
    /// Its vectors cannot be used; all else can.
    #[error("{0}; index again with --embeddings")]
    Vectors(String),
    /// The host could not read or write a file.
    #[error("{0}")]
    Files(String),
}

/// What had been read when a bound was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Cut {
    /// Pages that were not held before.
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

pub(crate) fn check_version(version: u32) -> Result<(), StorageError> {
    match version {
        FORMAT_VERSION => Ok(()),
        newer if newer > FORMAT_VERSION => Err(StorageError::Newer(newer)),
        older => Err(StorageError::Older(older)),
    }
}

/// An error of another library as damage.
pub(crate) fn damaged<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> StorageError {
    move |error| StorageError::Damaged(format!("{what}: {error}"))
}
