//! The prompts: one function each, which renders the typed input into the `.prompt.md` beside this file.

pub mod intent_router;
mod material;
pub mod plan_review;
pub mod three_phase;
pub mod tool_router;

use crate::{AgentState, Findings};
use protocol::Turn;

/// Most bytes of findings put into one prompt; the newest are kept whole first.
const FINDINGS_BUDGET: usize = 60_000;

/// The planner's prompt.
pub fn plan(state: &AgentState) -> String {
    let history = history(&state.turns());
    let findings = findings(&state.findings);
    fill(include_str!("plan.prompt.md"), &[("history", &history), ("findings", &findings), ("input", &state.input)])
}

/// The executor's system prompt for a step.
pub fn executor_system(state: &AgentState, step: &str) -> String {
    let findings = findings(&state.findings);
    fill(
        include_str!("executor_system.prompt.md"),
        &[("current_step", step), ("input", &state.input), ("findings", &findings)],
    )
}

/// The executor's instruction for a step.
pub fn executor_user(step: &str) -> String {
    fill(include_str!("executor_user.prompt.md"), &[("current_step", step)])
}

/// The refinery's prompt.
pub fn refine(state: &AgentState) -> String {
    let findings = findings(&state.findings);
    let (step, total) = (state.current_step.to_string(), state.plan.len().to_string());
    fill(
        include_str!("refine.prompt.md"),
        &[("step", &step), ("total", &total), ("findings", &findings), ("input", &state.input)],
    )
}

/// The synthesizer's prompt.
pub fn synthesize(state: &AgentState) -> String {
    let history = history(&state.turns());
    let findings = findings(&state.findings);
    fill(
        include_str!("synthesize.prompt.md"),
        &[("history", &history), ("findings", &findings), ("input", &state.input)],
    )
}

/// What a model knows of the folder that a run is limited to.
pub fn limited(folder: &str) -> String {
    fill(include_str!("limited.prompt.md"), &[("folder", folder)])
}

/// The request to answer again, in JSON that fits the schema.
pub fn repair(error: &str, schema: &str) -> String {
    fill(include_str!("repair.prompt.md"), &[("error", error), ("schema", schema)])
}

/// Findings as every prompt shows them, each under a heading. The newest are shown in full; older ones are cut to fit.
pub fn findings(findings: &Findings) -> String {
    if findings.is_empty() {
        return "None yet.".to_owned();
    }
    let mut left = FINDINGS_BUDGET;
    let mut shown = Vec::new();
    for finding in findings.iter().rev() {
        let end = finding.text.floor_char_boundary(left.max(200));
        let cut = if end < finding.text.len() { "\n[cut here]" } else { "" };
        left = left.saturating_sub(end);
        shown.push(format!("## {}\n{}{cut}", finding.key, &finding.text[..end]));
    }
    shown.reverse();
    shown.join("\n\n")
}

fn history(turns: &[Turn]) -> String {
    if turns.is_empty() {
        return "None.".to_owned();
    }
    let turn = |turn: &Turn| format!("Question: {}\nAnswer: {}", turn.question, turn.answer);
    turns.iter().map(turn).collect::<Vec<_>>().join("\n\n")
}

/// Puts values in place of `{name}`. One pass, so that braces inside a value stay what they are.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let value =
            values.iter().find(|(name, _)| rest[1..].strip_prefix(name).is_some_and(|after| after.starts_with('}')));
        match value {
            Some((name, value)) => {
                out.push_str(value);
                rest = &rest[name.len() + 2..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Finding;
    use expect_test::expect;

    #[test]
    fn every_placeholder_is_filled() {
        let mut state = AgentState::asking("How does `x` work?", &[]);
        state.plan = vec!["Find x".to_owned().into()];
        for prompt in [plan(&state), executor_system(&state, "Find x"), refine(&state), synthesize(&state)] {
            let open = ["{input}", "{findings}", "{history}", "{current_step}", "{step}", "{total}"];
            assert!(!open.iter().any(|name| prompt.contains(name)), "{prompt}");
        }
        expect![[r#"
            Carry out this step: Find x
        "#]]
        .assert_eq(&executor_user("Find x"));
    }

    #[test]
    fn a_limit_names_its_folder() {
        expect![[r#"
            The person has limited this request to the folder `src/net` of the repository. Tools search, list and read only there;
            callers and callees alone may be elsewhere. Where something is not found, say that only this folder was looked at: do not
            say that the repository lacks it. An answer gets the folder's name in front of it, so do not begin with that.
        "#]]
        .assert_eq(&limited("src/net"));
    }

    #[test]
    fn a_repair_shows_error_and_schema() {
        expect![[r#"
            Your answer cannot be used: missing field `a`

            Answer the same request again, with one JSON value that fits this JSON schema, and nothing else: no explanation, no code
            fence.

            {"type":"object"}
        "#]]
        .assert_eq(&repair("missing field `a`", r#"{"type":"object"}"#));
    }

    #[test]
    fn values_are_not_templates() {
        assert_eq!(fill("{a} {b}", &[("a", "{b}"), ("b", "2")]), "{b} 2");
    }

    #[test]
    fn old_findings_are_cut_first() {
        let mut all = Findings::default();
        for key in ["step_0: old", "step_1: new"] {
            all.insert(Finding { key: key.to_owned(), text: "é".repeat(20_000), evidence: Vec::new(), step: None });
        }
        let shown = findings(&all);
        assert!(shown.starts_with("## step_0: old"));
        assert!(shown.contains("[cut here]\n\n## step_1: new"));
        assert!(shown.len() < FINDINGS_BUDGET + 1_000);
    }
}
