//! A node that waits for an answer from outside, and the answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something a node wants to know before it goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interrupt {
    /// Names it: `node:step:task:call`, in a subgraph with the outer task before it.
    pub id: String,
    /// The node that asks.
    pub node: String,
    /// What it asks.
    pub value: Value,
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
    /// A bare value with several interrupts pending.
    #[error("{} interrupts are pending, so answers must be given by id: {}", .0.len(), .0.join(", "))]
    Several(Vec<String>),
    /// An answer to an interrupt that isn't pending.
    #[error("no interrupt with the id {id:?} is pending; pending: {}", .pending.join(", "))]
    Unknown {
        /// The id given.
        id: String,
        /// Those that are.
        pending: Vec<String>,
    },
}

/// Where and why a run stands still between supersteps without waiting for a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Nodes with a breakpoint before them that would run next.
    pub before: Vec<String>,
    /// Nodes with a breakpoint after them that have just run.
    pub after: Vec<String>,
    /// All nodes that would run next.
    pub next: Vec<String>,
}
