//! A row of the timeline.

use protocol::{Decision, Evidence};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub id: u32,
    pub node: String,
    /// When, milliseconds since the run began.
    pub at_ms: f64,
    /// How long it took; `None` where it has not ended.
    pub ms: Option<f64>,
    pub state: RowState,
    pub kind: RowKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowState {
    Running,
    Done,
    Failed,
    /// The run was suspended before it ended; it starts again when the run is resumed.
    Stopped,
}

impl RowState {
    /// The name used in `data-state`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum RowKind {
    Node {
        /// Superstep, from 1.
        step: u32,
        wrote: Vec<String>,
        /// Tokens its model calls read and wrote, where known.
        tokens: Option<(u32, u32)>,
        text: String,
    },
    Tool {
        call: String,
        name: String,
        /// JSON text.
        arguments: String,
        /// One line; empty while the call runs.
        summary: String,
        /// The output as the model received it.
        output: String,
        evidence: Vec<Arc<Evidence>>,
    },
    /// Whether the evidence suffices for an answer.
    Decision {
        decision: Decision,
        reason: String,
    },
    /// A model call that failed and is retried.
    Retry {
        why: String,
    },
    Approval {
        /// How many may run, as a text.
        words: String,
        /// The note to the model about those that may not.
        note: String,
    },
    /// A program.
    Command(CommandRow),
    /// One thing that happened, and its details.
    Note {
        words: String,
        note: String,
    },
    /// An earlier result that was used again.
    Cached {
        /// `answer`, or the name of a tool.
        what: String,
        /// Milliseconds since 1970; `None` where it is of the same run.
        stored_at: Option<f64>,
    },
    Resumed,
}

/// A program that runs or ran.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandRow {
    /// Of this run of it.
    pub id: String,
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The folder it runs in; empty for the root of the repository.
    pub folder: String,
    /// `this tab`, `this machine`.
    pub place: String,
    pub stdout: String,
    pub stderr: String,
    /// How it ended; empty while it runs.
    pub ended: String,
}

impl CommandRow {
    /// As a person reads it: words with blanks or quotes are in quotes.
    pub fn words(&self) -> String {
        let is_plain =
            |word: &str| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\"\\".contains(c));
        let shown = |word: &String| if is_plain(word) { word.clone() } else { format!("{word:?}") };
        self.argv.iter().map(shown).collect::<Vec<_>>().join(" ")
    }
}
