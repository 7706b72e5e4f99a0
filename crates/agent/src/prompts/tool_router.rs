//! The prompts of `tool-router`.

use super::fill;
use super::material::{notes, offered, recent as history, steering};
use crate::ToolRouterState;
use model::ToolSpec;
use protocol::Evidence;

/// The prompt of `guardrail`.
pub fn guardrail(state: &ToolRouterState, matches: &[Evidence], schema: &str) -> String {
    let found = matches.iter().map(|found| format!("- {} {}", found.place(), found.symbol.as_deref().unwrap_or("")));
    let found = found.collect::<Vec<_>>().join("\n");
    let found = if found.is_empty() { "Nothing." } else { &found };
    fill(
        include_str!("tool_router_guardrail.prompt.md"),
        &[("history", &history(&state.turns())), ("matches", found), ("schema", schema), ("input", &state.input)],
    )
}

/// The prompt of `out_of_scope`.
pub fn out_of_scope(state: &ToolRouterState) -> String {
    let reason = state.guardrail.as_ref().map_or("", |score| score.reasoning.as_str());
    fill(include_str!("tool_router_out_of_scope.prompt.md"), &[("reason", reason), ("input", &state.input)])
}

/// The prompt of `router`.
pub fn router(state: &ToolRouterState, tools: &[ToolSpec], schema: &str) -> String {
    fill(
        include_str!("tool_router_router.prompt.md"),
        &[
            ("tools", &offered(tools)),
            ("notes", &notes(&state.notes)),
            ("history", &history(&state.turns())),
            ("made", &made(state)),
            ("found", &found(state)),
            ("schema", schema),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The prompt of `grade_documents`.
pub fn grade(state: &ToolRouterState, chunks: &str, schema: &str) -> String {
    fill(
        include_str!("tool_router_grade.prompt.md"),
        &[
            ("chunks", chunks),
            ("history", &history(&state.turns())),
            ("schema", schema),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The prompt of `generate`.
pub fn generate(state: &ToolRouterState, chunks: &str, results: &str, gap: Option<&str>) -> String {
    let gap = gap.map_or(String::new(), |gap| format!("\nName what is missing: {gap}\n"));
    let changed: Vec<String> = state.changes.iter().map(|(path, _)| format!("- {path}")).collect();
    let changed = if changed.is_empty() { "None.".to_owned() } else { changed.join("\n") };
    fill(
        include_str!("tool_router_generate.prompt.md"),
        &[
            ("notes", &notes(&state.notes)),
            ("history", &history(&state.turns())),
            ("chunks", chunks),
            ("results", results),
            ("web", &web(state)),
            ("changed", &changed),
            ("gap", &gap),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The calls so far, in a line each.
fn made(state: &ToolRouterState) -> String {
    if state.tool_history.is_empty() {
        return "None.".to_owned();
    }
    let lines = state.tool_history.iter().map(|ran| {
        let outcome = match &ran.error {
            Some(error) => format!("failed: {error}"),
            None if ran.cached => format!("{} (as before)", ran.summary),
            None => ran.summary.clone(),
        };
        format!("{}. `{}` {} -> {outcome}", ran.iteration, ran.tool, ran.args)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// How much of what was retrieved is of use.
fn found(state: &ToolRouterState) -> String {
    let (relevant, all) = (state.relevant().len(), state.retrieved.iter().count());
    format!("{all} passages retrieved, {relevant} of them relevant; {} suffice.", crate::states::tool_router::TOP_K)
}

/// What came from other servers, marked as such.
fn web(state: &ToolRouterState) -> String {
    if state.web.is_empty() {
        return "None.".to_owned();
    }
    let result = |result: &crate::states::tool_router::WebResult| {
        format!("## From outside the repository, by `{}` {}\n{}", result.tool, result.args, result.text)
    };
    state.web.iter().map(result).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AgentState, Note};
    use protocol::Turn;

    fn every(state: &ToolRouterState) -> [String; 5] {
        [
            guardrail(state, &[], "{}"),
            out_of_scope(state),
            router(state, &[], "{}"),
            grade(state, "None.", "{}"),
            generate(state, "None.", "None.", Some("little was found")),
        ]
    }

    #[test]
    fn every_placeholder_is_filled() {
        let state = ToolRouterState { input: "How does `x` work?".to_owned(), ..Default::default() };
        let names = ["input", "schema", "tools", "notes", "history", "made", "found", "steering", "matches", "reason"];
        let rest = ["chunks", "results", "web", "changed", "gap"];
        for prompt in every(&state) {
            let open = names.iter().chain(&rest).find(|name| prompt.contains(&format!("{{{name}}}")));
            assert_eq!(open, None, "{prompt}");
            assert!(prompt.contains("How does `x` work?"), "{prompt}");
        }
    }

    #[test]
    fn notes_and_messages_of_the_person_reach_router_and_answer() {
        let notes = vec![Note { path: "AGENTS.md".to_owned(), text: "Use tabs.".to_owned() }];
        let state = ToolRouterState { notes, steering: vec!["Only Python".to_owned()], ..Default::default() };
        let [_, _, router, _, generate] = every(&state);
        for prompt in [router, generate] {
            assert!(
                prompt.contains("## AGENTS.md\nUse tabs.") && prompt.contains("meanwhile: Only Python"),
                "{prompt}"
            );
        }
    }

    #[test]
    fn five_turns_of_five_hundred_characters_are_shown() {
        let turn = |n: usize| Turn { question: format!("request {n}"), answer: "a".repeat(2_000), symbols: Vec::new() };
        let turns: Vec<Turn> = (0..8).map(turn).collect();
        let AgentState { chat_history, .. } = AgentState::asking("next", &turns);
        let prompt = router(&ToolRouterState { chat_history, ..Default::default() }, &[], "{}");
        assert!(!prompt.contains("request 2") && prompt.contains("request 3"), "{prompt}");
        assert_eq!(prompt.matches(&"a".repeat(500)).count(), 5);
        assert!(!prompt.contains(&"a".repeat(501)));
    }
}
