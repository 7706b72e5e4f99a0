//! `plan-react`: an outer loop that plans and judges the evidence, and an inner loop that calls tools.
//!
//! ```text
//! planner -> setup_executor -> executor_llm <-> tool_node
//!    ^                              |
//!    |                          aggregate -> refinery -> synthesizer
//!    +-------------------------------------------+
//! ```

use super::Parts;
use crate::nodes::{aggregate, executor_llm, planner, refinery, setup_executor, synthesizer, tool_node};
use crate::{AgentState, Limits};
use model::{ProfileName, Role};
use protocol::Decision;
use state_graph::{CompileError, END, Graph, GraphBuilder, Route, START};

/// The routes from `executor_llm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ExecutorRoute {
    /// The model requested tool calls, and the limit of calls is not reached.
    #[route("tool_node")]
    Tools,
    /// The step is done, or the limit of calls is reached.
    #[route("aggregate")]
    Aggregate,
}

/// The routes from `refinery`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum ContinueRoute {
    /// Plan another round.
    #[route("planner")]
    Planner,
    /// Write the answer.
    #[route("synthesizer")]
    Synthesizer,
}

/// The inner loop: to the tools while the last message requests calls and fewer than the largest number of model calls
/// were made.
pub fn route_executor(state: &AgentState, limits: Limits) -> ExecutorRoute {
    let wants_tools = state
        .messages
        .last()
        .is_some_and(|last| last.message.role == Role::Assistant && !last.message.tool_calls.is_empty());
    if wants_tools && state.executor_call_count < limits.max_executor_steps {
        ExecutorRoute::Tools
    } else {
        ExecutorRoute::Aggregate
    }
}

/// The outer loop: back to the planner while the refinery decides to continue and rounds are left.
pub fn should_continue(state: &AgentState, limits: Limits) -> ContinueRoute {
    if state.iteration_count >= limits.max_iterations {
        return ContinueRoute::Synthesizer;
    }
    match state.loop_decision {
        Decision::Continue => ContinueRoute::Planner,
        Decision::Finish => ContinueRoute::Synthesizer,
    }
}

/// Builds the graph. It always compiles; the error type is that of the graph builder.
pub fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, AgentState>, CompileError> {
    let Parts { verifier, setting, .. } = *parts;
    let model = parts.model(ProfileName::Default);
    let (tools, limits, approve_tools) = (&setting.tools, setting.limits, setting.approve_tools);
    GraphBuilder::new()
        .node("planner", planner::Planner { model: parts.model(ProfileName::Plan) })
        .node("setup_executor", setup_executor::setup_executor)
        .node("executor_llm", executor_llm::ExecutorLlm { model, tools })
        .node("tool_node", tool_node::ToolNode { tools, approve: approve_tools })
        .node("aggregate", aggregate::aggregate)
        .node("refinery", refinery::Refinery { model: parts.model(ProfileName::Review), limits })
        .node("synthesizer", synthesizer::Synthesizer { model, verifier })
        .edge(START, "planner")
        .edge("planner", "setup_executor")
        .edge("setup_executor", "executor_llm")
        .route("executor_llm", move |state: &AgentState| route_executor(state, limits))
        .edge("tool_node", "executor_llm")
        .edge("aggregate", "refinery")
        .route("refinery", move |state: &AgentState| should_continue(state, limits))
        .edge("synthesizer", END)
        .compile()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Message, ToolCall};

    fn acting(role: Role, calls: usize, count: u32) -> AgentState {
        let mut message = Message::new(role, "");
        let call = |n| ToolCall { id: format!("c{n}"), name: "read_file".into(), arguments: serde_json::json!({}) };
        message.tool_calls = (0..calls).map(call).collect();
        AgentState { messages: vec![message.into()], executor_call_count: count, ..AgentState::default() }
    }

    #[test]
    fn tools_run_until_the_step_limit() {
        let limits = Limits::default();
        assert_eq!(route_executor(&AgentState::default(), limits), ExecutorRoute::Aggregate);
        assert_eq!(route_executor(&acting(Role::Assistant, 1, 4), limits), ExecutorRoute::Tools);
        assert_eq!(route_executor(&acting(Role::Assistant, 1, 5), limits), ExecutorRoute::Aggregate);
        assert_eq!(route_executor(&acting(Role::Assistant, 0, 1), limits), ExecutorRoute::Aggregate);
        assert_eq!(route_executor(&acting(Role::User, 1, 1), limits), ExecutorRoute::Aggregate);
    }

    #[test]
    fn rounds_end_by_decision_or_limit() {
        let limits = Limits::default();
        let state =
            |loop_decision, iteration_count| AgentState { loop_decision, iteration_count, ..Default::default() };
        assert_eq!(should_continue(&state(Decision::Continue, 9), limits), ContinueRoute::Planner);
        assert_eq!(should_continue(&state(Decision::Continue, 10), limits), ContinueRoute::Synthesizer);
        assert_eq!(should_continue(&state(Decision::Finish, 1), limits), ContinueRoute::Synthesizer);
    }
}
