//! The prompts of `plan-review`.

use super::material::{notes, steering};
use super::{fill, history};
use crate::AgentState;
use crate::states::plan_review::{Done, PlanReviewState};
use model::ToolSpec;

/// Most characters of what a done step says of itself.
const DONE_CHARS: usize = 600;

/// The planner's prompt.
pub fn planner(state: &PlanReviewState, feedback: Option<&str>, tools: &[ToolSpec], schema: &str) -> String {
    let earlier = AgentState { chat_history: state.chat_history.clone(), ..AgentState::default() };
    fill(
        include_str!("plan_review_planner.prompt.md"),
        &[
            ("schema", schema),
            ("tools", &offered(tools)),
            ("notes", &notes(&state.notes)),
            ("history", &history(&earlier.turns())),
            ("done", &done(state.counted())),
            ("feedback", feedback.unwrap_or("None.")),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The executor's system prompt for a step.
pub fn executor(state: &PlanReviewState, step: &str, schema: &str) -> String {
    fill(
        include_str!("plan_review_executor.prompt.md"),
        &[
            ("schema", schema),
            ("step", step),
            ("notes", &notes(&state.notes)),
            ("done", &done(state.counted())),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The executor's instruction for a step.
pub fn executor_step(step: &str) -> String {
    fill(include_str!("plan_review_executor_step.prompt.md"), &[("step", step)])
}

/// The reviewer's prompt.
pub fn reviewer(state: &PlanReviewState, step: &str, facts: &str, schema: &str) -> String {
    let plan: Vec<String> = state.plan.iter().zip(1..).map(|(step, number)| format!("{number}. {step}")).collect();
    fill(
        include_str!("plan_review_reviewer.prompt.md"),
        &[
            ("schema", schema),
            ("plan", &plan.join("\n")),
            ("number", &(state.step_index + 1).to_string()),
            ("total", &state.plan.len().to_string()),
            ("step", step),
            ("result", &state.last_result),
            ("facts", facts),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

fn offered(tools: &[ToolSpec]) -> String {
    if tools.is_empty() {
        return "None.".to_owned();
    }
    let line = |tool: &ToolSpec| {
        let first = tool.description.split(". ").next().expect("splitting gives a part");
        format!("- {}: {}", tool.name, first.trim_end_matches('.'))
    };
    tools.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn done(steps: &[Done]) -> String {
    if steps.is_empty() {
        return "None yet.".to_owned();
    }
    let step = |(done, number): (&Done, usize)| {
        let output: String = done.output.chars().take(DONE_CHARS).collect();
        let files: Vec<String> = done.changes.iter().map(|file| file.to_string()).collect();
        let changed = if files.is_empty() { String::new() } else { format!("\nChanged: {}", files.join(", ")) };
        format!("{number}. {}\n{output}{changed}", done.step)
    };
    steps.iter().zip(1..).map(step).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_is_filled() {
        let state = PlanReviewState { input: "Rename f".into(), plan: vec!["Find f".into()], ..Default::default() };
        let schema = r#"{"type":"object"}"#;
        for prompt in [
            planner(&state, None, &[], schema),
            executor(&state, "Find f", schema),
            reviewer(&state, "Find f", "No tool was called.", schema),
            executor_step("Find f"),
        ] {
            let names =
                ["input", "schema", "tools", "notes", "history", "done", "feedback", "steering", "step", "plan"];
            let rest = ["number", "total", "result", "facts"];
            let open = names.iter().chain(&rest).find(|name| prompt.contains(&format!("{{{name}}}")));
            assert_eq!(open, None, "{prompt}");
        }
    }

    #[test]
    fn what_the_person_said_meanwhile_is_in_every_prompt() {
        let state = PlanReviewState { steering: vec!["Leave the tests alone".into()], ..Default::default() };
        let prompts = [planner(&state, None, &[], ""), executor(&state, "", ""), reviewer(&state, "", "", "")];
        assert!(prompts.iter().all(|prompt| prompt.contains("The person said meanwhile: Leave the tests alone")));
    }
}
