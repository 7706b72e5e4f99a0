//! `tool-router`: free conversation over a repository with many tools. Each decision which tools come next is stored before
//! any of them runs, what retrieval finds is judged before it is cited, and requests about something else are declined.
//!
//! ```text
//! guardrail -> router <-> executor (returns to itself while calls are left)
//!     |          ^  \         |
//!     |          |   \   grade_documents
//!     |          +----\----+  |
//! out_of_scope         generate
//! ```
//!
//! Start at [`ToolRouterState`], then read the nodes in [`crate::nodes::tool_router`].

use super::Parts;
use crate::calls::CallQueue;
use crate::nodes::tool_router::{executor, generate, grade_documents, guardrail, out_of_scope, router};
use crate::outputs::ToolOutputs;
use crate::policy::Grants;
use crate::states::tool_router::{Action, Chunks, Status, THRESHOLD, TOP_K};
use crate::{Acting, Acts, AgentState, Limits, RunState, Start, ToolRouterState, ToolRouterStateUpdate};
use change_set::ChangeSet;
use model::ProfileName;
use state_graph::{CompileError, END, Graph, GraphBuilder, Route, START};
use std::collections::BTreeMap;

/// The routes from `guardrail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ScopeRoute {
    /// The request is about this repository.
    #[route("router")]
    Router,
    /// It is not.
    #[route("out_of_scope")]
    OutOfScope,
}

/// The routes from `router`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum RouterRoute {
    /// Tools are called.
    #[route("executor")]
    Executor,
    /// Retrieved spans are to be judged before the answer.
    #[route("grade_documents")]
    Grade,
    /// The answer is written.
    #[route("generate")]
    Generate,
}

/// The routes from `executor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ExecutorRoute {
    /// Calls are left.
    #[route("executor")]
    Again,
    /// The decision has retrieved something.
    #[route("grade_documents")]
    Grade,
    /// The next decision.
    #[route("router")]
    Router,
}

/// The routes from `grade_documents`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum GradedRoute {
    /// Enough is relevant, or no decision is left.
    #[route("generate")]
    Generate,
    /// The next decision.
    #[route("router")]
    Router,
}

fn after_guardrail(state: &ToolRouterState) -> ScopeRoute {
    match &state.guardrail {
        Some(score) if score.score < THRESHOLD => ScopeRoute::OutOfScope,
        _ => ScopeRoute::Router,
    }
}

fn after_router(state: &ToolRouterState) -> RouterRoute {
    match &state.router_decision {
        Some(routing) if routing.action == Action::ExecuteTool => RouterRoute::Executor,
        _ if !state.ungraded().is_empty() => RouterRoute::Grade,
        _ => RouterRoute::Generate,
    }
}

fn after_executor(state: &ToolRouterState) -> ExecutorRoute {
    if !state.queue.is_empty() {
        ExecutorRoute::Again
    } else if state.has_retrieved() {
        ExecutorRoute::Grade
    } else {
        ExecutorRoute::Router
    }
}

fn after_grading(state: &ToolRouterState, limits: Limits) -> GradedRoute {
    let suffices = state.relevant().len() >= TOP_K || state.iteration >= limits.max_iterations;
    if suffices { GradedRoute::Generate } else { GradedRoute::Router }
}

/// Builds the graph. It always compiles; the error type is that of the graph builder.
pub(crate) fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, ToolRouterState>, CompileError> {
    let Parts { verifier, repository, setting, .. } = *parts;
    let (fast, model) = (parts.model(ProfileName::Fast), parts.model(ProfileName::Default));
    let limits = setting.limits;
    GraphBuilder::new()
        .node("guardrail", guardrail::Guardrail { model: fast, repository, setting })
        .node("out_of_scope", out_of_scope::OutOfScope { model })
        .node("router", router::Router { model: fast, setting })
        .node("executor", executor::Executor { setting })
        .node("grade_documents", grade_documents::GradeDocuments { model: parts.model(ProfileName::Review) })
        .node("generate", generate::Generate { model, verifier, repository, syntax: setting.tools.syntax(), limits })
        .edge(START, "guardrail")
        .route("guardrail", after_guardrail)
        .edge("out_of_scope", END)
        .route("router", after_router)
        .route("executor", after_executor)
        .route("grade_documents", move |state: &ToolRouterState| after_grading(state, limits))
        .edge("generate", END)
        .compile()
}

impl RunState for ToolRouterState {
    const LIMITS: Limits = Limits { max_iterations: 5, max_executor_steps: 5, recursion_limit: 60 };
    const ACTS: bool = true;

    fn starting(start: Start<'_>) -> Self {
        let AgentState { input, chat_history, .. } = AgentState::asking(start.question, &start.history);
        Self { input, chat_history, notes: start.notes, changes: start.changes, ..Self::default() }
    }

    fn response(&self) -> &str {
        &self.response
    }

    fn with_question(update: ToolRouterStateUpdate, question: &str) -> ToolRouterStateUpdate {
        // What was found and judged served another request; the proposed changes stay.
        update
            .input(question)
            .status(Status::Running)
            .pause_reason(None)
            .iteration(0u32)
            .guardrail(None)
            .router_decision(None)
            .queue(CallQueue::default())
            .overwrite_tool_history(Vec::new())
            .overwrite_retrieved(Chunks::default())
            .overwrite_grades(BTreeMap::new())
            .overwrite_web(Vec::new())
            .overwrite_reasoning_steps(Vec::new())
    }

    fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        graph(parts)
    }

    fn acts() -> Option<Acts<Self>> {
        Some(Acts {
            changes: |state| &state.changes,
            write_changes: |update, updates| updates.into_iter().fold(update, ToolRouterStateUpdate::changes),
            steering: |state| &state.steering,
            steer: |update, text| update.steering(vec![text]),
        })
    }
}

impl Acting for ToolRouterState {
    fn changes(&self) -> &ChangeSet {
        &self.changes
    }

    fn grants(&self) -> &Grants {
        &self.grants
    }

    fn outputs(&self) -> &ToolOutputs {
        &self.outputs
    }
}
