//! What is known of a round without asking a model: the calls with their outcome, the files that they changed, and what
//! the executor claims without a call to match.

use super::cut;
use crate::states::plan_review::{CallFact, FileCount, PlanReviewState};
use crate::verify::Verification;
use model::StepFacts;

/// Verbs with which a step begins that changes files.
const CHANGES: [&str; 24] = [
    "add",
    "append",
    "apply",
    "change",
    "convert",
    "copy",
    "correct",
    "create",
    "delete",
    "edit",
    "extract",
    "fix",
    "implement",
    "insert",
    "modify",
    "move",
    "refactor",
    "remove",
    "rename",
    "replace",
    "rewrite",
    "set",
    "update",
    "write",
];
/// Words with which a sentence claims a change.
const CLAIMS: [&str; 24] = [
    "added",
    "appended",
    "applied",
    "changed",
    "converted",
    "copied",
    "corrected",
    "created",
    "deleted",
    "edited",
    "extracted",
    "fixed",
    "implemented",
    "inserted",
    "modified",
    "moved",
    "refactored",
    "removed",
    "renamed",
    "replaced",
    "rewrote",
    "set",
    "updated",
    "wrote",
];
/// Words with which a sentence says that something did not happen, or might.
const DENIALS: [&str; 14] = [
    "not", "no", "nothing", "never", "none", "without", "cannot", "can't", "couldn't", "didn't", "wasn't", "would",
    "should", "could",
];

/// The facts of one round.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts<'s> {
    /// Its calls, in order.
    pub calls: Vec<&'s CallFact>,
    /// The files that they changed, with the sums of their counts.
    pub changed: Vec<FileCount>,
    /// Whether the step is one that has to change something.
    pub wants_change: bool,
    /// What the executor says without a call to match; sentences.
    pub claims: Vec<String>,
    /// What was run to verify the changes.
    pub verification: &'s Verification,
}

impl<'s> Facts<'s> {
    /// The facts of a round in which this step was carried out with this result.
    pub fn of(state: &'s PlanReviewState, round: u32, step: &str, result: &str) -> Self {
        let calls: Vec<&CallFact> = state.calls_of(round).collect();
        let changed = sums(calls.iter().flat_map(|call| &call.changed));
        let ran = state.calls.iter().any(|call| call.ran);
        let claims = claims(result, !changed.is_empty(), ran);
        let wants_change = words(step).next().is_some_and(|first| CHANGES.contains(&first.as_str()));
        Self { calls, changed, wants_change, claims, verification: &state.verification }
    }

    /// The error of the last call, if it failed.
    pub fn last_failure(&self) -> Option<&'s str> {
        self.calls.last().filter(|call| !call.ok).map(|call| call.summary.as_str())
    }

    /// Whether a step that is said to be done can be: its last call did not fail, and what had to change something did.
    pub fn hold(&self) -> bool {
        self.last_failure().is_none() && (!self.wants_change || !self.changed.is_empty())
    }

    /// The same for the offline model.
    pub fn typed(&self) -> StepFacts<'s> {
        StepFacts {
            failure: self.last_failure(),
            changed_files: self.changed.len() as u32,
            wants_change: self.wants_change,
            unmatched_claims: self.claims.len() as u32,
        }
    }

    /// The facts as a prompt shows them.
    pub fn text(&self) -> String {
        let mut lines = vec![match self.calls.len() {
            0 => "No tool was called.".to_owned(),
            1 => "1 tool call:".to_owned(),
            calls => format!("{calls} tool calls:"),
        }];
        let outcome = |ok: bool| if ok { "worked" } else { "FAILED" };
        let call = |call: &&CallFact| {
            format!("- {} {}: {} ({})", call.name, call.arguments, outcome(call.ok), cut(&call.summary, 300))
        };
        lines.extend(self.calls.iter().map(call));
        match self.changed.as_slice() {
            [] => lines.push("No file was changed in this step.".to_owned()),
            changed => {
                lines.push("Files changed in this step:".to_owned());
                lines.extend(changed.iter().map(|file| format!("- {file}")));
            }
        }
        lines.push(match self.verification {
            Verification::NotRun { why } => format!("Not verified: {why}."),
            Verification::Passed { what } => format!("Ran and worked: {what}"),
            Verification::Failed { report } => format!("Ran and FAILED: {report}"),
        });
        lines.extend(self.claims.iter().map(|claim| format!("Claimed without a matching call: {claim}")));
        lines.join("\n")
    }
}

impl std::fmt::Display for FileCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` +{} -{}", self.path, self.added, self.removed)
    }
}

/// One count for each path, in order of first change.
pub(super) fn sums<'f>(counts: impl Iterator<Item = &'f FileCount>) -> Vec<FileCount> {
    let mut sums: Vec<FileCount> = Vec::new();
    for count in counts {
        match sums.iter_mut().find(|sum| sum.path == count.path) {
            Some(sum) => {
                sum.added += count.added;
                sum.removed += count.removed;
            }
            None => sums.push(count.clone()),
        }
    }
    sums
}

/// The sentences that claim a change though none was made, or a run of the tests though nothing ran.
fn claims(result: &str, changed: bool, ran: bool) -> Vec<String> {
    let sentences = result.split(['\n', '!', '?']).flat_map(|line| line.split(". "));
    let claims = |sentence: &&str| {
        let words: Vec<String> = words(sentence).collect();
        let has = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
        let tests = has(&["test", "tests"]) && has(&["pass", "passes", "passed", "ran", "green"]);
        !has(&DENIALS) && (!changed && has(&CLAIMS) || !ran && tests)
    };
    sentences.map(str::trim).filter(claims).take(5).map(|sentence| cut(sentence, 200)).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let is_inner = |c: char| c.is_alphanumeric() || c == '\'' || c == '_';
    text.split(move |c| !is_inner(c)).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_needs_a_call_that_matches() {
        assert_eq!(claims("I renamed f to g. It is used twice.", false, false), ["I renamed f to g"]);
        assert!(claims("I renamed f to g. It is used twice.", true, false).is_empty());
        assert!(claims("Nothing was changed; f would be renamed.", false, false).is_empty());
        assert_eq!(claims("All tests pass.", true, false), ["All tests pass."]);
        assert!(claims("All tests pass.", true, true).is_empty());
    }

    #[test]
    fn steps_that_begin_with_a_verb_of_change_have_to_change_something() {
        let state = PlanReviewState::default();
        for (step, wants) in
            [("Rename `f` to `g`", true), ("Find where `f` is set", false), ("Check the changes", false)]
        {
            assert_eq!(Facts::of(&state, 0, step, "").wants_change, wants, "{step}");
            assert_eq!(Facts::of(&state, 0, step, "").hold(), !wants, "{step}");
        }
    }
}
