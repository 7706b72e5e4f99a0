//! `refinery`. Reads `input`, `findings`, `plan`, `current_step`, `iteration_count`; writes `loop_decision`.

use super::ask_model::{ask, stream_text};
use super::parse_json::parse_json;
use crate::report::record;
use crate::{AgentState, AgentStateUpdate, Limits, prompts};
use model::{ChatRequest, Message, ModelClient, ResponseFormat, Role, Task};
use protocol::{Decision, Event};
use serde::Deserialize;
use state_graph::{Node, NodeContext, NodeResult};

/// Judges whether the evidence suffices.
pub struct Refinery<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// The largest number of rounds: at the last one the model is not called.
    pub limits: Limits,
}

#[derive(Deserialize)]
struct Judgement {
    decision: Decision,
    #[serde(default)]
    reason: String,
}

impl Node<AgentState> for Refinery<'_> {
    type Output = AgentStateUpdate;

    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let Judgement { decision, reason } = if state.iteration_count >= self.limits.max_iterations {
            let reason = format!("The limit of {} planning rounds is reached.", self.limits.max_iterations);
            Judgement { decision: Decision::Finish, reason }
        } else {
            self.judge(state, cx).await
        };
        record(cx, Event::Decided { decision, reason });
        Ok(AgentStateUpdate::new().loop_decision(decision))
    }
}

impl Refinery<'_> {
    async fn judge(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> Judgement {
        let history = state.turns();
        let messages = vec![Message::new(Role::User, prompts::refine(state))];
        let task = Task::Judge { context: state.context(&history), iteration: state.iteration_count };
        let request = ChatRequest { format: ResponseFormat::JsonObject, ..ChatRequest::new(messages, task) };
        let answer = ask(self.model, &request, cx, &mut stream_text(cx)).await;
        let parsed = match &answer {
            Ok(response) => parse_json::<Judgement>(&response.message.content).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        parsed.unwrap_or_else(|why| {
            let unfinished = (state.current_step as usize) < state.plan.len();
            let decision = if unfinished { Decision::Continue } else { Decision::Finish };
            let reason = format!("No judgement could be had ({why}); decided by the plan's progress.");
            Judgement { decision, reason }
        })
    }
}
