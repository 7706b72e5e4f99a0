//! What is known of proposed changes because something was run: a field of the states of agents that act.

use serde::{Deserialize, Serialize};

/// What was run to verify the proposed changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verification {
    /// Nothing was, or something was changed afterwards.
    NotRun {
        /// Why: a sentence without its full stop.
        why: String,
    },
    /// A program ran, and ended as it should.
    Passed {
        /// What ran, and how it ended.
        what: String,
    },
    /// A program ran, and did not end as it should.
    Failed {
        /// What ran, and how it ended: a sentence. What a model needs to go on is in a [`Failure`](super::Failure).
        report: String,
    },
}

impl Default for Verification {
    fn default() -> Self {
        Self::NotRun { why: "nothing was run".to_owned() }
    }
}

impl Verification {
    /// Whether it passed; `None` where nothing was run.
    pub fn passed(&self) -> Option<bool> {
        match self {
            Self::NotRun { .. } => None,
            Self::Passed { .. } => Some(true),
            Self::Failed { .. } => Some(false),
        }
    }

    /// Why nothing was run, or what was and how it ended.
    pub fn report(&self) -> &str {
        match self {
            Self::NotRun { why: text } | Self::Passed { what: text } | Self::Failed { report: text } => text,
        }
    }
}
