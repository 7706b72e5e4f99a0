//! From a question to scored documents: [`parse`] finds what is asked for, [`bm25f`] scores.

pub mod bm25f;
pub mod family;
pub mod filters;
pub mod history;
pub mod parse;
pub mod phrases;
pub mod places;
pub mod scores;
pub mod spelling;

use std::ops::Range;

/// What to look for. The text may narrow the search: `kind:function`, `lang:rust`, `path:src/`, `-path:old`, `-test`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// A question, some words, or a name.
    pub text: String,
    /// Most hits wanted.
    pub limit: usize,
    /// The files that hits lie in, by their numbers; `None` for all.
    pub files: Option<Range<u32>>,
}

impl Query {
    /// Looks for `text`.
    pub fn new(text: impl Into<String>, limit: usize) -> Self {
        Self { text: text.into(), limit, files: None }
    }
}
