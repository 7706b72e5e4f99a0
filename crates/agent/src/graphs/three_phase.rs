//! `three-phase`: what fixed rules can read is done at once, what a quick classification is sure of next, and only the rest is
//! planned. Hard things are handed to an agent, checked by running something, and tried again until the check passes.
//!
//! ```text
//! textual_pre_plan -> llm_pre_plan -> llm_plan
//!    ^      \             |           /
//!    |       +------------+----------+--> delegate -> execute <-> execute_tools
//!    |                    |                              |      (returns to itself while calls are left)
//!    |                  tool (likewise)                  |
//!    +--------------------+------------ review ----------+
//! ```
//!
//! The three planning nodes and `review` can end the run. Start at [`ThreePhaseState`], then read the nodes in
//! [`crate::nodes::three_phase`].

use super::Parts;
use crate::calls::CallQueue;
use crate::nodes::three_phase::{
    Ending, delegate, execute, execute_tools, llm_plan, llm_pre_plan, review, textual_pre_plan, tool,
};
use crate::states::three_phase::{Action, Outcome};
use crate::verify::Verification;
use crate::{Acts, AgentState, Limits, RunState, Start, ThreePhaseState, ThreePhaseStateUpdate};
use model::ProfileName;
use protocol::Evidence;
use state_graph::{CompileError, Graph, GraphBuilder, MessageWrite, Route, START};
use std::collections::BTreeSet;

/// The routes from `textual_pre_plan`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum TextualRoute {
    /// The rules did not decide.
    #[route("llm_pre_plan")]
    PrePlan,
    /// Tools run.
    #[route("tool")]
    Tool,
    /// An agent gets the request.
    #[route("delegate")]
    Delegate,
    /// It is answered.
    #[route(end)]
    End,
}

/// The routes from `llm_pre_plan`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ClassifiedRoute {
    /// The classification is not sure enough.
    #[route("llm_plan")]
    Plan,
    /// Tools run.
    #[route("tool")]
    Tool,
    /// An agent gets the request.
    #[route("delegate")]
    Delegate,
    /// It is answered.
    #[route(end)]
    End,
}

/// The routes from `llm_plan`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum PlannedRoute {
    /// Tools run.
    #[route("tool")]
    Tool,
    /// An agent gets the request.
    #[route("delegate")]
    Delegate,
    /// It is answered.
    #[route(end)]
    End,
}

/// The routes from `execute`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ExecutedRoute {
    /// The agent requested tool calls.
    #[route("execute_tools")]
    Tools,
    /// It is done.
    #[route("review")]
    Review,
}

/// The routes from `execute_tools`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ToolsRoute {
    /// Calls are left.
    #[route("execute_tools")]
    Tools,
    /// Every call has run.
    #[route("execute")]
    Execute,
}

/// The routes from `tool`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ToolRoute {
    /// Calls are left.
    #[route("tool")]
    Again,
    /// Every call has run.
    #[route("review")]
    Review,
}

/// The routes from `review`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ReviewedRoute {
    /// Another attempt.
    #[route("textual_pre_plan")]
    Again,
    /// The run is over.
    #[route(end)]
    End,
}

fn after_textual(state: &ThreePhaseState) -> TextualRoute {
    match state.next_action {
        Action::Tool => TextualRoute::Tool,
        Action::Delegate => TextualRoute::Delegate,
        Action::End => TextualRoute::End,
        Action::ContinueToLlmPrePlan | Action::ContinueToLlmPlan | Action::Continue => TextualRoute::PrePlan,
    }
}

fn after_pre_plan(state: &ThreePhaseState) -> ClassifiedRoute {
    match state.next_action {
        Action::Tool => ClassifiedRoute::Tool,
        Action::Delegate => ClassifiedRoute::Delegate,
        Action::End => ClassifiedRoute::End,
        Action::ContinueToLlmPrePlan | Action::ContinueToLlmPlan | Action::Continue => ClassifiedRoute::Plan,
    }
}

fn after_plan(state: &ThreePhaseState) -> PlannedRoute {
    match state.next_action {
        Action::Tool => PlannedRoute::Tool,
        Action::Delegate => PlannedRoute::Delegate,
        _ => PlannedRoute::End,
    }
}

fn after_execute(state: &ThreePhaseState) -> ExecutedRoute {
    if state.tool_calls.is_empty() { ExecutedRoute::Review } else { ExecutedRoute::Tools }
}

fn after_execute_tools(state: &ThreePhaseState) -> ToolsRoute {
    if state.tool_calls.is_empty() { ToolsRoute::Execute } else { ToolsRoute::Tools }
}

fn after_tool(state: &ThreePhaseState) -> ToolRoute {
    if state.tool_calls.is_empty() { ToolRoute::Review } else { ToolRoute::Again }
}

fn after_review(state: &ThreePhaseState, limits: Limits) -> ReviewedRoute {
    let goes_on = state.next_action == Action::Continue && state.iterations < limits.max_iterations;
    if goes_on { ReviewedRoute::Again } else { ReviewedRoute::End }
}

/// Builds the graph. It always compiles; the error type is that of the graph builder.
pub(crate) fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, ThreePhaseState>, CompileError> {
    let Parts { verifier, repository, setting, models } = *parts;
    let (fast, model) = (parts.model(ProfileName::Fast), parts.model(ProfileName::Default));
    let ending = Ending { verifier, repository, syntax: setting.tools.syntax() };
    let limits = setting.limits;
    GraphBuilder::new()
        .node("textual_pre_plan", textual_pre_plan::TextualPrePlan { repository, setting, ending })
        .node("llm_pre_plan", llm_pre_plan::LlmPrePlan { model: fast, repository, setting, ending })
        .node("llm_plan", llm_plan::LlmPlan { model, repository, setting, ending })
        .node("delegate", delegate::Delegate { setting })
        .node("execute", execute::Execute { models, setting, verifier })
        .node("execute_tools", execute_tools::ExecuteTools { setting })
        .node("tool", tool::Tool { setting })
        .node("review", review::Review { repository, setting, ending })
        .edge(START, "textual_pre_plan")
        .route("textual_pre_plan", after_textual)
        .route("llm_pre_plan", after_pre_plan)
        .route("llm_plan", after_plan)
        .edge("delegate", "execute")
        .route("execute", after_execute)
        .route("execute_tools", after_execute_tools)
        .route("tool", after_tool)
        .route("review", move |state: &ThreePhaseState| after_review(state, limits))
        .compile()
}

impl RunState for ThreePhaseState {
    const LIMITS: Limits = Limits { max_iterations: 10, max_executor_steps: 5, recursion_limit: 300 };
    const ACTS: bool = true;

    fn starting(start: Start<'_>) -> Self {
        let AgentState { input, chat_history, .. } = AgentState::asking(start.question, &start.history);
        let began_with = start.changes.hash().to_string();
        Self { input, chat_history, notes: start.notes, changes: start.changes, began_with, ..Self::default() }
    }

    fn response(&self) -> &str {
        &self.response
    }

    fn evidence(&self) -> Vec<Evidence> {
        let mut ids = BTreeSet::new();
        let all = self.calls.iter().flat_map(|call| &call.evidence);
        all.filter(|found| ids.insert(&found.id)).cloned().collect()
    }

    fn with_question(update: ThreePhaseStateUpdate, question: &str) -> ThreePhaseStateUpdate {
        // What was found and tried served another request; the proposed changes stay.
        update
            .input(question)
            .messages([MessageWrite::RemoveAll])
            .agent_outcome(Outcome::default())
            .iterations(0u32)
            .selected_agent("")
            .tool_calls(CallQueue::default())
            .by_person(false)
            .classification(None)
            .tool_rounds(0u32)
            .overwrite_failures(Vec::new())
            .local_repair_attempted(false)
            .overwrite_calls(Vec::new())
            .verification(Verification::default())
    }

    fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        graph(parts)
    }

    fn acts() -> Option<Acts<Self>> {
        Some(Acts {
            changes: |state| &state.changes,
            write_changes: |update, updates| updates.into_iter().fold(update, ThreePhaseStateUpdate::changes),
            steering: |state| &state.steering,
            steer: |update, text| update.steering([text]),
        })
    }
}
