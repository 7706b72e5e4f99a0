//! `router`. Reads nearly everything; writes `iteration` (+1), `router_decision`, `queue`, `reasoning_steps`, `status`,
//! `pause_reason`. Chooses the next tools, or that there is enough for the answer. What it has chosen is stored before any of
//! it runs. Past the limit of decisions no model is asked.

mod written;

use super::known::findings;
use crate::Acting;
use crate::calls::CallQueue;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::prompts::tool_router as prompts;
use crate::report::record;
use crate::states::tool_router::{Action, RETRIEVAL, Routing, Status, TOP_K};
use crate::structured::Schema;
use crate::{ToolRouterState, ToolRouterStateUpdate};
use model::{ChatRequest, Context, Message, ModelClient, Role, Task, ToolCall};
use protocol::Event;
use serde_json::{Value, json};
use state_graph::{Node, NodeContext, NodeError, NodeResult};
use written::WrittenRouting;

/// Most calls of one decision.
const CALLS: usize = 4;

/// Chooses what comes next.
pub struct Router<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<ToolRouterState> for Router<'_> {
    type Output = ToolRouterStateUpdate;

    async fn run(&self, state: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>) -> NodeResult<ToolRouterState> {
        let (iteration, most) = (state.iteration + 1, self.setting.limits.max_iterations);
        let at_limit = iteration > most;
        let (calls, reasoning) = if at_limit {
            (Vec::new(), format!("The limit of {most} decisions is reached."))
        } else {
            self.decide(state, cx).await?
        };
        let action = if calls.is_empty() { Action::Generate } else { Action::ExecuteTool };
        record(
            cx,
            Event::Routed { tools: calls.iter().map(|call| call.name.clone()).collect(), reason: reasoning.clone() },
        );
        // A superstep has a number of its own, so the ids are unique within the run.
        let queue = CallQueue::of(calls, &format!("call-{}", cx.step()));
        let waits = self.setting.calls().will_ask(&queue, state.view()).await;
        let status = if waits.is_some() { Status::Paused } else { Status::Running };
        Ok(ToolRouterStateUpdate::new()
            .iteration(iteration)
            .router_decision(Some(Routing { action, reasoning: reasoning.clone(), at_limit }))
            .queue(queue)
            .reasoning_steps(vec![reasoning])
            .status(status)
            .pause_reason(waits))
    }
}

impl Router<'_> {
    /// The calls that the model has chosen, none for the answer; and why.
    async fn decide(
        &self,
        state: &ToolRouterState,
        cx: &NodeContext<'_, ToolRouterState>,
    ) -> Result<(Vec<ToolCall>, String), NodeError> {
        let tools = self.setting.tools.specs();
        let (history, made) = (state.turns(), findings(state, |_| true));
        let context = Context { question: &state.input, history: &history, findings: &made };
        let schema = Schema::<WrittenRouting>::of_type().with_check(WrittenRouting::check);
        let messages = vec![Message::new(Role::User, prompts::router(state, &tools, &schema.text()))];
        let request = ChatRequest {
            temperature: Some(0.0),
            ..ChatRequest::new(messages, Task::Route { context, tools: &tools })
        };
        let answer = ask_for(&schema, self.model, request, cx).await?;
        let written = answer.or_else(|why, _| without_model(state, why));
        let mut calls = written.calls();
        if calls.len() > CALLS {
            let why = format!("{} calls were chosen at once, and {CALLS} run; the others are left out.", calls.len());
            record(cx, Event::Fallback { node: cx.node().to_owned(), why });
            calls.truncate(CALLS);
        }
        calls.iter_mut().for_each(ask_for_enough);
        Ok((calls, written.reasoning))
    }
}

/// What comes next where no decision could be read: a search for the request, if nothing is retrieved yet.
fn without_model(state: &ToolRouterState, why: &str) -> WrittenRouting {
    let reasoning = format!("No decision could be read ({why}).");
    match state.retrieved.iter().next() {
        None => WrittenRouting::one_call(RETRIEVAL, json!({ "query": state.input }), reasoning),
        Some(_) => WrittenRouting::answer(reasoning),
    }
}

/// Retrieval asks for twice as many spans as an answer needs, whatever the model wrote.
fn ask_for_enough(call: &mut ToolCall) {
    if call.name == RETRIEVAL
        && let Value::Object(arguments) = &mut call.arguments
    {
        arguments.insert("n_results".to_owned(), json!(2 * TOP_K));
    }
}
