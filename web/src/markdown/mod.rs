//! Markdown as data: what an answer may hold, and nothing that could act.
//!
//! The answer comes from a model, so it is untrusted. It is parsed into [`Block`]s and drawn as views; no HTML is ever
//! made from it, raw HTML shows as text, a link goes only to the web or to mail, and an image becomes a link.

mod code_spans;
mod inlines;
mod parse;

pub use code_spans::code_spans;
pub use parse::parse;

/// Deepest nesting that is kept; what lies deeper is shown at this depth.
const DEEPEST: usize = 12;

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Block {
    /// A heading and its level, 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list; `start` is set where it is numbered.
    List {
        /// The first number.
        start: Option<u64>,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// Code, its language as written.
    Code(String, String),
    /// A table: rows of cells, the first its head.
    Table(Vec<Vec<Vec<Inline>>>),
    /// A line across.
    Rule,
}

/// A stretch of text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Inline {
    /// As it is.
    Text(String),
    /// Monospaced.
    Code(String),
    /// Bold.
    Strong(Vec<Inline>),
    /// Slanted.
    Emphasis(Vec<Inline>),
    /// A link that is safe to follow.
    Link(String, Vec<Inline>),
    /// `[[number]]`.
    Citation(u32),
    /// A line break.
    Break,
}
