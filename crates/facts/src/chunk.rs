//! Pieces of a file for ranking.

use crate::DefId;
use serde::{Deserialize, Serialize};
use source::Span;

/// A bounded, syntax-aware piece of a file: large definitions are split, small neighbours merged. Chunks cover the
/// file in order without overlap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Whole lines.
    pub span: Span,
    /// The innermost definition that holds the whole chunk; the module for merged neighbours.
    pub definition: DefId,
}
