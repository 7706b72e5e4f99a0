//! Requests and messages: plain objects, because plain scripts write and read them.

use crate::failure::Failure;
use protocol::{Neighbourhood, SymbolPage, TimedEvent, Turn};
use serde::{Deserialize, Serialize};

/// Which request; the dialog counts.
#[derive(Deserialize)]
pub struct Envelope {
    /// Every answer carries it.
    pub id: u32,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// What the index is of: [`Reply::Opened`].
    Open,
    /// Questions that the repository suggests: [`Reply::Suggestions`].
    Suggest,
    /// Symbols, docs and code for what was typed so far: [`Reply::Found`].
    Search {
        query: String,
        /// Symbols and files by their names alone: a few kilobytes of an index of any size, for while somebody types.
        #[serde(default)]
        names_only: bool,
    },
    /// A symbol by its number in the call graph: [`Reply::Symbol`].
    Symbol { symbol: u32 },
    /// A symbol by its own or qualified name, the best match: [`Reply::Symbol`].
    SymbolNamed { name: String },
    /// What is called around a symbol: [`Reply::Around`].
    Around { symbol: u32 },
    /// Lines of a file: [`Reply::Lines`].
    Lines {
        path: String,
        start: u32,
        /// Last line; past the end means the last one.
        end: u32,
    },
    /// Ask: events, then [`Reply::Ended`].
    Ask {
        question: String,
        /// Earlier turns, oldest first.
        #[serde(default)]
        history: Vec<Turn>,
        /// The visitor's own model; the offline one without it.
        model: Option<OwnModel>,
    },
    /// Stop the request with this id: it ends as any other.
    Cancel { request: u32 },
}

/// A model that the visitor pays for. The key is held by the dialog for the session and passed along with each question; the
/// engine keeps nothing.
#[derive(Deserialize)]
pub struct OwnModel {
    /// Up to and including the version: `https://api.openai.com/v1`.
    pub base_url: String,
    /// The provider's name of the model.
    pub model: String,
    /// Empty for servers that want none.
    #[serde(default)]
    pub key: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'a> {
    /// How much of the index has come.
    Progress { files: u32, bytes: f64 },
    /// An event of a run.
    Event { event: &'a TimedEvent },
    /// The last message: success.
    Done { reply: Reply },
    /// The last message: failure.
    Failed { failure: Failure },
}

/// The engine panicked; it answers nothing after this.
#[derive(Serialize)]
#[serde(tag = "type", rename = "crashed")]
pub struct Crashed {
    /// The panic's message, on one line.
    message: String,
}

impl Crashed {
    pub fn new(message: String) -> Self {
        Self { message }
    }
}

/// A message with the request that it belongs to.
#[derive(Serialize)]
pub struct Answered<'a> {
    pub id: u32,
    #[serde(flatten)]
    pub message: Message<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Reply {
    Opened {
        name: String,
        /// Names its content.
        snapshot: String,
        files: u32,
    },
    /// Questions worth asking.
    Suggestions {
        questions: Vec<String>,
    },
    /// What was found, best first within each group.
    Found {
        /// Rows of all groups.
        items: Vec<Item>,
        /// Set where not all of the index was read that this wanted, and what was.
        cut: Option<String>,
    },
    Symbol(Partial<SymbolPage>),
    /// What is called around a symbol.
    Around(Partial<Neighbourhood>),
    /// Lines of a file.
    Lines {
        path: String,
        /// Its language, for people.
        language: String,
        /// First line of `text`.
        start: u32,
        /// Last line of `text`.
        end: u32,
        /// Lines of the whole file.
        total: u32,
        text: String,
    },
    /// The run has ended; its last event holds the outcome.
    Ended {
        /// Bytes of the index that are held in memory, unpacked.
        held: f64,
        /// Bytes of it that were fetched so far, packed.
        fetched: f64,
    },
}

/// What was asked for, or what could be read of it.
#[derive(Serialize)]
pub struct Partial<T: Serialize> {
    /// What was read.
    #[serde(flatten)]
    pub answer: Box<T>,
    /// As in [`Reply::Found`].
    pub cut: Option<String>,
}

/// The list that a row belongs to.
#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Definitions by name.
    Symbols,
    Docs,
    Code,
    /// Files by name.
    Files,
}

/// A row of what was found.
#[derive(Serialize)]
pub struct Item {
    /// Its list.
    pub group: Group,
    /// What it is: `function`, `class`, `text`, ...
    pub kind: String,
    /// First line shown.
    pub title: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Its number in the call graph, for what is a definition.
    pub symbol: Option<u32>,
    /// The lines that match.
    pub snippet: String,
    /// Words of the query that it holds.
    pub terms: Vec<String>,
}
