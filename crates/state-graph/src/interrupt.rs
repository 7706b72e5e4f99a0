//! A node that waits for an answer from outside, and the answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something a node wants to know before it continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interrupt {
    /// Names it: `node:step:task:call:hash`, in a subgraph with the outer task before it. The hash is of what is asked and
    /// of the checkpoint before it, so another question, or the same in a fork, has another id.
    pub id: String,
    /// The node that asks.
    pub node: String,
    /// What it asks.
    pub value: Value,
    /// The answer it was given before, if that was none that the node can use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

/// An answer that does not fit its question, which is open again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    /// The answer.
    pub answer: Value,
    /// Why it does not fit, for people.
    pub why: String,
}

/// Answers to pending interrupts.
#[derive(Clone, Debug, PartialEq)]
pub enum Resume {
    /// The answer, where exactly one interrupt is pending.
    Value(Value),
    /// Answers by the ids of interrupts. Those left out stay pending.
    Answers(BTreeMap<String, Value>),
}

impl From<Value> for Resume {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl FromIterator<(String, Value)> for Resume {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(answers: I) -> Self {
        Self::Answers(answers.into_iter().collect())
    }
}

/// Why answers don't fit. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// No interrupt is pending.
    #[error("nothing is waiting for an answer")]
    NothingPending,
    /// Interrupts are pending, and no answer was given: a map without entries.
    #[error("no answer was given; interrupts that are pending: {}", .0.join(", "))]
    NoAnswer(Vec<String>),
    /// The interrupt was answered before; the first answer counts.
    #[error("the interrupt {id:?} is answered already")]
    Answered {
        /// The id given.
        id: String,
    },
    /// A bare value with several interrupts pending.
    #[error("{} interrupts are pending, so answers must be given by id: {}", .0.len(), .0.join(", "))]
    Several(Vec<String>),
    /// An answer to an interrupt that isn't pending.
    #[error("no interrupt with the id {id:?} is pending; pending: {}", or_none(.pending))]
    Unknown {
        /// The id given.
        id: String,
        /// Those that are.
        pending: Vec<String>,
    },
}

fn or_none(ids: &[String]) -> String {
    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
}

/// Where a run is paused between supersteps, and what would run next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Nodes with a breakpoint before them that would run next.
    pub before: Vec<String>,
    /// Nodes with a breakpoint after them that have just run.
    pub after: Vec<String>,
    /// All nodes that would run next.
    pub next: Vec<String>,
}
