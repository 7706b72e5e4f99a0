//! `reviewer`. Reads `input`, `plan`, `step_index`, `last_result`, `calls`, `verification`, `steering`, `iters`,
//! `rejections`; writes `review`, `verdict` and `rejections`. A malformed review is asked for once more; then the facts decide. Errors of the model end the
//! run.

use super::facts::Facts;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::prompts::plan_review as prompts;
use crate::report::record;
use crate::states::plan_review::{Review, Verdict};
use crate::structured::Schema;
use crate::{PlanReviewState, PlanReviewStateUpdate};
use model::{ChatRequest, Message, ModelClient, Role, Task};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeResult};

/// Judges a step that is said to be done.
pub struct Reviewer<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<PlanReviewState> for Reviewer<'_> {
    type Output = PlanReviewStateUpdate;

    async fn run(&self, state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
        let step = state.step().unwrap_or(&state.input);
        let facts = Facts::of(state, state.iters, step, &state.last_result);
        let task = Task::Review {
            is_last: state.step_index as usize + 1 >= state.plan.len(),
            rejections: state.rejections,
            facts: facts.typed(),
        };
        let schema = Schema::<Review>::of_type();
        let prompt = prompts::reviewer(state, step, &facts.text(), &schema.text());
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task) };
        let answer = ask_for(&schema, self.model, request, cx).await?;
        let review = answer.or_else(|_, _| by_the_facts(&facts));
        let verdict = review.verdict;
        record(
            cx,
            Event::Reviewed {
                verdict: verdict.name().to_owned(),
                reason: review.reason.clone(),
                advice: review.fix_suggestion.clone(),
            },
        );
        let rejected = matches!(verdict, Verdict::Retry | Verdict::Replan);
        let rejections = if rejected { state.rejections + 1 } else { 0 };
        Ok(PlanReviewStateUpdate::new().review(Some(review)).verdict(Some(verdict)).rejections(rejections))
    }
}

/// The verdict where the model's cannot be used.
fn by_the_facts(facts: &Facts<'_>) -> Review {
    let (verdict, reason) = if facts.hold() {
        (Verdict::Continue, "The review could not be read; the facts of the step hold.".to_owned())
    } else {
        let why = match facts.last_failure() {
            Some(failure) => format!("the last call failed: {failure}"),
            None => "the step was to change something and did not".to_owned(),
        };
        (Verdict::Retry, format!("The review could not be read, and {why}."))
    };
    Review { verdict, reason, fix_suggestion: String::new() }
}

impl Verdict {
    /// As in JSON and events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Retry => "retry",
            Self::Replan => "replan",
            Self::Finish => "finish",
        }
    }
}
