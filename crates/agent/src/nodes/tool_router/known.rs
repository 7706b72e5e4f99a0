//! What earlier calls of the run have found: for calls that are made again, and for the model of rules.

use crate::ToolOutput;
use crate::ToolRouterState;
use crate::cache::CallKey;
use crate::nodes::call_step::step_of;
use crate::states::tool_router::ToolExecution;
use change_set::ChangeSet;
use model::{Finding, Step, ToolCall};
use protocol::Evidence;

/// The result of an earlier call with the same arguments, where it must still be the same: it only read, the proposed changes
/// are as they were, nothing was stored or run since, and its whole text is kept.
pub(super) fn earlier_result(state: &ToolRouterState, call: &ToolCall, changes: &ChangeSet) -> Option<ToolOutput> {
    let overlay = changes.hash().to_string();
    let since = state.tool_history.iter().rposition(|ran| !ran.reads && ran.success).map_or(0, |at| at + 1);
    let key = CallKey::of(&call.name, &call.arguments, &overlay);
    let same =
        |ran: &&ToolExecution| ran.success && !ran.cached && CallKey::of(&ran.tool, &ran.args, &ran.overlay) == key;
    let ran = state.tool_history[since..].iter().find(same)?;
    let text = state.outputs.get(&ran.output)?.whole()?.to_owned();
    let chunks = ran.chunks.iter().filter_map(|id| state.retrieved.get(id)).cloned();
    let evidence: Vec<Evidence> = chunks.chain(ran.evidence.iter().cloned()).collect();
    Some(ToolOutput { text, summary: ran.summary.clone(), evidence, ..ToolOutput::default() })
}

/// The calls of the run as findings, one each, with the evidence for which `may_cite` is true.
pub(super) fn findings(state: &ToolRouterState, may_cite: impl Fn(&Evidence) -> bool) -> Vec<Finding> {
    let made = state.tool_history.iter().filter(|ran| !ran.cached).zip(0u32..);
    made.map(|(ran, at)| {
        let chunks = ran.chunks.iter().filter_map(|id| state.retrieved.get(id));
        let evidence = chunks.chain(&ran.evidence).filter(|found| may_cite(found)).cloned().collect();
        let text = match (&ran.error, state.outputs.get(&ran.output).and_then(|output| output.whole())) {
            (Some(error), _) => format!("Error: {error}"),
            (None, text) => text.unwrap_or(&ran.summary).to_owned(),
        };
        let step = step_of(&ran.tool, &ran.args);
        let sentence = step.as_ref().map_or_else(|| format!("`{}` {}", ran.tool, ran.args), Step::to_string);
        Finding { key: format!("step_{at}: {sentence}"), text, evidence, step }
    })
    .collect()
}
