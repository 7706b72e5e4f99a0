//! Where a stored value came from.

use serde::{Deserialize, Serialize};

/// Where a stored value came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Who stored it.
    pub source: Source,
    /// When, in milliseconds since 1970, by the clock of who stored it; `None` where that had none.
    #[serde(default)]
    pub stored_at: Option<f64>,
}

/// Who stored a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// The person, by hand.
    Person,
    /// An agent.
    Run {
        /// The id of its run. The run may be deleted since.
        run: String,
        /// The agent.
        agent: String,
        /// The tool or the node that stored it.
        by: String,
    },
}

impl Origin {
    /// The person, by hand.
    pub fn person(stored_at: f64) -> Self {
        Self { source: Source::Person, stored_at: Some(stored_at) }
    }
}
