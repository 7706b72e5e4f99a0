//! `planner`. Reads `input`, `findings`, `iteration_count`; writes `plan`, `current_step` (0), `iteration_count` (+1).

use super::ask_model::{ask, stream_text};
use super::parse_json::{NotTheJson, parse_json};
use crate::report::record;
use crate::{AgentState, AgentStateUpdate, prompts};
use model::{ChatRequest, ChatResponse, Message, ModelClient, PlanStep, Role, Task};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeResult};

/// The only step of the plan if the model's plan cannot be used.
pub const FALLBACK_STEP: &str = "Search for relevant code related to the query";

/// Makes the plan of a planning round.
pub struct Planner<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
}

impl Node<AgentState> for Planner<'_> {
    type Output = AgentStateUpdate;

    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let iteration = state.iteration_count + 1;
        let history = state.turns();
        let messages = vec![Message::new(Role::User, prompts::plan(state))];
        let request = ChatRequest::new(messages, Task::Plan(state.context(&history)));
        let answer = ask(self.model, &request, cx, &mut stream_text(cx)).await;
        let (steps, fallback) = match answer {
            Ok(response) => match steps_of(response) {
                Ok(steps) => (tidy(steps), None),
                Err(error) => (Vec::new(), Some(error.to_string())),
            },
            // The reference falls back on any error. One that every later call would meet too is reported at once
            // instead, so that a wrong key is not hidden behind a plan that cannot be carried out.
            Err(error) if error.is_hopeless() => return Err(error.into()),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let (plan, fallback) = match (steps.is_empty(), fallback) {
            (false, _) => (steps, None),
            (true, why) => {
                (vec![FALLBACK_STEP.to_owned().into()], Some(why.unwrap_or("the plan was empty".to_owned())))
            }
        };
        record(cx, Event::PlanMade { steps: sentences(&plan), iteration, fallback });
        Ok(AgentStateUpdate::new().plan(plan).current_step(0u32).iteration_count(iteration))
    }
}

/// The typed steps of an answer, or else the sentences in its text.
fn steps_of(response: ChatResponse) -> Result<Vec<PlanStep>, NotTheJson> {
    match response.plan {
        Some(steps) => Ok(steps.into_iter().map(PlanStep::from).collect()),
        None => {
            let sentences: Vec<String> = parse_json(&response.message.content)?;
            Ok(sentences.into_iter().map(PlanStep::from).collect())
        }
    }
}

/// At most 12 steps, blank ones dropped, each on one line.
fn tidy(steps: Vec<PlanStep>) -> Vec<PlanStep> {
    let one_line =
        |step: PlanStep| PlanStep { text: step.text.split_whitespace().collect::<Vec<_>>().join(" "), ..step };
    steps.into_iter().map(one_line).filter(|step| !step.text.is_empty()).take(12).collect()
}

/// A plan as people read it.
pub(crate) fn sentences(plan: &[PlanStep]) -> Vec<String> {
    plan.iter().map(|step| step.text.clone()).collect()
}
