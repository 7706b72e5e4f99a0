//! What a tool found, and what an answer may point at.

use crate::Direction;
use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// How a piece of evidence came up.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Relation {
        /// A search result.
        Hit,
        /// Lines that were read.
        Read,
        /// The definition of a symbol that was asked for.
        Definition,
        /// A place that calls `of`.
        Caller {
            /// Qualified name of the symbol called.
            of: String,
        },
        /// Something that `of` calls.
        Callee {
            /// Qualified name of the caller.
            of: String,
        },
    }
);

/// What is known of lines that a run speaks of, against the repository at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanCheck {
    /// Nothing: it is as the run recorded it, and no repository was at hand to compare with.
    #[default]
    Unchecked,
    /// The repository held exactly this when it was sent.
    Verified,
    /// The repository at hand does not hold this: the file is gone, or its lines are others.
    Stale,
}

/// A stretch of the repository that a tool returned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The span's id: names path, lines and the hash of their text. What an answer cites as `[[id]]`.
    pub id: String,
    /// The file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Hash of the lines' text, 32 hex digits.
    pub hash: String,
    /// How it came up.
    pub relation: Relation,
    /// Qualified name of the symbol it belongs to, if any.
    pub symbol: Option<String>,
    /// `function`, `class`, `text`, ...
    pub kind: String,
    /// The symbol's signature.
    pub signature: Option<String>,
    /// The symbol's documentation, its first paragraph.
    pub doc: Option<String>,
    /// The lines themselves, at most 60 of them.
    pub excerpt: String,
    /// Search score, or an edge's confidence from 0 to 1.
    pub score: f32,
    /// For calls: the rule that made the edge.
    pub rule: Option<String>,
    /// Whether the repository holds it. What a log says of this is not believed: it is found anew whenever a stored run
    /// is read.
    #[serde(default)]
    pub check: SpanCheck,
    /// Of a definition whose calls were asked for: how many there are, those that were not listed included.
    #[serde(default)]
    pub calls: Option<CallCount>,
}

/// How many calls a symbol has in one direction, all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallCount {
    /// [`Direction::Callers`] or [`Direction::Callees`].
    pub direction: Direction,
    /// Places of calls: lines, each once for a caller and a callee.
    pub places: u32,
    /// Those that are proven.
    pub proven: u32,
    /// Different symbols at the other end.
    pub symbols: u32,
}

/// A pointer from an answer to the code: verified when the answer was given, and again when a stored run is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// Its number in the answer, from 1; the text holds `[[number]]`.
    pub number: u32,
    /// The span's id.
    pub id: String,
    /// The file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// The symbol, if any.
    pub symbol: Option<String>,
    /// Whether the repository holds it, as in [`Evidence::check`].
    #[serde(default)]
    pub check: SpanCheck,
}

/// What is said beside an answer that no citation backs, for people.
pub const NO_EVIDENCE: &str =
    "No evidence was used: nothing in this answer is backed by a citation that could be checked.";

/// What is said in place of an answer without a word.
pub const EMPTY_ANSWER: &str = "The answer is empty.";

/// What has to be said beside an answer before anybody relies on it: that it is empty, or that it used no evidence. It
/// follows from the answer, so that stored runs of any version say it too.
pub fn caveat(markdown: &str, citations: &[Citation]) -> Option<&'static str> {
    // A zero-width space is what a citation that was taken out may leave.
    let is_empty = markdown.chars().all(|sign| sign.is_whitespace() || sign == '\u{200b}');
    match (is_empty, citations.is_empty()) {
        (true, _) => Some(EMPTY_ANSWER),
        (false, true) => Some(NO_EVIDENCE),
        (false, false) => None,
    }
}
