//! The prompts of `intent-router`.

use super::fill;
use super::material::{notes, steering};
use crate::IntentRouterState;
use agent_memory::{Exchange, Feedback};
use model::Finding;
use protocol::Evidence;
use std::collections::BTreeMap;

/// Pairs of question and answer in a prompt.
const PAIRS: usize = 3;
/// Most characters of an answer in it.
const ANSWER_CHARS: usize = 200;
/// Earlier requests that help to read one.
const REQUESTS: usize = 5;
/// Failures of the conversation that an edit is shown.
const FAILURES: usize = 3;
/// Most characters of the report of a check.
const REPORT_CHARS: usize = 6_000;
/// Most characters of all results that were looked up.
const RESULTS_CHARS: usize = 12_000;
/// Most characters of all notes: the files have to fit beside them.
const NOTES_CHARS: usize = 6_000;

/// Preferences as prompts and answers list them.
pub fn listed(preferences: &BTreeMap<String, bool>) -> String {
    if preferences.is_empty() {
        return "None.".to_owned();
    }
    let line = |(name, value): (&String, &bool)| format!("- {name}: {}", if *value { "yes" } else { "no" });
    preferences.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The prompt of `route`. It holds the person's own words alone: what a file says is no wish of theirs.
pub fn route(state: &IntentRouterState, schema: &str) -> String {
    let turns = state.turns();
    let asked: Vec<String> = turns[turns.len().saturating_sub(REQUESTS)..]
        .iter()
        .map(|turn| format!("- {}", cut(&turn.question, ANSWER_CHARS)))
        .collect();
    let history = if asked.is_empty() { "Nothing.".to_owned() } else { asked.join("\n") };
    fill(
        include_str!("../intent_router_route.prompt.md"),
        &[("history", &history), ("input", &state.input), ("steering", &steering(&state.steering)), ("schema", schema)],
    )
}

/// The prompt of `plan_read`.
pub fn plan_read(
    state: &IntentRouterState,
    matches: &[Evidence],
    files: &[String],
    all: usize,
    schema: &str,
) -> String {
    let found = matches.iter().map(|found| format!("- {} {}", found.place(), found.symbol.as_deref().unwrap_or("")));
    let listed = if files.len() < all { format!("the first {} of {all}", files.len()) } else { "all".to_owned() };
    fill(
        include_str!("../intent_router_plan_read.prompt.md"),
        &[
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
            ("found", &lines(found.collect())),
            ("read", &lines(state.read_files.iter().cloned().collect())),
            ("listed", &listed),
            ("files", &lines(files.to_vec())),
            ("history", &history(state.qa.as_slice())),
            ("schema", schema),
        ],
    )
}

/// The prompt of `read`, before anything is put into it.
pub const READ: &str = include_str!("../intent_router_read.prompt.md");

/// The earlier questions and answers, as the prompt of `read` shows them.
pub fn earlier(state: &IntentRouterState) -> String {
    history(state.qa.as_slice())
}

/// The prompt of `read`.
pub fn read(state: &IntentRouterState, files: &str, found: &[Finding], left_out: &[String]) -> String {
    fill(
        READ,
        &[
            ("preferences", &listed(&state.memory.preferences)),
            ("notes", &cut(&notes(&state.notes), NOTES_CHARS)),
            ("history", &history(state.qa.as_slice())),
            ("results", &results(found)),
            ("files", files),
            ("left_out", &left(left_out)),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
        ],
    )
}

/// The prompt of `edit`.
pub fn edit(state: &IntentRouterState, files: &str, left_out: &[String], schema: &str) -> String {
    let again = state.refused.as_ref().map_or(String::new(), |why| {
        format!("\nYour last answer could not be used, and nothing of it was done: {why}\nGive all edits anew.\n")
    });
    fill(
        include_str!("../intent_router_edit.prompt.md"),
        &[
            ("preferences", &listed(&state.memory.preferences)),
            ("notes", &cut(&notes(&state.notes), NOTES_CHARS)),
            ("history", &history(state.qa.as_slice())),
            ("failures", &failures(state)),
            ("check", &check(state)),
            ("files", files),
            ("left_out", &left(left_out)),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
            ("again", &again),
            ("schema", schema),
        ],
    )
}

/// The prompt of `run_command`.
pub fn argv(state: &IntentRouterState, schema: &str) -> String {
    let ran: Vec<String> = state.feedback_history.iter().filter_map(command).collect();
    fill(
        include_str!("../intent_router_argv.prompt.md"),
        &[
            ("commands", &lines(ran)),
            ("input", &state.input),
            ("steering", &steering(&state.steering)),
            ("schema", schema),
        ],
    )
}

fn history(pairs: &[Exchange]) -> String {
    if pairs.is_empty() {
        return "None.".to_owned();
    }
    let pair = |pair: &Exchange| format!("Request: {}\nAnswer: {}", pair.q, cut(&pair.a, ANSWER_CHARS));
    pairs[pairs.len().saturating_sub(PAIRS)..].iter().map(pair).collect::<Vec<_>>().join("\n\n")
}

/// The last failures of the conversation, with what failed.
fn failures(state: &IntentRouterState) -> String {
    let failed: Vec<&Feedback> = state.feedback_history.iter().filter(|past| !past.success).collect();
    let line = |past: &&Feedback| {
        let of = past.command.as_deref().unwrap_or(&past.node);
        let exit = past.exit_code.map_or(String::new(), |code| format!(" (exit code {code})"));
        format!("- `{of}`{exit}: {}", past.error.as_deref().unwrap_or("failed"))
    };
    lines(failed[failed.len().saturating_sub(FAILURES)..].iter().map(line).collect())
}

/// The last check of the changes, and how often other edits were tried.
fn check(state: &IntentRouterState) -> String {
    let Some(failure) = &state.failure else { return String::new() };
    let another = match state.fix_attempts {
        0 => "Nothing is edited yet.".to_owned(),
        1 => "Edits were made, and it still fails: change what they got wrong.".to_owned(),
        n => format!("This is attempt {n} to make it pass. Try another way than before."),
    };
    format!(
        "\nThe check fails. {another}\n<check>\n{}\n{}\n</check>\n",
        failure.headline,
        cut(&failure.report, REPORT_CHARS)
    )
}

fn command(past: &Feedback) -> Option<String> {
    let command = past.command.as_ref()?;
    Some(format!("- `{command}`{}", past.exit_code.map_or(String::new(), |code| format!(": exit code {code}"))))
}

/// Each result under a heading, all of them within a bound.
fn results(found: &[Finding]) -> String {
    if found.is_empty() {
        return "Nothing.".to_owned();
    }
    let each = RESULTS_CHARS / found.len();
    let result = |finding: &Finding| format!("## {}\n{}", finding.key, cut(&finding.text, each));
    found.iter().map(result).collect::<Vec<_>>().join("\n\n")
}

fn left(left_out: &[String]) -> String {
    if left_out.is_empty() { "nothing.".to_owned() } else { format!("{}.", left_out.join("; ")) }
}

fn lines(lines: Vec<String>) -> String {
    if lines.is_empty() { "None.".to_owned() } else { lines.join("\n") }
}

fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{} [cut here]", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
