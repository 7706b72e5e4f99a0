//! Replacing stretches of a text that are quoted as they are there.
//!
//! A model quotes what it saw; what it quotes must be in the text, word for word. A ladder of four rungs allows for what
//! models get wrong without a change of meaning: which of several places, blanks at line ends, a common indent. Which rung
//! matched is reported. Nothing is ever guessed from similar words: an edit that matches nowhere is refused, with the places
//! that are nearest.

mod nearest;
mod rungs;
#[cfg(test)]
mod tests;

pub use nearest::Place;

use crate::set::MAX_FILE_BYTES;
use serde::{Deserialize, Serialize};

pub use limits::edits::EDITS as MAX_EDITS;

/// How many lines are named where a quoted text is in several places.
const MAX_LINES_NAMED: usize = 10;

/// One replacement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is there now.
    pub old: String,
    /// What takes its place. Line ends become those of the text, unless some here are `\r\n` already.
    pub new: String,
    /// The line where it is, from 1: decides where several places match, and never more than that.
    #[serde(default)]
    pub line: Option<u32>,
    /// Every exact occurrence is replaced.
    #[serde(default)]
    pub all: bool,
}

/// How an edit matched: the rungs of the ladder, from the strictest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// Exactly, in one place.
    Exact,
    /// Exactly, in several places of which `line` chose the nearest.
    Nearest,
    /// Every exact occurrence, as asked.
    All,
    /// But for blanks at line ends, and the line ends themselves.
    TrailingBlanks,
    /// But for an indent that all its lines have in common; the new text is indented likewise.
    Indent,
}

/// One edit that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matched {
    /// How it matched.
    pub rung: Rung,
    /// The line where the first replaced stretch began, from 1, in the text as this edit found it.
    pub line: u32,
    /// How many stretches were replaced.
    pub count: u32,
}

/// A text after all its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// The new text.
    pub text: String,
    /// What each edit did, in order.
    pub edits: Vec<Matched>,
}

/// Why a call of edits was refused; nothing is changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplaceError {
    /// No edit at all.
    #[error("no edits were given; give at least one with `old` and `new`")]
    NoEdits,
    /// More than [`MAX_EDITS`].
    #[error("{0} edits were given, a call takes {MAX_EDITS}: make the rest in another call")]
    TooMany(usize),
    /// Some edits did not match.
    #[error("nothing was changed: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Refused(Vec<Refusal>),
}

/// An edit that did not match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("edit {}: {why}", .index + 1)]
pub struct Refusal {
    /// Which edit, from 0.
    pub index: usize,
    /// Why.
    pub why: Misfit,
}

/// Why an edit does not match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// `old` is empty.
    #[error("`old` is empty; quote the lines that the new text replaces, or write the whole file")]
    Empty,
    /// `old` and `new` are equal.
    #[error("`old` and `new` are the same; leave this edit out")]
    Same,
    /// Several places match and nothing decides.
    #[error("`old` is in {count} places, lines {lines}; quote more of it, give `line`, or set `all`", lines = join(lines))]
    Several {
        /// How many.
        count: usize,
        /// Where, the first ten.
        lines: Vec<u32>,
    },
    /// The text would be larger than a changed file may be.
    #[error(
        "the text would be {bytes} bytes long; a changed file may have {MAX_FILE_BYTES}: write less or split the file"
    )]
    TooLarge {
        /// What it would have.
        bytes: usize,
    },
    /// It is nowhere.
    #[error("`old` is not in the text{}", nearest::sentence(nearest))]
    Nowhere {
        /// The places that are nearest, best first.
        nearest: Vec<Place>,
    },
    /// `all` takes exact occurrences only, and there is none.
    #[error("`old` is not exactly in the text, which `all` asks for{}", nearest::sentence(nearest))]
    NowhereExactly {
        /// The places that are nearest, best first.
        nearest: Vec<Place>,
    },
}

fn join(lines: &[u32]) -> String {
    lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// Makes all edits, each in the text that the ones before it left; or none, with the reason of each that does not match.
pub fn replace(text: &str, edits: &[Edit]) -> Result<Replaced, ReplaceError> {
    match edits.len() {
        0 => return Err(ReplaceError::NoEdits),
        count if count > MAX_EDITS => return Err(ReplaceError::TooMany(count)),
        _ => {}
    }
    let mut done = Replaced { text: text.to_owned(), edits: Vec::with_capacity(edits.len()) };
    let mut refused = Vec::new();
    for (index, edit) in edits.iter().enumerate() {
        match rungs::matched(&done.text, edit) {
            Ok((text, matched)) => {
                done.text = text;
                done.edits.push(matched);
            }
            Err(why) => refused.push(Refusal { index, why }),
        }
    }
    if refused.is_empty() { Ok(done) } else { Err(ReplaceError::Refused(refused)) }
}
