//! `tool_node`. Reads the tool calls of the last message; writes `messages`: one tool message for each call, in order.
//! A tool's error becomes its message, so that the model can try something else; only an index that cannot be read ends
//! the run. With `approve`, the run is suspended before the calls until a person approves.

use crate::calls::{Outcome, ask_about, declined, without_secrets};
use crate::report::record;
use crate::{AgentState, AgentStateUpdate, ChatMessage, ToolOutput, Toolbox};
use model::{Message, Role, ToolCall};
use protocol::{Approval, Event};
use serde::Serialize;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Runs the tool calls that the model requested.
pub struct ToolNode<'a> {
    /// The tools of the run.
    pub tools: &'a Toolbox<'a>,
    /// Whether to suspend the run for approval before any call.
    pub approve: bool,
}

impl Node<AgentState> for ToolNode<'_> {
    type Output = AgentStateUpdate;

    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        // The route to this node needs a message with calls; an edited state may have none.
        let calls = state.messages.last().map(|last| last.message.tool_calls.as_slice()).unwrap_or_default();
        let approval = if self.approve && !calls.is_empty() { Some(ask_person(calls, cx).await?) } else { None };
        let mut messages: Vec<ChatMessage> = Vec::with_capacity(calls.len());
        for call in calls {
            let message = match &approval {
                Some(approval) if !approval.allowed.contains(&call.id) => refused(call, approval, cx),
                _ => self.run_one(call, cx).await?,
            };
            messages.push(message.into());
        }
        Ok(AgentStateUpdate::new().messages(messages))
    }
}

/// A call as the interrupt of this graph holds it: the form of all versions, so that a run that an earlier one suspended
/// goes on.
#[derive(Serialize)]
struct Proposed {
    id: String,
    name: String,
    arguments: String,
}

async fn ask_person(calls: &[ToolCall], cx: &NodeContext<'_, AgentState>) -> Result<Approval, NodeError> {
    let proposed = |call: &ToolCall| Proposed {
        id: call.id.clone(),
        name: call.name.clone(),
        arguments: call.arguments.to_string(),
    };
    ask_about(calls.iter().map(proposed).collect::<Vec<_>>(), cx).await
}

/// The result of a call that a person did not allow.
fn refused(call: &ToolCall, approval: &Approval, cx: &NodeContext<'_, AgentState>) -> Message {
    let output = declined(approval);
    let (id, name) = (call.id.clone(), call.name.clone());
    record(cx, Event::ToolStarted { id: id.clone(), name: name.clone(), arguments: call.arguments.to_string() });
    let summary = "not allowed".to_owned();
    let evidence = Vec::new();
    record(cx, Event::ToolFinished { id, name, ok: false, summary, output: output.clone(), evidence, ms: 0.0 });
    tool_message(call, output, true)
}

fn tool_message(call: &ToolCall, output: String, is_error: bool) -> Message {
    let mut message = Message::new(Role::Tool, output);
    message.tool_call_id = Some(call.id.clone());
    message.is_error = is_error;
    message
}

impl ToolNode<'_> {
    /// # Errors
    /// That the index could not be read: no answer can be built on that.
    async fn run_one(&self, call: &ToolCall, cx: &NodeContext<'_, AgentState>) -> Result<Message, NodeError> {
        let (id, name) = (call.id.clone(), call.name.clone());
        let arguments = call.arguments.to_string();
        record(cx, Event::ToolStarted { id: id.clone(), name: name.clone(), arguments });
        let began = cx.now();
        let result = self.tools.call(&call.name, &call.arguments).await;
        let ms = cx.now().zip(began).map_or(0.0, |(end, began)| end - began);
        let Outcome { ok, unreadable, mut output } = Outcome::of(result);
        without_secrets(&mut output, &call.name, cx);
        let ToolOutput { text: output, summary, evidence, .. } = output;
        let mut message = tool_message(call, output.clone(), !ok);
        message.evidence.clone_from(&evidence);
        record(cx, Event::ToolFinished { id, name, ok, summary, output, evidence, ms });
        match unreadable {
            Some(failure) => Err(NodeError::from(failure).permanent()),
            None => Ok(message),
        }
    }
}
