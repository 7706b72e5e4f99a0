//! `execute`. Reads `input`, `agent_outcome`, `notes`, `steering`, `messages`, `outputs`, `failures`, `tool_rounds`, `calls`;
//! writes `messages` (the request where the agent begins, the model's message), and either `tool_calls` and `tool_rounds`, or
//! `agent_outcome` and `tool_rounds` (0). An unknown agent is an outcome. Errors of the model end the run.

use super::textual_pre_plan::call;
use super::{attempts, facts, words};
use crate::calls::CallQueue;
use crate::delegation::Delegate;
use crate::graphs::Setting;
use crate::models::RunModels;
use crate::nodes::ask_model::{ask, stream_text};
use crate::nodes::conversation;
use crate::nodes::plan_review::cut;
use crate::nodes::written_calls::calls_of;
use crate::prompts::three_phase as prompts;
use crate::registry::{self, Target};
use crate::states::three_phase::{Outcome, Status};
use crate::{ChatMessage, ThreePhaseState, ThreePhaseStateUpdate, Verifier};
use model::{ChatRequest, Context, Message, ProfileName, Role, Task, ToolCall, ToolChoice};
use serde_json::json;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Most characters kept of what an agent says.
const RESULT_CHARS: usize = 16_000;
/// Said where an agent ends without a word.
const SILENT: &str = "The agent ended without a word: its rounds of tools were used up.";

/// Calls the model of the agent that has the request, for the next tool calls or the end.
pub struct Execute<'a> {
    /// The models of the run.
    pub models: &'a RunModels<'a>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
    /// Verifies what is known already.
    pub verifier: &'a dyn Verifier,
}

impl Node<ThreePhaseState> for Execute<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        match registry::resolve(&state.agent_outcome.agent, self.setting) {
            Ok(Target::Coder) => self.work(true, ProfileName::Edit, state, cx).await,
            Ok(Target::Other(Delegate::Model(profile))) => self.work(false, profile, state, cx).await,
            Ok(Target::Other(Delegate::Agent(_))) => Ok(handed_over(state)),
            Err(unknown) => {
                let outcome = ended(state, Status::Error, unknown.to_string());
                Ok(ThreePhaseStateUpdate::new().agent_outcome(outcome).tool_rounds(0u32))
            }
        }
    }
}

impl Execute<'_> {
    /// One model call of an agent that works with the run's own tools, or of a model without any.
    async fn work(
        &self,
        has_tools: bool,
        profile: ProfileName,
        state: &ThreePhaseState,
        cx: &NodeContext<'_, ThreePhaseState>,
    ) -> NodeResult<ThreePhaseState> {
        let findings = facts::findings(state, self.verifier).await;
        let findings = findings.map_err(|failure| NodeError::from(failure).permanent())?;
        let history = state.turns();
        let context = Context { question: &state.input, history: &history, findings: &findings };
        let order = (state.tool_rounds == 0).then(|| Message::new(Role::User, prompts::execute_order(state)));
        let last = state.tool_rounds >= self.setting.limits.max_executor_steps;
        let prompt = Message::new(Role::System, prompts::execute(state, has_tools, &attempts::left_out(state)));
        let request = ChatRequest {
            tools: if has_tools { self.setting.tools.specs() } else { Vec::new() },
            tool_choice: if last { ToolChoice::None } else { ToolChoice::Auto },
            temperature: Some(0.0),
            ..ChatRequest::new(
                conversation::messages(&state.messages, &state.outputs, prompt, order.as_ref()),
                Task::Delegated { context, wants_change: words::wants_change(&state.input) },
            )
        };
        let response = ask(self.models.get(profile), &request, cx, &mut stream_text(cx)).await?;
        let mut said: Vec<ChatMessage> = order.into_iter().map(ChatMessage::from).collect();
        let calls = if last || !has_tools { Vec::new() } else { calls_of(&response, &request.tools) };
        let update = ThreePhaseStateUpdate::new().by_person(false);
        if calls.is_empty() {
            let text = cut(response.message.content.trim(), RESULT_CHARS);
            let (status, text) =
                if text.is_empty() { (Status::Error, SILENT.to_owned()) } else { (Status::Success, text) };
            said.push(Message::new(Role::Assistant, text.as_str()).into());
            return Ok(update.messages(said).agent_outcome(ended(state, status, text)).tool_rounds(0u32));
        }
        Ok(requested(calls, response.message.content, said, state))
    }
}

/// Writes the calls that come next.
fn requested(
    calls: Vec<ToolCall>,
    words: String,
    mut said: Vec<ChatMessage>,
    state: &ThreePhaseState,
) -> ThreePhaseStateUpdate {
    // Ids of providers repeat; no two rounds of a run have the same numbers.
    let queue = CallQueue::of(calls, &format!("call-{}-{}", state.iterations, state.tool_rounds));
    let mut message = Message::new(Role::Assistant, words);
    message.tool_calls = queue.0.iter().map(|queued| queued.call.clone()).collect();
    said.push(message.into());
    let update = ThreePhaseStateUpdate::new().by_person(false);
    update.messages(said).tool_calls(queue).tool_rounds(state.tool_rounds + 1)
}

/// The work of another agent: a call that hands the request over, and then its result.
fn handed_over(state: &ThreePhaseState) -> ThreePhaseStateUpdate {
    if state.tool_rounds == 0 {
        let order = Message::new(Role::User, prompts::execute_order(state)).into();
        let arguments = json!({ "to": state.agent_outcome.agent, "task": prompts::handed_over(state) });
        return requested(vec![call(registry::DELEGATE, arguments)], String::new(), vec![order], state);
    }
    let (status, text) = match state.calls.last().filter(|call| call.by_agent && call.iteration == state.iterations) {
        Some(call) => {
            let whole = state.outputs.get(&call.output).and_then(|output| output.whole()).unwrap_or(&call.summary);
            (if call.ok { Status::Success } else { Status::Error }, cut(whole, RESULT_CHARS))
        }
        None => (Status::Error, "Nothing came back.".to_owned()),
    };
    ThreePhaseStateUpdate::new().agent_outcome(ended(state, status, text)).tool_rounds(0u32)
}

fn ended(state: &ThreePhaseState, status: Status, result: String) -> Outcome {
    Outcome { agent: state.agent_outcome.agent.clone(), status, result }
}
