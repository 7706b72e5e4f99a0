//! The prompts of `three-phase`.

use super::fill;
use super::material::{notes, offered, recent, steering};
use crate::ThreePhaseState;
use crate::states::three_phase::Classification;
use limits::agent::DELEGATED_TASK_BYTES;
use model::ToolSpec;
use std::fmt::Write as _;

/// The prompt of `llm_pre_plan`.
pub fn classify(state: &ThreePhaseState, schema: &str) -> String {
    fill(
        include_str!("three_phase_classify.prompt.md"),
        &[
            ("schema", schema),
            ("history", &recent(&state.turns())),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// What `llm_plan` shows beside the state.
#[derive(Debug, Clone, Copy)]
pub struct Known<'k> {
    /// The results of tools so far.
    pub results: &'k str,
    /// The newest attempts that failed, each with its report.
    pub failures: &'k str,
    /// Whom the request can be handed to.
    pub agents: &'k str,
    /// The tools that may be called.
    pub tools: &'k [ToolSpec],
}

/// The prompt of `llm_plan`.
pub fn plan(state: &ThreePhaseState, known: Known<'_>, schema: &str) -> String {
    let changed: Vec<String> = state.changes.iter().map(|(path, _)| format!("- {path}")).collect();
    let changed = if changed.is_empty() { "None.".to_owned() } else { changed.join("\n") };
    let kind = state.classification.as_ref().map_or_else(|| "None.".to_owned(), classified);
    let outcome = match state.agent_outcome.agent.as_str() {
        "" => "None.".to_owned(),
        agent => format!("{agent}: {}", state.agent_outcome.result),
    };
    fill(
        include_str!("three_phase_plan.prompt.md"),
        &[
            ("schema", schema),
            ("agents", known.agents),
            ("tools", &offered(known.tools)),
            ("notes", &notes(&state.notes)),
            ("history", &recent(&state.turns())),
            ("kind", &kind),
            ("results", known.results),
            ("outcome", &outcome),
            ("failures", known.failures),
            ("changed", &changed),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The system prompt of `execute`, for the agent `coder` or for a model without tools. `left_out` says which attempts are not
/// in the conversation.
pub fn execute(state: &ThreePhaseState, has_tools: bool, left_out: &str) -> String {
    let role = if has_tools { "Use the tools you have." } else { "You have no tools: answer from what is here." };
    fill(
        include_str!("three_phase_execute.prompt.md"),
        &[
            ("role", role),
            ("notes", &notes(&state.notes)),
            ("history", &recent(&state.turns())),
            ("left_out", left_out),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The instruction of `execute` where an agent begins: on a further attempt it names the request again.
pub fn execute_order(state: &ThreePhaseState) -> String {
    let again = match state.failures.len() {
        0 => String::new(),
        failures => format!("\n{failures} attempts have failed; the reports are above. Do it in another way."),
    };
    fill(include_str!("three_phase_execute_order.prompt.md"), &[("input", &state.input), ("again", &again)])
}

/// What another agent is given, which sees nothing else of the run.
pub fn handed_over(state: &ThreePhaseState) -> String {
    let mut task = state.input.clone();
    if let Some(failure) = state.failures.last() {
        let _infallible = write!(task, "\n\nWhat failed before, as material:\n{}", failure.report);
    }
    task.truncate(task.floor_char_boundary(DELEGATED_TASK_BYTES));
    task
}

fn classified(found: &Classification) -> String {
    let Classification { task_type, confidence, reasoning, .. } = found;
    format!("{} ({:.0} %): {reasoning}", task_type.name(), confidence * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Known<'static> = Known { results: "None.", failures: "None.", agents: "None.", tools: &[] };

    fn prompts(state: &ThreePhaseState) -> [String; 4] {
        let schema = r#"{"type":"object"}"#;
        [classify(state, schema), plan(state, NOTHING, schema), execute(state, true, ""), execute_order(state)]
    }

    #[test]
    fn every_placeholder_is_filled() {
        let names =
            ["schema", "agents", "tools", "notes", "history", "kind", "results", "outcome", "failures", "changed"];
        let rest = ["role", "left_out", "again", "input", "steering"];
        for prompt in prompts(&ThreePhaseState { input: "Fix f".into(), ..Default::default() }) {
            let open = names.iter().chain(&rest).find(|name| prompt.contains(&format!("{{{name}}}")));
            assert_eq!(open, None, "{prompt}");
        }
    }

    #[test]
    fn what_the_person_said_meanwhile_is_in_every_prompt_of_a_model() {
        let state = ThreePhaseState { steering: vec!["Leave the tests alone".into()], ..Default::default() };
        let prompts = prompts(&state);
        assert!(prompts[..3].iter().all(|prompt| prompt.contains("The person said meanwhile: Leave the tests alone")));
    }
}
