//! A file that was added.

use source::{FileId, Language};

/// What is kept of a file until all are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    pub id: FileId,
    pub path: String,
    pub language: Language,
    /// The package that the file declares itself.
    pub package: Option<String>,
    pub lines: u32,
}
