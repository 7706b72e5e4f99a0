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

/// What to look for. The text may narrow the search: `kind:function`, `lang:rust`, `path:src/`, `-path:old`, `-test`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// A question, some words, or a name.
    pub text: String,
    /// Most hits wanted.
    pub limit: usize,
}

impl Query {
    /// Looks for `text`.
    pub fn new(text: impl Into<String>, limit: usize) -> Self {
        Self { text: text.into(), limit }
    }
}
