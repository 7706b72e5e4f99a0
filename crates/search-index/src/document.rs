//! What the index knows of files, definitions and chunks, besides their terms.

use facts::{DefId, DefinitionKind};
use serde::{Deserialize, Serialize};
use source::{FileId, Language, RepoPath, Span};

/// A definition that can be found. Its number is also the number of its document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// Where it is.
    pub file: FileId,
    /// Which definition of that file.
    pub definition: DefId,
    /// What it is.
    pub kind: DefinitionKind,
    /// Its own name.
    pub name: String,
    /// Its dotted name inside the file.
    pub path: String,
    /// The whole definition.
    pub span: Span,
    /// Line of the name, from 1.
    pub line: u32,
    /// Seen from other files.
    pub exported: bool,
    /// Part of a test.
    pub is_test: bool,
}

/// A piece of a file's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRecord {
    /// Whole lines.
    pub span: Span,
    /// The innermost definition around it; the module where there is none.
    pub definition: DefId,
}

/// A file and which symbols and chunks are its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its id in the snapshot.
    pub id: FileId,
    pub path: RepoPath,
    pub language: Language,
    /// Number of the first symbol; the last ends where the next file's first begins.
    pub first_symbol: u32,
    /// Number of the first chunk, counted from 0 over all files.
    pub first_chunk: u32,
    /// What all of it is, by its text.
    pub nature: FileNature,
}

/// What the text of a file says of all that is in it. One byte; in indexes of earlier builds it is a boolean, the first bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileNature(u8);

impl FileNature {
    const REEXPORTS: u8 = 1;
    const BUNDLED: u8 = 2;

    /// Of a file that mostly hands on what other files define, or one that a bundler put together out of others.
    pub(crate) fn new(reexports: bool, bundled: bool) -> Self {
        Self((u8::from(reexports) * Self::REEXPORTS) | (u8::from(bundled) * Self::BUNDLED))
    }

    /// True of a file that mostly hands on what other files define.
    pub fn reexports(self) -> bool {
        self.0 & Self::REEXPORTS != 0
    }

    /// True of what a bundler put together out of other files.
    pub fn is_bundled(self) -> bool {
        self.0 & Self::BUNDLED != 0
    }
}
