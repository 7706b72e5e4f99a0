//! A stretch of one file's text.

use serde::{Deserialize, Serialize};

/// A stretch of a file: half-open byte range, and the 1-based lines it touches, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub start_line: u32,
    /// Line of the last byte, from 1; never less than `start_line`.
    pub end_line: u32,
}

impl Span {
    /// True where `other` lies wholly inside this span.
    pub fn contains(&self, other: &Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// How many lines the span touches.
    pub fn line_count(&self) -> u32 {
        self.end_line - self.start_line + 1
    }
}
