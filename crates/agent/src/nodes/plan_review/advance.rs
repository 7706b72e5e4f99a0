//! `advance`. Reads `verdict`, `plan`, `step_index`, `last_result`, `calls`, `done_steps`, `iters`; writes `iters` (+1), by
//! `continue` and `finish` `done_steps` (the step), by `continue` `step_index` (+1) or an empty `plan` after the last step, by
//! `retry` and `replan` an empty `plan`, by `replan` `given_up`. Asks no model.

use super::facts::sums;
use super::{cut, for_a_list};
use crate::report::record;
use crate::states::plan_review::{Done, Verdict};
use crate::{PlanReviewState, PlanReviewStateUpdate};
use protocol::Event;
use state_graph::{NodeContext, NodeResult};

/// Goes on as the review says.
pub async fn advance(state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
    let verdict = state.verdict.ok_or("the state was edited: it has no verdict")?;
    let update = PlanReviewStateUpdate::new().iters(state.iters + 1).executor_output(None);
    let ok = matches!(verdict, Verdict::Continue | Verdict::Finish);
    let reason = state.review.as_ref().map_or("", |review| review.reason.as_str());
    let summary = if ok { state.last_result.as_str() } else { reason };
    record(cx, Event::StepFinished { index: state.step_index, ok, summary: for_a_list(summary) });
    let update = if ok { update.done_steps([done(state)]) } else { update };
    let next = state.step_index + 1;
    Ok(match verdict {
        Verdict::Finish => update,
        Verdict::Continue if (next as usize) < state.plan.len() => update.step_index(next),
        Verdict::Continue | Verdict::Retry => update.plan(Vec::new()).step_index(0u32),
        Verdict::Replan => update.plan(Vec::new()).step_index(0u32).given_up(state.done_steps.len() as u32),
    })
}

fn done(state: &PlanReviewState) -> Done {
    let outcome = |ok: bool| if ok { "worked" } else { "failed" };
    let ran = state.calls_of(state.iters).filter(|call| call.ran);
    Done {
        step: state.step().unwrap_or(&state.input).to_owned(),
        output: cut(&state.last_result, 2_000),
        changes: sums(state.calls_of(state.iters).flat_map(|call| &call.changed)),
        checks: ran.map(|call| format!("{} {}: {}", call.name, call.arguments, outcome(call.ok))).collect(),
    }
}
