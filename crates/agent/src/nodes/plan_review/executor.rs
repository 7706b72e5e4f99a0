//! `executor`. Reads `input`, `notes`, `steering`, `plan`, `step_index`, `done_steps`, `messages`, `outputs`,
//! `tool_rounds`, `iters`, `last_result`, `same_failures`; writes `messages` (the step where it begins, the model's message),
//! and either `queue` and `tool_rounds`, or `executor_output` and `last_result`, for a failure also `iters` (+1), `plan`
//! (cleared) and `same_failures`. Errors of the model end the run.

use super::{cut, for_a_list};
use crate::calls::CallQueue;
use crate::graphs::Setting;
use crate::nodes::ask_model::{ask, stream_text};
use crate::nodes::conversation;
use crate::nodes::written::note;
use crate::nodes::written_calls::calls_of;
use crate::prompts::plan_review as prompts;
use crate::report::record;
use crate::states::plan_review::ExecutorOutput;
use crate::structured::Schema;
use crate::{ChatMessage, PlanReviewState, PlanReviewStateUpdate};
use model::{ChatRequest, Message, ModelClient, Role, Task, ToolChoice};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeResult};

/// Characters shown of an answer that could not be used.
const SHOWN: usize = 500;
/// Most characters kept of what the executor says about a step.
const OUTPUT_CHARS: usize = 8_000;

/// Calls the model for the next tool calls or the result of a step.
pub struct Executor<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<PlanReviewState> for Executor<'_> {
    type Output = PlanReviewStateUpdate;

    async fn run(&self, state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
        let step = state.step().ok_or("the state was edited: its plan has no step left to carry out")?;
        let begins = state.tool_rounds == 0;
        if begins {
            record(cx, Event::StepStarted { index: state.step_index, description: step.to_owned() });
        }
        let schema = Schema::<ExecutorOutput>::of_type();
        let system = Message::new(Role::System, prompts::executor(state, step, &schema.text()));
        let order = begins.then(|| Message::new(Role::User, prompts::executor_step(step)));
        let last = state.tool_rounds >= self.setting.limits.max_executor_steps;
        let request = ChatRequest {
            tools: self.setting.tools.specs(),
            temperature: Some(0.0),
            tool_choice: if last { ToolChoice::None } else { ToolChoice::Auto },
            ..ChatRequest::new(
                conversation::messages(&state.messages, &state.outputs, system, order.as_ref()),
                Task::StepAct { goal: &state.input, step },
            )
        };
        let response = ask(self.model, &request, cx, &mut stream_text(cx)).await?;
        let mut written: Vec<ChatMessage> = order.into_iter().map(ChatMessage::from).collect();
        let calls = if last { Vec::new() } else { calls_of(&response, &request.tools) };
        if !calls.is_empty() {
            // Ids of providers repeat; the conversation only grows, so its length is new each time.
            let queue = CallQueue::of(calls, &format!("call-{}", state.messages.len()));
            let mut message = Message::new(Role::Assistant, response.message.content);
            message.tool_calls = queue.0.iter().map(|queued| queued.call.clone()).collect();
            written.push(message.into());
            let update = PlanReviewStateUpdate::new().messages(written).queue(queue).executor_output(None);
            return Ok(update.tool_rounds(state.tool_rounds + 1));
        }
        let answer = schema
            .read_or_ask_again(request, response, async |request| {
                ask(self.model, request, cx, &mut stream_text(cx)).await
            })
            .await?;
        note(&answer, cx);
        let output = answer.or_else(|why, text| ExecutorOutput {
            success: false,
            output: format!("The result of the step could not be read ({why}): {}", cut(text, SHOWN)),
        });
        let output = ExecutorOutput { output: cut(&output.output, OUTPUT_CHARS), ..output };
        let said = serde_json::to_string(&output).map_err(|error| error.to_string())?;
        written.push(Message::new(Role::Assistant, said).into());
        let update =
            PlanReviewStateUpdate::new().messages(written).last_result(output.output.clone()).tool_rounds(0u32);
        let update = if output.success { update.same_failures(0u32) } else { failed(update, &output, state, cx) };
        Ok(update.executor_output(Some(output)))
    }
}

/// A failure counts as a round and ends the plan. The route cannot do that: it changes no state.
fn failed(
    update: PlanReviewStateUpdate,
    output: &ExecutorOutput,
    state: &PlanReviewState,
    cx: &NodeContext<'_, PlanReviewState>,
) -> PlanReviewStateUpdate {
    record(cx, Event::StepFinished { index: state.step_index, ok: false, summary: for_a_list(&output.output) });
    let same = state.same_failures > 0 && shape(&state.last_result) == shape(&output.output);
    let times = if same { state.same_failures + 1 } else { 1 };
    update.iters(state.iters + 1).plan(Vec::new()).step_index(0u32).same_failures(times)
}

/// A failure without what differs from one time to the next: case, numbers, white space.
fn shape(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| c.is_whitespace() || c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
