//! Tasks that an agent hands to another agent, or to a model without tools.
//!
//! An agent that is handed a task runs as a graph inside the node that hands it over: its supersteps are stored in the log of
//! the run around it, so a kill repeats nothing that finished; what it asks, the run asks; what it spends is charged to the
//! run's account; and its events carry the path to it. It cannot hand on tasks itself. Several that only read work side by
//! side; one that proposes changes works alone, over what is proposed so far.

pub(crate) mod borrowed;
mod graph;
mod state;

pub use borrowed::Delegation;
pub use state::{DelegatesState, DelegatesStateUpdate, Reply};

use crate::calls::CallRunner;
use crate::graphs::{Setting, with_state};
use crate::policy::Origin;
use crate::{AgentKind, CallingRun, Limits, RunContext, RunState, Toolbox};
use change_set::ChangeSet;
use model::ProfileName;
use state_graph::{NodeError, run_inside};
use std::cell::{Cell, RefCell};

/// Most tasks that are worked on side by side.
pub const AT_ONCE: usize = 4;

/// Who carries out a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delegate {
    /// An agent: `agent:plan-react`.
    Agent(AgentKind),
    /// A model that is asked once, without tools: `llm:fast`.
    Model(ProfileName),
}

/// A task that is handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    /// The id of the call that hands it over.
    pub call: String,
    /// To whom.
    pub to: Delegate,
    /// What is to be done, with everything that the other needs to know.
    pub task: String,
}

impl Delegate {
    /// By its name: `agent:NAME`, `llm:PROFILE`, or the name of an agent alone.
    ///
    /// # Errors
    /// That there is none of this name, with those that there are.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = match name.split_once(':') {
            Some(("llm", profile)) => ProfileName::from_name(profile).map(Self::Model),
            Some(("agent", agent)) => AgentKind::from_name(agent).map(Self::Agent),
            _ => AgentKind::from_name(name).map(Self::Agent),
        };
        found.ok_or_else(|| format!("no agent `{name}`; there are {}", Self::names().join(", ")))
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let agents = AgentKind::ALL.iter().copied().map(Self::Agent);
        agents.chain(ProfileName::ALL.into_iter().map(Self::Model))
    }

    /// All names.
    pub fn names() -> Vec<String> {
        Self::all().map(Self::name).collect()
    }

    /// The name.
    pub fn name(self) -> String {
        match self {
            Self::Agent(kind) => format!("agent:{}", kind.name()),
            Self::Model(profile) => format!("llm:{}", profile.as_str()),
        }
    }

    /// Whether it can propose changes, run programs or write to memory.
    pub fn acts(self) -> bool {
        match self {
            Self::Agent(kind) => with_state!(kind, S => S::ACTS),
            Self::Model(_) => false,
        }
    }
}

impl CallRunner<'_> {
    /// Has these tasks carried out, side by side, and gives what came back in their order. They are the only thing that
    /// their superstep runs.
    ///
    /// # Errors
    /// That a graph could not be built or restored; a task that failed is a [`Reply`].
    pub async fn hand_over(
        &self,
        tasks: &[Handover],
        changes: &ChangeSet,
        cx: &RunContext<'_>,
    ) -> Result<Vec<Reply>, NodeError> {
        let Some(delegation) = self.delegation else {
            return Err(NodeError::msg("tasks cannot be handed over here").permanent());
        };
        let settings: Vec<Setting<'_>> = tasks.iter().map(|task| self.setting_of(task.to, delegation)).collect();
        let graph = graph::graph(tasks, &settings, delegation, changes)?;
        let mut replies = run_inside(&graph, cx, DelegatesState::default).await?.state.replies;
        // In the order of the tasks, whichever ended first.
        replies.sort_by_key(|reply| tasks.iter().position(|task| task.call == reply.call));
        Ok(replies)
    }

    /// What an agent may do that is handed a task.
    fn setting_of<'s>(&'s self, to: Delegate, delegation: Delegation<'s>) -> Setting<'s> {
        let reading = || delegation.repository.map_or_else(Toolbox::new, Toolbox::over);
        let tools = if to.acts() { self.tools.without_delegation() } else { reading() };
        let limits = match to {
            Delegate::Agent(kind) => with_state!(kind, S => S::LIMITS),
            Delegate::Model(_) => Limits::default(),
        };
        let agent = match to {
            Delegate::Agent(kind) => kind.name().to_owned(),
            Delegate::Model(_) => self.run.agent.clone(),
        };
        Setting {
            run: CallingRun { agent, ..self.run.clone() },
            tools,
            policy: self.policy,
            services: self.services,
            check: self.check.clone(),
            delegation: None,
            limits,
            approve_tools: self.approve_all,
            // Who hands it over has judged that it belongs here.
            gate: false,
            // The words of the task are those of the model that hands it over.
            asked_by: Origin::Model,
            remembers: self.remembers,
            broke_off: Cell::new(self.broke_off.get()),
            decided: RefCell::default(),
        }
    }
}
