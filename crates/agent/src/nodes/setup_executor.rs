//! `setup_executor`. Reads `current_step`, `plan`, `findings`, `messages`; writes `messages` (all removed, then the
//! step's system and user messages) and `executor_call_count` (0). Asks no model.

use crate::report::record;
use crate::{AgentState, AgentStateUpdate, ChatMessage, prompts};
use model::{Message, Role};
use protocol::Event;
use state_graph::{MessageWrite, NodeContext, NodeResult};

/// The step that the executor gets when the plan has no step left.
pub const NO_STEP: &str = "No more steps to execute";

/// Prepares the messages of the executor for the current step.
pub async fn setup_executor(state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
    let step = state.step().map_or(NO_STEP, |step| step.text.as_str());
    record(cx, Event::StepStarted { index: state.current_step, description: step.to_owned() });
    let system = Message::new(Role::System, prompts::executor_system(state, step));
    let user = Message::new(Role::User, prompts::executor_user(step));
    let messages: Vec<MessageWrite<ChatMessage>> =
        cleared(state).chain([system, user].map(|message| MessageWrite::Put(message.into()))).collect();
    Ok(AgentStateUpdate::new().messages(messages).executor_call_count(0u32))
}

/// Removals of all messages of the executor.
pub fn cleared(state: &AgentState) -> impl Iterator<Item = MessageWrite<ChatMessage>> {
    state.messages.iter().map(|entry| MessageWrite::remove(entry.message.id.clone()))
}
