//! The attempts of a run that failed: what led to each, and what is kept of the conversation about them.

use crate::states::three_phase::Failure;
use crate::{ChatMessage, ThreePhaseState};
use model::{Message, Role};
use state_graph::MessageWrite;

/// The newest attempts that a model sees, each with its report.
const SEEN: usize = 6;

/// The message that holds the report of a failure, which is the `number`th of the run, from 1.
pub(super) fn report(number: usize, report: &str) -> ChatMessage {
    Message { id: id(number), ..Message::new(Role::User, report) }.into()
}

/// Removes the attempts that are older than those that a model sees: what was said up to and including each one's report. Called
/// before the report of one more failure is added.
pub(super) fn removed(state: &ThreePhaseState) -> Vec<MessageWrite<ChatMessage>> {
    let Some(oldest) = (state.failures.len() + 1).checked_sub(SEEN).filter(|oldest| *oldest > 0) else {
        return Vec::new();
    };
    let last = id(oldest);
    match state.messages.iter().position(|entry| entry.message.id == last) {
        Some(at) => state.messages[..=at].iter().map(|entry| MessageWrite::remove(&entry.message.id)).collect(),
        None => Vec::new(),
    }
}

/// The reports for a prompt, each with what led to it; how many are left out is counted.
pub(super) fn shown(state: &ThreePhaseState) -> String {
    let older = state.failures.len().saturating_sub(SEEN);
    let counted = (older > 0).then(|| left_out(state));
    let seen =
        state.failures[older..].iter().map(|failure| format!("Attempt: {}\n{}", failure.attempt, failure.report));
    let parts: Vec<String> = counted.into_iter().chain(seen).collect();
    if parts.is_empty() { "None.".to_owned() } else { parts.join("\n\n") }
}

/// How many attempts are older than those that a model sees, in a line; empty if there are none.
pub(super) fn left_out(state: &ThreePhaseState) -> String {
    match state.failures.len().saturating_sub(SEEN) {
        0 => String::new(),
        1 => "[1 earlier attempt is left out]".to_owned(),
        more => format!("[{more} earlier attempts are left out]"),
    }
}

/// What was tried, a line each.
pub(super) fn lines(state: &ThreePhaseState) -> Vec<String> {
    state.failures.iter().filter(|failure| !failure.is_baseline).map(line).collect()
}

/// An attempt and its end, in a line.
pub(super) fn line(failure: &Failure) -> String {
    format!("{}: {}", failure.attempt, failure.headline)
}

/// What was changed since the last failure, in words that no model wrote.
pub(super) fn attempt(state: &ThreePhaseState) -> String {
    let since = state.calls.iter().filter(|call| call.iteration >= state.iterations && call.ok);
    let mut changed: Vec<String> = Vec::new();
    for file in since.flat_map(|call| &call.changed) {
        let file = file.to_string();
        if !changed.contains(&file) {
            changed.push(file);
        }
    }
    if changed.is_empty() { "nothing was changed".to_owned() } else { format!("changed {}", changed.join(", ")) }
}

fn id(number: usize) -> String {
    format!("failure-{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_attempts_are_shown_and_the_others_counted() {
        let failure = |n: usize| Failure {
            hash: n.to_string(),
            headline: format!("headline {n}"),
            report: format!("report {n}."),
            attempt: format!("changed {n}"),
            is_baseline: n == 1,
        };
        let state = ThreePhaseState { failures: (1..=8).map(failure).collect(), ..Default::default() };
        let shown = shown(&state);
        assert!(shown.starts_with("[2 earlier attempts are left out]"), "{shown}");
        assert!(!shown.contains("report 2.") && shown.contains("Attempt: changed 3\nreport 3."), "{shown}");
        // What the check showed before anything was tried is no attempt.
        assert_eq!(lines(&state)[0], "changed 2: headline 2");
        assert_eq!(super::shown(&ThreePhaseState::default()), "None.");
    }
}
