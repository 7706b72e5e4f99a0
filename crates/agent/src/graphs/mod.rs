//! The agents and their graphs, by name.

pub mod plan_react;

use crate::{AgentState, AskError, IndexFailure, Limits, Toolbox, Verifier};
use futures::future::{LocalBoxFuture, ready};
use model::scripted::ScriptedModelClient;
use plan_react::Parts;
use protocol::Evidence;
use state_graph::{CompileError, Graph};
use state_graph_diagrams::Diagram;
use std::collections::BTreeMap;

/// An agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentKind {
    /// Plans, acts with tools, judges the evidence, and answers.
    PlanReact,
}

impl AgentKind {
    /// Every agent, the default first.
    pub const ALL: &[AgentKind] = &[AgentKind::PlanReact];

    /// The name on the command line and in events.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlanReact => "plan-react",
        }
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

    /// Name of the node that makes the plan.
    pub fn planner(self) -> &'static str {
        match self {
            Self::PlanReact => "planner",
        }
    }

    /// The agent's graph as Mermaid text. Drawing calls no model and no tool.
    pub fn drawing(self) -> Result<Drawing, CompileError> {
        self.with_graph(|graph| Drawing {
            mermaid: Diagram::of(graph).mermaid(&BTreeMap::new()),
            nodes: graph.node_names().map(str::to_owned).collect(),
        })
    }

    /// The agent's graph as text for a terminal. Apart from [`drawing`](Self::drawing), so that the page does not
    /// contain the layout.
    pub fn ascii(self) -> Result<String, CompileError> {
        self.with_graph(|graph| Diagram::of(graph).ascii())
    }

    /// The agent's graph as a standalone SVG, laid out without a browser.
    pub fn svg(self) -> Result<String, CompileError> {
        self.with_graph(|graph| Diagram::of(graph).svg(&BTreeMap::new()))
    }

    fn with_graph<R>(self, draw: impl FnOnce(&Graph<'_, AgentState>) -> R) -> Result<R, CompileError> {
        let tools = Toolbox::new();
        let model = ScriptedModelClient::new([]);
        let limits = Limits::default();
        let parts = Parts { model: &model, tools: &tools, verifier: &Nothing, limits, approve_tools: false };
        Ok(draw(&self.graph(&parts)?))
    }

    /// The agent's graph; its nodes borrow `parts`.
    pub fn graph<'a>(self, parts: &Parts<'a>) -> Result<Graph<'a, AgentState>, CompileError> {
        match self {
            Self::PlanReact => plan_react::graph(parts),
        }
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
struct Nothing;

impl Verifier for Nothing {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(ready(Ok(vec![false; evidence.len()])))
    }
}
