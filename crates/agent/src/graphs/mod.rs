//! The agents and their graphs, by name.

mod demo;
pub mod intent_router;
pub mod plan_react;
pub mod plan_review;
pub mod three_phase;
pub mod tool_router;

use crate::calls::{CallRunner, DecidedHere};
use crate::delegation::borrowed::Delegation;
use crate::models::{Models, RunModels};
use crate::policy::{Mode, Origin, Policy};
use crate::tools::CallingRun;
use crate::{ActingServices, AskError, IndexFailure, Limits, RunState, Toolbox, Verifier};
use codebase::Reader;
use futures::future::{LocalBoxFuture, ready};
use model::scripted::ScriptedModelClient;
use model::{ModelClient, ProfileName};
use protocol::{AgentInfo, Evidence};
use state_graph::CompileError;
use state_graph_diagrams::Diagram;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the nodes of a graph borrow.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// The models of the run.
    pub models: &'a RunModels<'a>,
    /// Verifies the citations of the answer.
    pub verifier: &'a dyn Verifier,
    /// The repository as it was before any change; `None` where only tools know it.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl<'a> Parts<'a> {
    /// The model for a kind of work. It charges the account of the run.
    pub fn model(&self, profile: ProfileName) -> &'a dyn ModelClient {
        self.models.get(profile)
    }
}

/// What a run may do: its tools and bounds.
pub struct Setting<'a> {
    /// The run.
    pub run: CallingRun,
    /// The tools that the model may call.
    pub tools: Toolbox<'a>,
    /// What needs a person's word.
    pub policy: Policy,
    /// What the host offers to nodes that act.
    pub services: &'a ActingServices,
    /// The program by which the person wants proposed changes checked.
    pub check: Option<Vec<String>>,
    /// What agents need that are handed a task; `None` for an agent that was handed one itself.
    pub delegation: Option<Delegation<'a>>,
    /// The largest numbers of rounds, calls and supersteps.
    pub limits: Limits,
    /// Whether the run is suspended for approval before tools are called.
    pub approve_tools: bool,
    /// Whether a request is scored first for whether it is about this repository.
    pub gate: bool,
    /// Who wrote the request: a model, where another agent handed a task over or somebody else may have written the run.
    pub asked_by: Origin,
    /// Whether what a person allowed earlier in the run still counts.
    pub remembers: bool,
    /// True until the superstep at which the run's process ended is executed again.
    pub broke_off: Cell<bool>,
    /// What this process has decided about calls.
    pub decided: RefCell<DecidedHere>,
}

impl Setting<'_> {
    /// Executes calls of tools.
    pub fn calls(&self) -> CallRunner<'_> {
        CallRunner {
            run: &self.run,
            tools: &self.tools,
            policy: self.policy,
            origin: Origin::Model,
            services: self.services,
            check: &self.check,
            delegation: self.delegation,
            approve_all: self.approve_tools,
            remembers: self.remembers,
            broke_off: &self.broke_off,
            decided: &self.decided,
        }
    }

    /// Executes calls that were read from the words of the request, which are the person's own where
    /// [`asked_by`](Self::asked_by) says so.
    pub fn calls_of_person(&self) -> CallRunner<'_> {
        CallRunner { origin: self.asked_by, ..self.calls() }
    }
}

/// Evaluates an expression for the type of an agent's state: the one place that knows which agent has which.
macro_rules! with_state {
    ($kind:expr, $State:ident => $body:expr) => {
        match $kind {
            $crate::AgentKind::PlanReact => {
                type $State = $crate::AgentState;
                $body
            }
            $crate::AgentKind::ThreePhase => {
                type $State = $crate::ThreePhaseState;
                $body
            }
            $crate::AgentKind::IntentRouter => {
                type $State = $crate::IntentRouterState;
                $body
            }
            $crate::AgentKind::PlanReview => {
                type $State = $crate::PlanReviewState;
                $body
            }
            $crate::AgentKind::ToolRouter => {
                type $State = $crate::ToolRouterState;
                $body
            }
        }
    };
}
pub(crate) use with_state;

/// An agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentKind {
    /// Plans, acts with tools, judges the evidence, and answers.
    PlanReact,
    /// Does cheap things at once, and hands hard ones to an agent until a check passes.
    ThreePhase,
    /// Says what a request is for and takes one way: answer, edit and check, run, remember, or undo.
    IntentRouter,
    /// Plans steps towards a goal, carries them out with tools that act, and has each reviewed.
    PlanReview,
    /// Chooses tools one decision at a time, judges what they find, and answers.
    ToolRouter,
}

impl AgentKind {
    /// Every agent, the default first.
    pub const ALL: &[AgentKind] = &[
        AgentKind::PlanReact,
        AgentKind::ThreePhase,
        AgentKind::IntentRouter,
        AgentKind::PlanReview,
        AgentKind::ToolRouter,
    ];

    /// The name on the command line and in events.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlanReact => "plan-react",
            Self::ThreePhase => "three-phase",
            Self::IntentRouter => "intent-router",
            Self::PlanReview => "plan-review",
            Self::ToolRouter => "tool-router",
        }
    }

    /// When to take it: a sentence for people.
    pub fn description(self) -> &'static str {
        match self {
            Self::PlanReact => "A question about the code that must be answered with proof. It only reads.",
            Self::ThreePhase => {
                "Fix, move, explain or write this: cheap things at once, hard ones until they pass a check."
            }
            Self::IntentRouter => {
                "A chat beside the code: look, edit, run the tests, \"always add docstrings\", undo. It remembers what you prefer."
            }
            Self::PlanReview => {
                "A goal of many steps that goes on alone: each step is reviewed, and failures are planned around."
            }
            Self::ToolRouter => {
                "Free conversation about the repository with many tools. Each choice of tools is shown before it runs."
            }
        }
    }

    /// What hosts show of it.
    pub fn info(self) -> AgentInfo {
        let acts = with_state!(self, S => S::ACTS);
        let (name, description) = (self.name().to_owned(), self.description().to_owned());
        AgentInfo { name, description, acts, demo: self.demo() }
    }

    /// The names of every agent, the default first.
    pub fn names() -> Vec<String> {
        Self::ALL.iter().map(|kind| kind.name().to_owned()).collect()
    }

    /// The agent of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The agent of this name.
    ///
    /// # Errors
    /// [`AskError::NoAgent`] if there is none.
    pub fn named(name: &str) -> Result<Self, AskError> {
        Self::from_name(name).ok_or_else(|| AskError::NoAgent(name.to_owned()))
    }

    /// The agent's graph as Mermaid text. Drawing calls no model and no tool.
    pub fn drawing(self) -> Result<Drawing, CompileError> {
        let (diagram, nodes) = self.diagram()?;
        Ok(Drawing { mermaid: diagram.mermaid(&BTreeMap::new()), nodes })
    }

    /// The agent's graph as text for a terminal. Apart from [`drawing`](Self::drawing), so that the page does not
    /// contain the layout.
    pub fn ascii(self) -> Result<String, CompileError> {
        Ok(self.diagram()?.0.ascii())
    }

    /// The agent's graph as a standalone SVG, laid out without a browser.
    pub fn svg(self) -> Result<String, CompileError> {
        Ok(self.diagram()?.0.svg(&BTreeMap::new()))
    }

    /// The agent's graph, and the names of its nodes.
    fn diagram(self) -> Result<(Diagram, Vec<String>), CompileError> {
        let model = ScriptedModelClient::new([]);
        let setting = Setting {
            run: CallingRun::default(),
            tools: Toolbox::new(),
            policy: Policy { mode: Mode::LookOnly, attended: false, allow_run: false },
            services: &ActingServices::default(),
            check: None,
            delegation: None,
            limits: Limits::default(),
            approve_tools: false,
            gate: true,
            asked_by: Origin::Model,
            remembers: false,
            broke_off: Cell::new(false),
            decided: RefCell::default(),
        };
        let models = RunModels::new(Models::one(&model), Rc::default());
        let parts = Parts { models: &models, verifier: &Nothing, repository: None, setting: &setting };
        with_state!(self, S => {
            let graph = S::graph(&parts)?;
            Ok((Diagram::of(&graph), graph.node_names().map(str::to_owned).collect()))
        })
    }
}

/// A graph as Mermaid text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// Mermaid text; node ids are the names of the nodes.
    pub mermaid: String,
    /// The nodes' names.
    pub nodes: Vec<String>,
}

/// A drawing cites nothing.
pub(crate) struct Nothing;

impl Verifier for Nothing {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(ready(Ok(vec![false; evidence.len()])))
    }
}
