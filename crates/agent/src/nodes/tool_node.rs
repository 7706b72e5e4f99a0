//! `tool_node`. Reads the tool calls of the last message; writes `messages`: one tool message a call, in order. A
//! tool's error is its message, so that the model can try otherwise.

use crate::{AgentState, AgentStateUpdate, ChatMessage, Toolbox};
use model::{Message, Role, ToolCall};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeResult};

/// Runs the tools the model asked for.
pub struct ToolNode<'a> {
    /// What there is.
    pub tools: &'a Toolbox<'a>,
}

impl Node<AgentState> for ToolNode<'_> {
    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let calls = state.messages.last().map(|last| last.message.tool_calls.as_slice()).unwrap_or_default();
        let mut messages: Vec<ChatMessage> = Vec::with_capacity(calls.len());
        for call in calls {
            messages.push(self.run_one(call, cx).await.into());
        }
        Ok(AgentStateUpdate::new().messages(messages))
    }
}

impl ToolNode<'_> {
    async fn run_one(&self, call: &ToolCall, cx: &NodeContext<'_, AgentState>) -> Message {
        let (id, name) = (call.id.clone(), call.name.clone());
        let arguments = call.arguments.to_string();
        cx.emit(Event::ToolStarted { id: id.clone(), name: name.clone(), arguments });
        let result = self.tools.call(&call.name, &call.arguments).await;
        let ok = result.is_ok();
        let (output, summary, evidence) = match result {
            Ok(output) => (output.text, output.summary, output.evidence),
            Err(error) => (format!("Error: {error}"), error.to_string(), Vec::new()),
        };
        let mut message = Message::new(Role::Tool, output.clone());
        message.tool_call_id = Some(id.clone());
        message.is_error = !ok;
        message.evidence.clone_from(&evidence);
        cx.emit(Event::ToolFinished { id, name, ok, summary, output, evidence, ms: 0.0 });
        message
    }
}
