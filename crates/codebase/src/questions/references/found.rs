//! A place that refers to a symbol.

use super::{ReferenceKind, Sure};
use source::FileId;

/// A reference, before its line is read.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    pub file: FileId,
    pub line: u32,
    pub kind: ReferenceKind,
    pub sure: Sure,
}

impl Found {
    /// In hundredths; nothing for a name.
    pub fn weight(&self) -> u32 {
        match self.sure {
            Sure::Resolved { confidence, .. } => (confidence * 100.0) as u32 + 1,
            Sure::SameName => 0,
        }
    }
}
