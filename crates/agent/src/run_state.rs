//! What running an agent and reading its stored runs need to know of its state.

use crate::Limits;
use crate::graphs::Parts;
use crate::outputs::ToolOutputs;
use crate::policy::Grants;
use agent_memory::ConversationMemory;
use change_set::{ChangeSet, Update};
use protocol::{Event, Evidence, Turn, UnnumberedEvent};
use serde::{Deserialize, Serialize};
use state_graph::{CompileError, Graph, State, TaskContext};

/// What nodes are given beside their state, for functions that nodes of several agents share: they are compiled once.
pub type RunContext<'r> = TaskContext<'r, UnnumberedEvent>;

/// The state of an agent. Each agent has a type of its own: a log names the fields of its state, so agents can't share
/// one without changing each other's stored runs.
pub trait RunState: State<Event = UnnumberedEvent> {
    /// The limits of a run whose question leaves them out.
    const LIMITS: Limits;
    /// Whether the agent gets the tools that act, and not only those that answer questions about the code.
    const ACTS: bool = false;

    /// The initial state of a run.
    fn starting(start: Start<'_>) -> Self;

    /// The answer, once there is one.
    fn response(&self) -> &str;

    /// The spans that the answer is based on, for an agent that hands a task to this one.
    fn evidence(&self) -> Vec<Evidence> {
        Vec::new()
    }

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

    /// What an agent that acts keeps for later runs of the conversation: read when the run ends. Where it holds no exchange
    /// of this run, the question and the answer are added. What other runs kept may be in it, and is not stored again.
    fn conversation(&self) -> ConversationMemory {
        ConversationMemory::default()
    }

    /// How an agent that acts keeps the run's proposed changes and the messages that the person sent meanwhile.
    fn acts() -> Option<Acts<Self>> {
        None
    }
}

/// What a run starts from.
#[derive(Default)]
pub struct Start<'s> {
    /// The request.
    pub question: &'s str,
    /// The earlier turns of the conversation, oldest first.
    pub history: Vec<Turn>,
    /// What the run before it in the conversation left proposed.
    pub changes: ChangeSet,
    /// Notes for agents that the repository holds.
    pub notes: Vec<Note>,
    /// What earlier runs of the conversation kept.
    pub conversation: ConversationMemory,
}

/// A file of the repository that is written for agents, such as `AGENTS.md`: material for prompts, never permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Its path.
    pub path: String,
    /// Its text, cut and without secrets.
    pub text: String,
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

/// The fields of an agent that acts, for what comes from outside its graph.
pub struct Acts<S: State> {
    /// The proposed changes.
    pub changes: fn(&S) -> &ChangeSet,
    /// Writes what a person did with them: accepted, reverted, undone.
    pub write_changes: fn(S::Update, Vec<Update>) -> S::Update,
    /// The messages that the person sent while the run worked.
    pub steering: fn(&S) -> &[String],
    /// Adds one.
    pub steer: fn(S::Update, String) -> S::Update,
}

/// What a [`CallRunner`](crate::calls::CallRunner) reads of the state of an agent.
#[derive(Clone, Copy)]
pub struct ActingView<'s> {
    /// The proposed changes.
    pub changes: &'s ChangeSet,
    /// What the person allowed for the rest of the run.
    pub grants: &'s Grants,
    /// The whole outputs of tools.
    pub outputs: &'s ToolOutputs,
}

/// The state of an agent that executes calls by [`CallRunner`](crate::calls::CallRunner).
pub trait Acting: RunState {
    /// The proposed changes; the field's reducer is [`ChangeSet::reduce`].
    fn changes(&self) -> &ChangeSet;
    /// What the person allowed for the rest of the run; the reducer is [`Grants::add`].
    fn grants(&self) -> &Grants;
    /// The whole outputs of tools; the reducer is [`ToolOutputs::keep`].
    fn outputs(&self) -> &ToolOutputs;

    /// The three together.
    fn view(&self) -> ActingView<'_> {
        ActingView { changes: self.changes(), grants: self.grants(), outputs: self.outputs() }
    }
}
