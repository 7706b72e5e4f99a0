//! Reads untrusted markdown into plain data that cannot act.
//!
//! The text comes from a model or a repository, so it is untrusted. [`parse`] reads it into [`Block`]s; no HTML is ever made
//! from it, raw HTML shows as text, a link goes only to the web or to mail, and an image becomes a link. Left out are
//! reference links, HTML blocks and rare constructs of CommonMark; all of it shows as text.
//!
//! A citation is `[[number]]` written literally, outside code: spelled with an escape, an entity or a sign it is text. So
//! whoever writes markdown can decide which citations there are, by reading it with [`Lines`] and [`code_spans`], as
//! the agent's filter does, and the page's renderer finds these and no others.
//!
//! Everything is linear in the text and bounded: see [`Limit`].

// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod citation;
mod code;
mod inlines;
mod label;
mod lines;
mod plain;
mod stream;
mod tree;

pub use citation::{SPACER, citation_at, with_citations};
pub use code::{CodeSpan, code_spans};
pub use label::{Label, label};
pub use lines::{Container, Item, Kind, Line, Lines};
pub use plain::plain;
pub use stream::Stream;
pub use tree::{Document, parse};

pub use limits::answer::{MARKDOWN_COLUMNS, MARKDOWN_DEPTH, MARKDOWN_PARTS};

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Code, its language as written; empty where it names none.
    Code(String, String),
    /// A table: the alignment of each column, and rows of cells, the first its head. A row has at most as many cells as its
    /// head, and may have fewer.
    Table(Vec<Align>, Vec<Vec<Vec<Inline>>>),
    /// A thematic break.
    Rule,
    /// Text that is not laid out, because a limit was reached before it.
    Plain(String),
}

/// How a column of a table is aligned, by the colons of the line below its head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// As the text runs: no colon, or one at the start.
    #[default]
    Start,
    /// A colon at both ends.
    Center,
    /// A colon at the end.
    End,
}

impl Align {
    /// The alignment of each column of a line such as `|:--|--:|`.
    pub(crate) fn of_rule(line: &str) -> Vec<Self> {
        let of = |cell: &str| match (cell.trim().starts_with(':'), cell.trim().ends_with(':')) {
            (true, true) => Self::Center,
            (false, true) => Self::End,
            (_, false) => Self::Start,
        };
        lines::cells(line).into_iter().map(of).collect()
    }
}

/// An inline element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Monospaced.
    Code(String),
    /// Bold.
    Strong(Vec<Inline>),
    /// Italic.
    Emphasis(Vec<Inline>),
    /// A link that is safe to follow.
    Link(String, Vec<Inline>),
    /// `[[number]]`.
    Citation(u32),
    /// A formula in LaTeX, from `$...$` or `$$...$$`.
    Math {
        /// As written, without the signs.
        source: String,
        /// On lines of its own.
        is_display: bool,
    },
    /// A line break.
    Break,
}

/// A bound that an answer reached. Its text is all there; what is beyond the bound is not laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// [`MARKDOWN_DEPTH`].
    Nesting,
    /// [`MARKDOWN_COLUMNS`].
    TableColumns,
    /// [`MARKDOWN_PARTS`].
    Nodes,
}

impl Limit {
    /// A sentence about it, for people.
    pub fn sentence(self) -> String {
        match self {
            Self::Nesting => format!("Quotes and lists nested deeper than {MARKDOWN_DEPTH} are shown as text."),
            Self::TableColumns => format!("A table of more than {MARKDOWN_COLUMNS} columns is shown as text."),
            Self::Nodes => {
                format!("The end of this answer is shown as plain text: it has over {MARKDOWN_PARTS} parts.")
            }
        }
    }
}
