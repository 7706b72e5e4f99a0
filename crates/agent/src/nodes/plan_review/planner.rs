//! `planner`. Reads `input`, `chat_history`, `notes`, `steering`, `done_steps`, `given_up`, `review`, `verdict`,
//! `last_result`, `same_failures`, `plans`; writes `plan`, `plans` (+1), `step_index` (0), `max_iters`, and clears `verdict`, `queue`,
//! `tool_rounds` and `executor_output`. A malformed plan is asked for once more; then the text is the only step, or the
//! goal where there is none. Errors of the model end the run.

use super::cut;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::prompts::plan_review as prompts;
use crate::report::record;
use crate::states::plan_review::{Verdict, before_a_plan};
use crate::structured::{Schema, Structured};
use crate::{PlanReviewState, PlanReviewStateUpdate};
use model::{ChatRequest, Message, ModelClient, Role, Task};
use protocol::Event;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use state_graph::{Node, NodeContext, NodeResult};

/// Most steps of a plan; further ones are dropped.
const STEPS: usize = 12;
/// Most characters of a step.
const STEP_CHARS: usize = 1_000;

/// Plans the steps that are left.
pub struct Planner<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

/// The answer of the planner.
#[derive(JsonSchema)]
struct Plan {
    /// The steps that are left, in order; empty if the goal is reached.
    plan: Vec<String>,
}

impl<'de> Deserialize<'de> for Plan {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "it has no list of strings as `plan`")]
        enum Written {
            Object { plan: Vec<String> },
            Bare(Vec<String>),
        }
        Ok(match Written::deserialize(from)? {
            Written::Object { plan } | Written::Bare(plan) => Self { plan },
        })
    }
}

impl Node<PlanReviewState> for Planner<'_> {
    type Output = PlanReviewStateUpdate;

    async fn run(&self, state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
        let feedback = feedback(state);
        let done: Vec<&str> = state.counted().iter().map(|done| done.step.as_str()).collect();
        let task = Task::Steps { goal: &state.input, done: &done, feedback: feedback.as_deref() };
        let specs = self.setting.tools.specs();
        let schema = Schema::<Plan>::of_type().with_check(|answer| {
            let blank = !answer.plan.is_empty() && tidy(&answer.plan).is_empty();
            if blank { Err("every step is blank".to_owned()) } else { Ok(()) }
        });
        let prompt = prompts::planner(state, feedback.as_deref(), &specs, &schema.text());
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task) };
        let answer = ask_for(&schema, self.model, request, cx).await?;
        let fallback = match &answer {
            Structured::Fallback { why, .. } => Some(why.clone()),
            _ => None,
        };
        let steps = tidy(&answer.or_else(|_, text| Plan { plan: vec![only_step(text, &state.input)] }).plan);
        record(cx, Event::PlanMade { steps: steps.clone(), iteration: state.plans + 1, fallback });
        let update = PlanReviewStateUpdate::new().max_iters(self.setting.limits.max_iterations);
        Ok(before_a_plan(update).plan(steps).plans(state.plans + 1))
    }
}

/// The only step of a plan that could not be read.
fn only_step(text: &str, goal: &str) -> String {
    let text = text.trim();
    // Broken JSON is no sentence.
    if text.is_empty() || text.starts_with(['{', '[']) { goal.to_owned() } else { text.to_owned() }
}

/// What went wrong before this plan.
fn feedback(state: &PlanReviewState) -> Option<String> {
    if let (Some(verdict @ (Verdict::Retry | Verdict::Replan)), Some(review)) = (state.verdict, &state.review) {
        let wanted = match verdict {
            Verdict::Replan => "The review wants a new plan from the start; what was done so far does not count",
            _ => "The review wants the last step done in another way",
        };
        let suggestion = match review.fix_suggestion.trim() {
            "" => String::new(),
            suggestion => format!(" It suggests: {suggestion}"),
        };
        return Some(format!("{wanted}. Its reason: {}{suggestion}", review.reason));
    }
    (state.same_failures > 0).then(|| match state.same_failures {
        1 => format!("The last step failed: {}", state.last_result),
        times => format!("The last step failed in the same way {times} times: {}", state.last_result),
    })
}

/// At most [`STEPS`] steps, blank ones dropped, each on one line.
fn tidy(steps: &[String]) -> Vec<String> {
    let one_line = |step: &String| cut(&step.split_whitespace().collect::<Vec<_>>().join(" "), STEP_CHARS);
    steps.iter().map(one_line).filter(|step| !step.is_empty()).take(STEPS).collect()
}
