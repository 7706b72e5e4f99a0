//! `executor_tools`. Reads `queue`, `changes`, `grants`, `outputs`, `iters`; writes `queue` (what is left), `messages` (a
//! tool message for each call that ran), `calls`, `changes`, `grants`, `outputs`, `verification`. Asks no model. Its graph
//! returns to it until the queue is empty.

use super::cut;
use crate::Acting;
use crate::calls::{RanCall, Stepped};
use crate::graphs::Setting;
use crate::outputs::Excerpt;
use crate::policy::Effect;
use crate::states::plan_review::{CallFact, FileCount};
use crate::verify::Verification;
use crate::{ChatMessage, PlanReviewState, PlanReviewStateUpdate};
use model::{Message, Role};
use state_graph::{Node, NodeContext, NodeResult};

/// Characters kept of a call's arguments among the facts of a step.
const ARGUMENT_CHARS: usize = 300;

/// Executes the calls that the executor has chosen.
pub struct ExecutorTools<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<PlanReviewState> for ExecutorTools<'_> {
    type Output = PlanReviewStateUpdate;

    async fn run(&self, state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
        let stepped = self.setting.calls().step(state.queue.clone(), state.view(), cx).await?;
        let facts: Vec<CallFact> = stepped.ran.iter().map(|ran| self.fact(ran, state)).collect();
        let messages: Vec<ChatMessage> = stepped.ran.iter().map(|ran| tool_message(ran).into()).collect();
        let mut update = PlanReviewStateUpdate::new().messages(messages);
        let shown = stepped.ran.iter().zip(&facts).rev();
        if let Some(verification) = shown.map(|(ran, fact)| verified_by(ran, fact)).find_map(|verified| verified) {
            update = update.verification(verification);
        }
        for output in stepped.outputs() {
            update = update.outputs(output);
        }
        let Stepped { queue, updates, grants, .. } = stepped;
        update = updates.into_iter().fold(update, PlanReviewStateUpdate::changes);
        update = grants.into_iter().fold(update, PlanReviewStateUpdate::grants);
        Ok(update.queue(queue).calls(facts))
    }
}

impl ExecutorTools<'_> {
    fn fact(&self, ran: &RanCall, state: &PlanReviewState) -> CallFact {
        let tool = self.setting.tools.get(&ran.call.name);
        let runs = tool.is_ok_and(|tool| matches!(tool.effect(&ran.call.arguments), Effect::Run { .. }));
        // What lasts is made in the superstep after it was announced; declined, it never was.
        let started = state.queue.0.iter().any(|queued| queued.started && queued.call.id == ran.call.id);
        let count = |file: &crate::ChangedFile| FileCount {
            path: file.path.to_string(),
            added: file.added,
            removed: file.removed,
        };
        CallFact {
            round: state.iters,
            name: ran.call.name.clone(),
            arguments: cut(&ran.call.arguments.to_string(), ARGUMENT_CHARS),
            // A program that failed is a call that failed, though the tool did what it was to do.
            ok: ran.ok && ran.verified.as_ref().is_none_or(|verified| verified.passed() != Some(false)),
            summary: ran.summary.clone(),
            changed: ran.changed.iter().map(count).collect(),
            ran: runs && started,
        }
    }
}

/// What a call means for the verification of the changes, if anything.
fn verified_by(ran: &RanCall, call: &CallFact) -> Option<Verification> {
    if !call.changed.is_empty() {
        let why = "nothing was run after the last change".to_owned();
        return Some(Verification::NotRun { why });
    }
    if !call.ran {
        return None;
    }
    let what = || format!("`{}` {}: {}", call.name, call.arguments, call.summary);
    let of_call =
        || if call.ok { Verification::Passed { what: what() } } else { Verification::Failed { report: what() } };
    Some(ran.verified.clone().unwrap_or_else(of_call))
}

/// The result of a call as the conversation keeps it: whole as far as outputs are kept.
fn tool_message(ran: &RanCall) -> Message {
    let whole = Excerpt { whole: usize::MAX, ..Excerpt::default() };
    let mut message = Message::new(Role::Tool, ran.output.shown(&whole));
    message.tool_call_id = Some(ran.call.id.clone());
    message.is_error = !ran.ok;
    message.evidence.clone_from(&ran.evidence);
    message
}
