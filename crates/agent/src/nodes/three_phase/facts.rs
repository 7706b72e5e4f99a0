//! What is known of a run without asking a model, for prompts and the model of rules.

use super::tool;
use crate::nodes::call_step::step_of;
use crate::nodes::proposed::fenced;
use crate::outputs::Excerpt;
use crate::states::three_phase::{Called, Outcome, Status, TOOLS};
use crate::{IndexFailure, ThreePhaseState, Verifier};
use model::{Finding, Step, WorkFacts};
use protocol::Evidence;

/// Characters of the results of tools in a prompt.
const RESULTS_CHARS: usize = 30_000;

/// How much of an output a person is shown in an answer.
const SHOWN: Excerpt = Excerpt { whole: 12_000, head: 8_000, tail: 2_000 };
/// Places of an output that are cited.
const PLACES: usize = 10;

/// Every span that a tool has returned.
pub(super) fn evidence(state: &ThreePhaseState) -> Vec<&Evidence> {
    state.calls.iter().flat_map(|call| &call.evidence).collect()
}

/// The calls of the run as findings, one each, with the evidence that holds: the model of rules quotes it.
pub(super) async fn findings(state: &ThreePhaseState, verifier: &dyn Verifier) -> Result<Vec<Finding>, IndexFailure> {
    let evidence = evidence(state);
    let holding = verifier.check_over(&evidence, &state.changes).await?;
    let mut holding = holding.into_iter();
    let finding = |(call, at): (&Called, u32)| {
        let step = step_of(&call.tool, &call.args);
        let sentence = step.as_ref().map_or_else(|| format!("`{}` {}", call.tool, call.args), Step::to_string);
        let text = state.outputs.get(&call.output).and_then(|output| output.whole());
        let text = text.unwrap_or(&call.summary).to_owned();
        let evidence = call.evidence.iter().filter(|_| holding.next() == Some(true)).cloned().collect();
        Finding { key: format!("step_{at}: {sentence}"), text, evidence, step }
    };
    Ok(state.calls.iter().zip(0u32..).map(finding).collect())
}

/// The results of the calls, the newest whole first.
pub(super) fn results(state: &ThreePhaseState) -> String {
    let (mut left, mut shown) = (RESULTS_CHARS, Vec::new());
    for call in state.calls.iter().rev() {
        let text = match state.outputs.get(&call.output) {
            Some(output) => output.shown(&Excerpt::default()),
            None => call.summary.clone(),
        };
        let part = format!("## `{}` {}\n{text}", call.tool, call.args);
        let chars = part.chars().count();
        if chars > left {
            shown.push(format!("[{} earlier results are left out]", state.calls.len() - shown.len()));
            break;
        }
        left -= chars;
        shown.push(part);
    }
    shown.reverse();
    if shown.is_empty() { "None.".to_owned() } else { shown.join("\n\n") }
}

/// What the calls of the iteration have found, for a person: each output without the ids of spans, and the places cited.
pub(super) fn shown_to_people(state: &ThreePhaseState) -> String {
    let parts = tool::of_now(state).map(|call| {
        let text = state.outputs.get(&call.output).map_or_else(|| call.summary.clone(), |output| output.shown(&SHOWN));
        let places: Vec<String> = call.evidence.iter().take(PLACES).map(|found| format!("[[{}]]", found.id)).collect();
        let places = if places.is_empty() { String::new() } else { format!("\n{}\n", places.join(" ")) };
        format!("`{}`: {}\n\n{}{places}", call.tool, call.summary, fenced("text", &without_ids(&text)))
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// A text without the ids of spans: `[[3f2a91c04b]] `.
fn without_ids(text: &str) -> String {
    let is_id = |id: &str| !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        out += before;
        match after.split_once("]]").filter(|(id, _)| is_id(id)) {
            Some((_, behind)) => rest = behind.strip_prefix(' ').unwrap_or(behind),
            None => {
                out += "[[";
                rest = after;
            }
        }
    }
    out + rest
}

/// How far the work has come.
pub(super) fn work(state: &ThreePhaseState, wants_change: bool) -> WorkFacts<'_> {
    let Outcome { agent, status, result } = &state.agent_outcome;
    let by_agent = *status != Status::Delegated && agent != TOOLS;
    WorkFacts {
        wants_change,
        outcome: by_agent.then_some(result.as_str()),
        failure: state.failures.last().map(|failure| failure.headline.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_spans_are_left_out_and_other_brackets_stay() {
        assert_eq!(
            without_ids("[[3f2a91c04b]] a.py:1-2\n1: x[[0, 1]] [[ and [[abc]]"),
            "a.py:1-2\n1: x[[0, 1]] [[ and "
        );
    }
}
