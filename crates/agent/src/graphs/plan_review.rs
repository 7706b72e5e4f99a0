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

use super::Parts;
use crate::nodes::plan_review::{advance, executor, executor_tools, planner, report, reviewer};
use crate::states::plan_review::{SAME_FAILURES, Verdict, before_a_plan};
use crate::verify::Verification;
use crate::{Acts, AgentState, Limits, PlanReviewState, PlanReviewStateUpdate, Planning, RunState, Start};
use model::ProfileName;
use protocol::Event;
use state_graph::{CompileError, END, Graph, GraphBuilder, Route, START};

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
    let Parts { verifier, repository, setting, .. } = *parts;
    let limits = setting.limits;
    GraphBuilder::new()
        .node("planner", planner::Planner { model: parts.model(ProfileName::Plan), setting })
        .node("executor", executor::Executor { model: parts.model(ProfileName::Edit), setting })
        .node("executor_tools", executor_tools::ExecutorTools { setting })
        .node("reviewer", reviewer::Reviewer { model: parts.model(ProfileName::Review), setting })
        .node("advance", advance::advance)
        .node("report", report::Report { verifier, repository, syntax: setting.tools.syntax(), limits })
        .edge(START, "planner")
        .route("planner", route_planned)
        .route("executor", move |state: &PlanReviewState| route_executed(state, limits))
        .route("executor_tools", route_tools)
        .edge("reviewer", "advance")
        .route("advance", move |state: &PlanReviewState| route_advanced(state, limits))
        .edge("report", END)
        .compile()
}

impl RunState for PlanReviewState {
    const LIMITS: Limits = Limits { max_iterations: 10, max_executor_steps: 10, recursion_limit: 300 };
    const ACTS: bool = true;

    fn starting(start: Start<'_>) -> Self {
        let AgentState { input, chat_history, .. } = AgentState::asking(start.question, &start.history);
        Self { input, chat_history, notes: start.notes, changes: start.changes, ..Self::default() }
    }

    fn response(&self) -> &str {
        &self.response
    }

    fn with_question(update: PlanReviewStateUpdate, question: &str) -> PlanReviewStateUpdate {
        // What was done, counted and reviewed served another goal; the proposed changes stay. The planner runs next, and
        // resets the rest.
        update
            .input(question)
            .iters(0u32)
            .review(None)
            .rejections(0u32)
            .last_result("")
            .same_failures(0u32)
            .given_up(0u32)
            .overwrite_done_steps(Vec::new())
            .overwrite_calls(Vec::new())
            .verification(Verification::default())
    }

    fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        graph(parts)
    }

    fn planning() -> Option<Planning<Self>> {
        Some(Planning {
            node: "planner",
            write: |update, steps| before_a_plan(update).plan(steps),
            made: |state| Event::PlanMade { steps: state.plan.clone(), iteration: state.plans.max(1), fallback: None },
        })
    }

    fn acts() -> Option<Acts<Self>> {
        Some(Acts {
            changes: |state| &state.changes,
            write_changes: |update, updates| updates.into_iter().fold(update, PlanReviewStateUpdate::changes),
            steering: |state| &state.steering,
            steer: |update, text| update.steering([text]),
        })
    }
}
