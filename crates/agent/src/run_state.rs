//! What running an agent and reading its stored runs need to know of its state.

use crate::Limits;
use crate::graphs::Parts;
use protocol::{Event, Turn, UnnumberedEvent};
use state_graph::{CompileError, Graph, State};

/// The state of an agent. Each agent has a type of its own: a log names the fields of its state, so agents can't share
/// one without changing each other's stored runs.
pub trait RunState: State<Event = UnnumberedEvent> {
    /// The limits of a run whose question leaves them out.
    const LIMITS: Limits;

    /// The initial state for a question, with the last turns of the conversation.
    fn asking(question: &str, history: &[Turn]) -> Self;

    /// Replaces the question.
    fn with_question(update: Self::Update, question: &str) -> Self::Update;

    /// The agent's graph; its nodes borrow `parts`.
    ///
    /// # Errors
    /// If the graph does not compile.
    fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError>;

    /// How the agent plans, if it makes a plan that a person can replace.
    fn planning() -> Option<Planning<Self>> {
        None
    }
}

/// The plan of an agent.
pub struct Planning<S: State> {
    /// The node that makes it.
    pub node: &'static str,
    /// Writes these steps as if the node had made them.
    pub write: fn(S::Update, Vec<String>) -> S::Update,
    /// The event of a plan just made.
    pub made: fn(&S) -> Event,
}
