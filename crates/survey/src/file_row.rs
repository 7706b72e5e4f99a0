//! A file that was added.

use source::{FileId, Language};

/// What is kept of a file until all are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    /// Its number.
    pub id: FileId,
    /// Its path.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// The package that the file declares itself.
    pub package: Option<String>,
    /// How many lines it has.
    pub lines: u32,
}
