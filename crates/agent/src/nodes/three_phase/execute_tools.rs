//! `execute_tools`. Reads `tool_calls`, `changes`, `grants`, `outputs`, `iterations`; writes `tool_calls` (what is left),
//! `messages` (a tool message for each call that ran), `calls`, `changes`, `grants`, `outputs`. Asks no model. Its graph
//! returns to it until the queue is empty.

use super::ran;
use crate::Acting;
use crate::calls::RanCall;
use crate::graphs::Setting;
use crate::outputs::Excerpt;
use crate::{ChatMessage, ThreePhaseState, ThreePhaseStateUpdate};
use model::{Message, Role};
use state_graph::{Node, NodeContext, NodeResult};

/// Executes the calls that an agent has chosen.
pub struct ExecuteTools<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<ThreePhaseState> for ExecuteTools<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        let stepped = self.setting.calls().step(state.tool_calls.clone(), state.view(), cx).await?;
        let messages: Vec<ChatMessage> = stepped.ran.iter().map(|ran| result(ran).into()).collect();
        Ok(ran::written(stepped, true, state, self.setting).messages(messages))
    }
}

/// The result of a call as the conversation keeps it: whole as far as outputs are kept.
fn result(ran: &RanCall) -> Message {
    let whole = Excerpt { whole: usize::MAX, ..Excerpt::default() };
    let mut message = Message::new(Role::Tool, ran.output.shown(&whole));
    message.tool_call_id = Some(ran.call.id.clone());
    message.is_error = !ran.ok;
    message.evidence.clone_from(&ran.evidence);
    message
}
