//! Text to tokens: [`code`] for source, [`prose`] for documents.
//!
//! Both implement the `bm25` crate's `Tokenizer`, so that crate can score the same tokens (which the tests do).

pub mod code;
pub mod prose;
pub mod script;

/// What a token is to the word it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenKind {
    /// The word as written, in lower case and without underscores: `getUser` and `get_user` are both `getuser`.
    Whole,
    /// A part of a compound word: `get`, `user`.
    Part,
    /// The stem of a word or part that has one of its own: `running` -> `run`.
    Stem,
}

/// Longest token kept, in bytes; longer ones are data, not words.
pub const MAX_TOKEN: usize = 64;
