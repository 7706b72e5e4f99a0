//! `plan-review`: plans a goal in steps, carries each out with tools, has every step reviewed, and plans around failures.
//!
//! ```text
//! planner -> executor <-> executor_tools
//!  ^   |        |  \
//!  |   |     reviewer -> advance -> executor | planner | report
//!  |   +--> report
//!  +-- a step that failed
//! ```
//!
//! Start at [`PlanReviewState`], then read the nodes in [`crate::nodes::plan_review`].

mod state;

pub(crate) use state::before_a_plan;
pub use state::{
    CallFact, Done, ExecutorOutput, FileCount, PlanReviewState, PlanReviewStateUpdate, Review, Verdict, Verification,
};

use super::Parts;
use crate::Limits;
use crate::nodes::plan_review::{advance, executor, executor_tools, planner, report, reviewer};
use state_graph::{CompileError, END, Graph, GraphBuilder, Route, START};

/// How often in a row the same failure ends the run.
pub const SAME_FAILURES: u32 = 3;

/// The routes from `planner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum PlannedRoute {
    /// There is a step to carry out.
    #[route("executor")]
    Executor,
    /// Nothing is left to do.
    #[route("report")]
    Report,
}

/// The routes from `executor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ExecutedRoute {
    /// The model requested tool calls.
    #[route("executor_tools")]
    Tools,
    /// The step is done.
    #[route("reviewer")]
    Reviewer,
    /// The step failed, and another way is to be found.
    #[route("planner")]
    Planner,
    /// The step failed, and no round is left or it fails in the same way again and again.
    #[route("report")]
    Report,
}

/// The routes from `executor_tools`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ToolsRoute {
    /// Calls are left.
    #[route("executor_tools")]
    Tools,
    /// Every call has run.
    #[route("executor")]
    Executor,
}

/// The routes from `advance`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum AdvancedRoute {
    /// The next step.
    #[route("executor")]
    Executor,
    /// A new plan.
    #[route("planner")]
    Planner,
    /// The goal is reached, or no round is left.
    #[route("report")]
    Report,
}

/// After the plan: an empty one ends the run.
pub fn route_planned(state: &PlanReviewState) -> PlannedRoute {
    if state.plan.is_empty() { PlannedRoute::Report } else { PlannedRoute::Executor }
}

/// After a model call of the executor.
pub fn route_executed(state: &PlanReviewState, limits: Limits) -> ExecutedRoute {
    match &state.executor_output {
        None => ExecutedRoute::Tools,
        Some(output) if output.success => ExecutedRoute::Reviewer,
        Some(_) if state.iters < limits.max_iterations && state.same_failures < SAME_FAILURES => ExecutedRoute::Planner,
        Some(_) => ExecutedRoute::Report,
    }
}

/// After a superstep of calls.
pub fn route_tools(state: &PlanReviewState) -> ToolsRoute {
    if state.queue.is_empty() { ToolsRoute::Executor } else { ToolsRoute::Tools }
}

/// After a review: a verdict of `finish` ends the run also in the last round.
pub fn route_advanced(state: &PlanReviewState, limits: Limits) -> AdvancedRoute {
    if state.verdict == Some(Verdict::Finish) || state.iters >= limits.max_iterations {
        AdvancedRoute::Report
    } else if state.step().is_some() {
        AdvancedRoute::Executor
    } else {
        AdvancedRoute::Planner
    }
}

/// Builds the graph. It always compiles; the error type is that of the graph builder.
pub fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, PlanReviewState>, CompileError> {
    let Parts { model, verifier, repository, setting } = *parts;
    let limits = setting.limits;
    GraphBuilder::new()
        .node("planner", planner::Planner { model, setting })
        .node("executor", executor::Executor { model, setting })
        .node("executor_tools", executor_tools::ExecutorTools { setting })
        .node("reviewer", reviewer::Reviewer { model, setting })
        .node("advance", advance::advance)
        .node("report", report::Report { verifier, repository, limits })
        .edge(START, "planner")
        .route("planner", route_planned)
        .route("executor", move |state: &PlanReviewState| route_executed(state, limits))
        .route("executor_tools", route_tools)
        .edge("reviewer", "advance")
        .route("advance", move |state: &PlanReviewState| route_advanced(state, limits))
        .edge("report", END)
        .compile()
}
