//! `executor_llm`. Reads `messages`, `executor_call_count`; writes `messages` (the model's message appended) and
//! `executor_call_count` (+1). Errors of the model end the run.

use super::ask_model::{ask, stream_text};
use super::setup_executor::NO_STEP;
use crate::{AgentState, AgentStateUpdate, ChatMessage, Toolbox};
use model::{ChatRequest, ModelClient, PlanStep, Task, json};
use state_graph::{Node, NodeContext, NodeResult};

/// Calls the model for the next tool calls or the summary of a step.
pub struct ExecutorLlm<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// The tools that it may call.
    pub tools: &'a Toolbox<'a>,
}

impl Node<AgentState> for ExecutorLlm<'_> {
    type Output = AgentStateUpdate;

    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let call = state.executor_call_count + 1;
        let (history, no_step) = (state.turns(), PlanStep::from(NO_STEP.to_owned()));
        let messages = state.messages.iter().map(|entry| entry.message.clone()).collect();
        let task = Task::Act { context: state.context(&history), step: state.step().unwrap_or(&no_step), call };
        let request = ChatRequest { tools: self.tools.specs(), ..ChatRequest::new(messages, task) };
        let response = ask(self.model, &request, cx, &mut stream_text(cx)).await?;
        let mut message = response.message;
        // The channel gives the id: a provider's may repeat.
        message.id.clear();
        message.tool_calls.iter_mut().for_each(|call| json::keep_shallow(&mut call.arguments));
        Ok(AgentStateUpdate::new().messages(ChatMessage::from(message)).executor_call_count(call))
    }
}
