//! `report`. Reads everything; writes `response`. Asks no model: what was done is known without one. Only a repository that
//! cannot be read ends the run.

use super::cut;
use super::facts::{Facts, sums};
use crate::closing::closing;
use crate::limited::lead;
use crate::nodes::proposed::{NO_CHANGES, as_markdown, diffs};
use crate::report::{emit, record};
use crate::states::plan_review::{FileCount, SAME_FAILURES, Verdict};
use crate::verify::Verification;
use crate::{CitationFilter, IndexFailure, Limits, PlanReviewState, PlanReviewStateUpdate, SyntaxCheck, Verifier};
use change_set::diff::FileDiff;
use codebase::Reader;
use protocol::{Event, Evidence};
use state_graph::{Node, NodeContext, NodeError, NodeResult};
use std::fmt::Write as _;

/// Most characters of a sentence in a list.
const LINE_CHARS: usize = 300;

/// Writes the answer of the run.
pub struct Report<'a> {
    /// Verifies the citations in what the executor says.
    pub verifier: &'a dyn Verifier,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// Parses the changed files, to name those that no longer parse and the callers of changed signatures.
    pub syntax: Option<&'a SyntaxCheck<'a>>,
    /// The largest number of rounds.
    pub limits: Limits,
}

impl Node<PlanReviewState> for Report<'_> {
    type Output = PlanReviewStateUpdate;

    async fn run(&self, state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
        let diffs = diffs(self.repository, &state.changes).await;
        let diffs = diffs.map_err(|failure| NodeError::from(failure).permanent())?;
        let closing = self.closing(state).await.map_err(|failure| NodeError::from(failure).permanent())?;
        let mut text = self.text(state, diffs.as_deref(), &closing);
        if let Some(folder) = self.repository.and_then(Reader::scope) {
            text = lead(folder, &text);
        }
        let evidence = state.messages.iter().flat_map(|entry| &entry.message.evidence);
        let cited: Vec<&Evidence> = evidence.filter(|evidence| text.contains(evidence.id.as_str())).collect();
        let holding = self.verifier.check_over(&cited, &state.changes).await;
        let holding = holding.map_err(|failure| NodeError::from(failure).permanent())?;
        let mut filter = CitationFilter::new(&cited, &holding);
        for passed in [filter.push(&text), filter.end()] {
            for citation in passed.citations {
                emit(cx, Event::CitationAdded { citation });
            }
            if !passed.text.is_empty() {
                emit(cx, Event::AnswerText { text: passed.text });
            }
        }
        let (markdown, citations, dropped) = filter.into_answer();
        record(cx, Event::Answer { markdown: markdown.clone(), citations, dropped });
        Ok(PlanReviewStateUpdate::new().response(markdown))
    }
}

impl Report<'_> {
    /// What no longer parses, and the callers of changed signatures; empty if there are none, or nothing parses the files.
    async fn closing(&self, state: &PlanReviewState) -> Result<String, IndexFailure> {
        let (Some(reader), Some(syntax)) = (self.repository, self.syntax) else { return Ok(String::new()) };
        closing(reader, syntax, &state.changes).await
    }

    fn text(&self, state: &PlanReviewState, diffs: Option<&[FileDiff]>, closing: &str) -> String {
        let (outcome, open) = self.outcome(state);
        let mut text = format!("**{outcome}**\n\nGoal: {}\n", one_line(&state.input));
        let result = state.last_result.trim();
        // A short one is beside its step.
        let is_long = result.contains('\n') || result.chars().count() > LINE_CHARS;
        if is_long || state.done_steps.is_empty() && !result.is_empty() && state.same_failures == 0 {
            let _infallible = write!(text, "\n### Result\n\n{result}\n");
        }
        if !state.done_steps.is_empty() {
            text += "\n### Steps done\n\n";
            for (done, number) in state.done_steps.iter().zip(1..) {
                let files: Vec<String> = done.changes.iter().map(FileCount::to_string).collect();
                let files = if files.is_empty() { String::new() } else { format!(" ({})", files.join(", ")) };
                let _infallible =
                    writeln!(text, "{number}. {}{files}: {}", one_line(&done.step), one_line(&done.output));
            }
        }
        text += "\n### Proposed changes\n\n";
        text += &changes(state, diffs);
        if !closing.is_empty() {
            let _infallible = write!(text, "\n{closing}");
        }
        text += "\n### Verification\n\n";
        text += &match &state.verification {
            Verification::NotRun { why } => format!("Not verified: {why}.\n"),
            Verification::Passed { what } => format!("Ran and worked: {}\n", one_line(what)),
            Verification::Failed { report } => format!("Ran and failed: {}\n", one_line(report)),
        };
        if !open.is_empty() {
            text += "\n### Open\n\n";
            text.extend(open.iter().map(|line| format!("- {}\n", one_line(line))));
        }
        text
    }

    /// How the run ended in a sentence, and what is open.
    fn outcome(&self, state: &PlanReviewState) -> (String, Vec<String>) {
        let step = state.step().unwrap_or(&state.input);
        let facts = Facts::of(state, state.iters.saturating_sub(1), step, &state.last_result);
        let review = state.review.as_ref();
        let reason = review.map_or_else(String::new, |review| one_line(&review.reason));
        let mut open: Vec<String> =
            facts.claims.iter().map(|claim| format!("Said without a matching call: {claim}")).collect();
        if let Some(review) = review.filter(|review| !review.fix_suggestion.trim().is_empty()) {
            open.push(format!("The last review suggests: {}", review.fix_suggestion));
        }
        // Behind the last step, and in a plan that was cleared, nothing is left.
        let left = state.plan.get(state.step_index as usize..).unwrap_or_default();
        let left = if state.verdict == Some(Verdict::Finish) { left.get(1..).unwrap_or_default() } else { left };
        open.extend(left.iter().map(|step| format!("Not carried out: {step}")));
        open.extend(state.changes.problems().iter().map(|problem| format!("A change was refused: {problem}")));
        let failed = || format!("the last step failed: {}", one_line(&state.last_result));
        let outcome = if state.verdict == Some(Verdict::Finish) {
            let done = if facts.hold() { "Done" } else { "Not done" };
            if reason.is_empty() { format!("{done}.") } else { format!("{done}: {reason}") }
        } else if state.same_failures >= SAME_FAILURES {
            format!("Stopped: same failure {} times in a row; {}", state.same_failures, failed())
        } else if state.iters >= self.limits.max_iterations {
            let rounds = self.limits.max_iterations;
            let plural = if rounds == 1 { "" } else { "s" };
            let last = match (state.same_failures, state.verdict) {
                (0, Some(Verdict::Retry | Verdict::Replan)) => format!(" The last review was not content: {reason}"),
                (0, _) => String::new(),
                _ => format!(" In the last one {}", failed()),
            };
            format!("Stopped at the limit of {rounds} round{plural}, before the goal was reached.{last}")
        } else if state.same_failures > 0 {
            format!("Not done: {}", failed())
        } else if state.rejections > 0 {
            format!("Not done: no other way was found. The last review said: {reason}")
        } else if state.done_steps.is_empty() {
            "Nothing was done: the plan had no step.".to_owned()
        } else {
            "Done: no step is left.".to_owned()
        };
        (outcome, open)
    }
}

/// The changed files with their counts, and the diff.
fn changes(state: &PlanReviewState, diffs: Option<&[FileDiff]>) -> String {
    match diffs {
        _ if state.changes.is_empty() => NO_CHANGES.to_owned(),
        Some(diffs) => as_markdown(diffs),
        None => {
            let sums = sums(state.calls.iter().flat_map(|call| &call.changed));
            sums.iter().map(|file| format!("- {file}\n")).collect()
        }
    }
}

fn one_line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), LINE_CHARS)
}
