//! The answer of a run, whichever node ends it: what was said, what is proposed, and what was verified. Its words never claim
//! more than the verification does.

use crate::closing::closing;
use crate::limited::lead;
use crate::nodes::proposed::{NO_CHANGES, as_markdown, diffs};
use crate::report::{emit, record};
use crate::verify::Verification;
use crate::{CitationFilter, IndexFailure, RunContext, SyntaxCheck, ThreePhaseState, Verifier};
use change_set::ChangeSet;
use codebase::Reader;
use protocol::{Event, Evidence};
use state_graph::NodeError;
use std::fmt::Write as _;

/// Writes the answer.
#[derive(Clone, Copy)]
pub struct Ending<'a> {
    /// Verifies the citations.
    pub verifier: &'a dyn Verifier,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// Parses the changed files, to name those that no longer parse and the callers of changed signatures.
    pub syntax: Option<&'a SyntaxCheck<'a>>,
}

/// What an answer says.
pub(super) struct Closing<'s> {
    /// How the run ended, in a sentence; `None` for an answer in words alone.
    pub headline: Option<String>,
    /// What an agent, a model or a tool said: markdown, which may cite.
    pub said: &'s str,
    /// The attempts that failed, a sentence each.
    pub tried: Vec<String>,
    /// The proposed changes.
    pub changes: &'s ChangeSet,
    /// What was run to verify them.
    pub verification: &'s Verification,
}

impl<'s> Closing<'s> {
    /// An answer in words alone.
    pub(super) fn words(said: &'s str, state: &'s ThreePhaseState) -> Self {
        let ThreePhaseState { changes, verification, .. } = state;
        Self { headline: None, said, tried: Vec::new(), changes, verification }
    }

    /// How the work on a change ended, by what is known of it.
    pub(super) fn headline(changed: bool, verification: &Verification) -> String {
        match verification {
            Verification::Failed { .. } => "Not done: the check fails.".to_owned(),
            _ if !changed => "No file is changed.".to_owned(),
            Verification::Passed { .. } => "Done, and the check passes.".to_owned(),
            Verification::NotRun { why } => format!("Proposed, but not verified: {}.", why.trim_end_matches('.')),
        }
    }
}

impl Ending<'_> {
    /// Writes and reports the answer. It may cite the evidence, as far as that holds.
    ///
    /// # Errors
    /// The repository could not be read.
    pub(super) async fn write(
        &self,
        said: &Closing<'_>,
        evidence: &[&Evidence],
        cx: &RunContext<'_>,
    ) -> Result<String, NodeError> {
        self.written(said, evidence, cx).await.map_err(|failure| NodeError::from(failure).permanent())
    }

    async fn written(
        &self,
        said: &Closing<'_>,
        evidence: &[&Evidence],
        cx: &RunContext<'_>,
    ) -> Result<String, IndexFailure> {
        let mut text = self.text(said).await?;
        // Words without any evidence may be a greeting.
        let is_about_code = said.headline.is_some() || !evidence.is_empty();
        if let Some(folder) = self.repository.and_then(Reader::scope).filter(|_| is_about_code) {
            text = lead(folder, &text);
        }
        let cited: Vec<&Evidence> = evidence.iter().filter(|found| text.contains(found.id.as_str())).copied().collect();
        let holding = self.verifier.check_over(&cited, said.changes).await?;
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
        Ok(markdown)
    }

    async fn text(&self, said: &Closing<'_>) -> Result<String, IndexFailure> {
        let mut text = match &said.headline {
            Some(headline) => format!("**{headline}**\n"),
            None => String::new(),
        };
        if !said.said.trim().is_empty() {
            let gap = if text.is_empty() { "" } else { "\n" };
            let is_doubtful = said.headline.is_some() && matches!(said.verification, Verification::Failed { .. });
            let doubt = if is_doubtful { "_What follows is said, and the check does not confirm it:_\n\n" } else { "" };
            let _infallible = writeln!(text, "{gap}{doubt}{}", said.said.trim());
        }
        if !said.tried.is_empty() {
            text += "\n### What was tried\n\n";
            text.extend(said.tried.iter().map(|line| format!("- {line}\n")));
        }
        if said.headline.is_some() || !said.changes.is_empty() {
            text += &self.changes(said).await?;
        }
        text.truncate(text.trim_end().len());
        Ok(text)
    }

    /// The parts about the proposed changes.
    async fn changes(&self, said: &Closing<'_>) -> Result<String, IndexFailure> {
        let diffs = diffs(self.repository, said.changes).await?;
        let proposed = match diffs {
            _ if said.changes.is_empty() => NO_CHANGES.to_owned(),
            Some(diffs) => as_markdown(&diffs),
            None => said.changes.iter().map(|(path, _)| format!("- `{path}`\n")).collect(),
        };
        let mut text = format!("\n### Proposed changes\n\n{proposed}");
        if let (Some(reader), Some(syntax)) = (self.repository, self.syntax) {
            let closing = closing(reader, syntax, said.changes).await?;
            if !closing.is_empty() {
                let _infallible = write!(text, "\n{closing}");
            }
        }
        text += "\n### Verification\n\n";
        text += &match said.verification {
            Verification::NotRun { why } => format!("Not verified: {}.\n", why.trim_end_matches('.')),
            Verification::Passed { what } => format!("Passed: {}.\n", what.trim_end_matches('.')),
            Verification::Failed { report } => format!("Failed: {report}\n"),
        };
        Ok(text)
    }
}
