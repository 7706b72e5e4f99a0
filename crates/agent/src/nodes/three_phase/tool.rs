//! `tool`. Reads `tool_calls`, `by_person`, `messages`, `changes`, `grants`, `outputs`, `iterations`; writes `tool_calls` (what
//! is left), `messages` (one, with the results of all calls, errors included), `calls`, `changes`, `grants`, `outputs`,
//! `agent_outcome`. Asks no model. Its graph returns to it until the queue is empty; an error stops no later call.

use super::ran;
use crate::Acting;
use crate::calls::RanCall;
use crate::graphs::Setting;
use crate::outputs::Excerpt;
use crate::states::three_phase::{Called, Outcome, Status, TOOLS};
use crate::{ChatMessage, ThreePhaseState, ThreePhaseStateUpdate};
use model::{Message, Role};
use state_graph::{Node, NodeContext, NodeResult};

/// Executes the calls that a planning node has chosen.
pub struct Tool<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<ThreePhaseState> for Tool<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        let calls = if state.by_person { self.setting.calls_of_person() } else { self.setting.calls() };
        let stepped = calls.step(state.tool_calls.clone(), state.view(), cx).await?;
        let message = results(state, &stepped.ran);
        let outcome = outcome(state, &stepped.ran);
        let update = ran::written(stepped, false, state, self.setting);
        Ok(update.messages(message.into_iter().collect::<Vec<_>>()).agent_outcome(outcome))
    }
}

/// The results of the iteration's calls in one message, which a later superstep of them continues.
fn results(state: &ThreePhaseState, ran: &[RanCall]) -> Option<ChatMessage> {
    let id = format!("tools-{}", state.iterations);
    let before = state.messages.iter().find(|entry| entry.message.id == id);
    let before = before.map_or("Results of tools:", |entry| entry.message.content.as_str());
    let result = |ran: &RanCall| {
        format!("\n\n## `{}` {}\n{}", ran.call.name, ran.call.arguments, ran.output.shown(&Excerpt::default()))
    };
    let new: String = ran.iter().map(result).collect();
    (!new.is_empty()).then(|| Message { id, ..Message::new(Role::User, before.to_owned() + &new) }.into())
}

/// How the iteration's calls ended.
fn outcome(state: &ThreePhaseState, ran: &[RanCall]) -> Outcome {
    let earlier = of_now(state).map(|call| (call.ok, call.tool.as_str(), call.summary.as_str()));
    let all = earlier.chain(ran.iter().map(|ran| (ran.ok, ran.call.name.as_str(), ran.summary.as_str())));
    let (mut status, mut lines) = (Status::Success, Vec::new());
    for (ok, tool, summary) in all {
        if !ok {
            status = Status::Error;
        }
        lines.push(format!("`{tool}`: {summary}"));
    }
    Outcome { agent: TOOLS.to_owned(), status, result: lines.join("\n") }
}

/// The calls of the iteration that no agent made.
pub(super) fn of_now(state: &ThreePhaseState) -> impl Iterator<Item = &Called> {
    state.calls.iter().filter(|call| call.iteration == state.iterations && !call.by_agent)
}
