//! `llm_plan`. Reads nearly everything; writes `next_action`, `iterations` (+1), and `selected_agent`, `tool_calls` with
//! `by_person`, or `response`. A decision that cannot be used is asked for once more; then, or where the model fails for
//! good, the default agent gets the request. Errors of the model that every later call would meet end the run.

use super::ending::{Closing, Ending};
use super::textual_pre_plan::call;
use super::{attempts, facts, request, words};
use crate::calls::CallQueue;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::policy::Effect;
use crate::prompts::three_phase as prompts;
use crate::registry;
use crate::report::record;
use crate::states::three_phase::Action;
use crate::structured::Schema;
use crate::{ThreePhaseState, ThreePhaseStateUpdate};
use codebase::Reader;
use limits::agent::TEXT_CALLS;
use model::{ChatRequest, Context, Message, ModelClient, Role, Task, ToolCall, json};
use protocol::Event;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Decides what to do about the request.
pub struct LlmPlan<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// Where paths exist.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
    /// Writes the answer.
    pub ending: Ending<'a>,
}

/// The answer of the model.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct Decision {
    /// What to do next.
    action: Chosen,
    /// Who gets the request, to delegate it; null for the default.
    #[serde(default)]
    agent: Option<String>,
    /// Why: a sentence.
    #[serde(default)]
    reasoning: String,
    /// The answer, to respond.
    #[serde(default)]
    response: Option<String>,
    /// The calls, to use tools.
    #[serde(default)]
    tool_calls: Vec<Wanted>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Chosen {
    Delegate,
    Tool,
    Respond,
    Done,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct Wanted {
    /// The name of a tool.
    tool: String,
    /// Its arguments.
    #[serde(default)]
    args: Value,
}

impl Node<ThreePhaseState> for LlmPlan<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        let decision = self.decide(state, cx).await?;
        let update = ThreePhaseStateUpdate::new().iterations(state.iterations + 1);
        match decision.action {
            Chosen::Delegate => {
                // Without a name it is the default agent.
                let agent = decision.agent.unwrap_or_default();
                Ok(update.selected_agent(agent).next_action(Action::Delegate))
            }
            Chosen::Tool => {
                let calls: Vec<ToolCall> = decision.tool_calls.into_iter().take(TEXT_CALLS).map(as_call).collect();
                let tools = calls.iter().map(|call| call.name.clone()).collect();
                record(cx, Event::Routed { tools, reason: decision.reasoning });
                let queue = CallQueue::of(calls, &format!("tool-{}", state.iterations));
                Ok(update.tool_calls(queue).by_person(false).next_action(Action::Tool))
            }
            Chosen::Respond | Chosen::Done => {
                record(cx, Event::Routed { tools: Vec::new(), reason: decision.reasoning });
                let said = decision.response.unwrap_or_else(|| state.agent_outcome.result.clone());
                let response = self.ending.write(&closing(state, &said), &facts::evidence(state), cx).await?;
                Ok(update.response(response).next_action(Action::End))
            }
        }
    }
}

impl LlmPlan<'_> {
    async fn decide(
        &self,
        state: &ThreePhaseState,
        cx: &NodeContext<'_, ThreePhaseState>,
    ) -> Result<Decision, NodeError> {
        let failed = |failure| NodeError::from(failure).permanent();
        let specs = self.setting.tools.specs();
        let wants_change = words::wants_change(&state.input);
        let named = request::read(self.repository, &state.changes, &state.input, &[]).await.map_err(failed)?;
        let must_change = wants_change && !named.files.is_empty() && !state.calls.is_empty() && !state.has_changed();
        let schema = Schema::<Decision>::of_type().with_check(|decision| self.check(decision, state, must_change));
        let (history, findings) = (state.turns(), facts::findings(state, self.ending.verifier).await.map_err(failed)?);
        let context = Context { question: &state.input, history: &history, findings: &findings };
        let work = facts::work(state, wants_change);
        let known = prompts::Known {
            results: &facts::results(state),
            failures: &attempts::shown(state),
            agents: &registry::listed(self.setting),
            tools: &specs,
        };
        let prompt = prompts::plan(state, known, &schema.text());
        let request = ChatRequest {
            temperature: Some(0.3),
            ..ChatRequest::new(
                vec![Message::new(Role::User, prompt)],
                Task::PlanAction { context, tools: &specs, work },
            )
        };
        match ask_for(&schema, self.model, request, cx).await {
            Ok(answer) => Ok(answer.or_else(|why, _| to_the_default(why))),
            Err(error) if error.is_hopeless() => Err(error.into()),
            Err(error) => {
                record(cx, Event::Fallback { node: cx.node().to_owned(), why: error.to_string() });
                Ok(to_the_default(&error.to_string()))
            }
        }
    }

    /// What a decision must hold beyond its form.
    fn check(&self, decision: &Decision, state: &ThreePhaseState, must_change: bool) -> Result<(), String> {
        let Decision { action, agent, response, tool_calls, .. } = decision;
        if let (Chosen::Delegate, Some(agent)) = (action, agent) {
            registry::resolve(agent, self.setting).map_err(|error| error.to_string())?;
        }
        if *action == Chosen::Tool {
            if tool_calls.is_empty() {
                return Err("`action` is `tool`, and `tool_calls` is empty".to_owned());
            }
            for wanted in tool_calls {
                self.setting.tools.get(&wanted.tool).map_err(|error| error.to_string())?;
            }
        }
        let is_blank = response.as_deref().is_none_or(|text| text.trim().is_empty());
        if *action == Chosen::Respond && is_blank {
            return Err("`action` is `respond`, and `response` is empty".to_owned());
        }
        // A model that has read the file is about to say how it would be fixed; whoever has failed may say so.
        let gives_up = !state.failures.is_empty() || state.agent_outcome.agent.starts_with("agent:");
        if must_change && !gives_up && *action != Chosen::Delegate && !tool_calls.iter().any(|call| self.changes(call))
        {
            return Err("the request wants a file changed, so delegate it or use a tool that changes files; or respond that it cannot be done once somebody has tried".to_owned());
        }
        Ok(())
    }

    fn changes(&self, wanted: &Wanted) -> bool {
        let effect = |tool: &dyn crate::Tool| matches!(tool.effect(&wanted.args), Effect::Edit | Effect::Delete);
        self.setting.tools.get(&wanted.tool).is_ok_and(effect)
    }
}

/// The decision where the model's cannot be used.
fn to_the_default(why: &str) -> Decision {
    Decision {
        action: Chosen::Delegate,
        agent: None,
        reasoning: why.to_owned(),
        response: None,
        tool_calls: Vec::new(),
    }
}

fn as_call(wanted: Wanted) -> ToolCall {
    let mut arguments = wanted.args;
    json::keep_shallow(&mut arguments);
    call(&wanted.tool, arguments)
}

/// The end by the model's word: what it says, and what is known of the changes where there are or were to be any.
fn closing<'s>(state: &'s ThreePhaseState, said: &'s str) -> Closing<'s> {
    let (changed, wanted) = (state.has_changed(), words::wants_change(&state.input));
    let headline =
        (changed || wanted || !state.failures.is_empty()).then(|| Closing::headline(changed, &state.verification));
    Closing { headline, tried: attempts::lines(state), ..Closing::words(said, state) }
}
