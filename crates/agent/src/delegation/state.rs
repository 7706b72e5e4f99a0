//! The state of the graph in which tasks that were handed over run side by side.

use change_set::Update;
use protocol::Evidence;
use serde::{Deserialize, Serialize};
use state_graph::State;

/// The state of the graph; each of its nodes carries out one task.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct DelegatesState {
    /// What came back, in the order in which it came.
    #[channel(append)]
    pub replies: Vec<Reply>,
}

/// What came back of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The id of the call that handed it over.
    pub call: String,
    /// Whether there is an answer.
    pub ok: bool,
    /// The answer, or why there is none.
    pub text: String,
    /// The spans that it is based on.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// What it proposes to change beyond what was proposed when it began.
    #[serde(default)]
    pub updates: Vec<Update>,
}
