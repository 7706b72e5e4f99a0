//! Verified citations: a citation passes only if a tool returned that span in this run and the repository still holds
//! those very lines.
//!
//! A model cites a span as `[[id]]`; several may share a bracket, `[[id, id]]`. [`CitationFilter`] reads the stream,
//! holds back what may be the beginning of a citation, and replaces each citation by `[[number]]` with the [`Citation`]
//! behind it. Citations that cannot be verified are removed and counted before anyone sees them.
//!
//! Code in the answer is not changed. The filter decides what is code with the same module that renders the answer, so
//! outside of code no id is ever shown, and every `[[number]]` that is rendered as a citation has passed this filter.

mod candidate;
mod output;
mod page;
mod text;

use crate::IndexFailure;
use change_set::ChangeSet;
use futures::future::LocalBoxFuture;
pub(crate) use output::encloses;
use page::Page;
use protocol::{Citation, Evidence};
use text::Text;

/// Checks a span against the repository as it is now.
pub trait Verifier {
    /// For each span, in order, whether the file exists, holds the lines, and their text has the hash the tool saw.
    ///
    /// # Errors
    /// The repository could not be read: the run fails.
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>>;

    /// As [`check`](Self::check), for evidence that a stored run has recorded, which anybody can have written: the
    /// symbol's name, signature and documentation are compared as well.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    fn recheck<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.check(evidence)
    }

    /// As [`check`](Self::check), with a run's proposed changes: a span holds where the changed files hold it, or the
    /// repository without them. A verifier that knows no changes takes the repository alone.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    fn check_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        _changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.check(evidence)
    }

    /// As [`recheck`](Self::recheck), with a run's proposed changes.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    fn recheck_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        _changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.recheck(evidence)
    }
}

/// A verifier for a run that is restored from a log: the evidence in its state may be forged.
pub(crate) struct OfRecorded<'v>(pub(crate) &'v dyn Verifier);

impl Verifier for OfRecorded<'_> {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.0.recheck(evidence)
    }

    fn check_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.0.recheck_over(evidence, changes)
    }
}

/// Text and citations that may be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passed {
    /// Text with citations as `[[number]]`.
    pub text: String,
    /// Citations that `text` uses for the first time.
    pub citations: Vec<Citation>,
}

/// Replaces the citations of one answer while it is streamed.
pub struct CitationFilter<'a> {
    page: Page,
    text: Text<'a>,
    /// Text that has passed and was handed out.
    answer: String,
    /// Citations that were handed out.
    known: usize,
    ends_with_return: bool,
}

impl<'a> CitationFilter<'a> {
    /// A filter for citations of `evidence`, which tools returned; `holding` is whether a [`Verifier`] confirmed each,
    /// in the same order.
    pub fn new(evidence: &'a [&'a Evidence], holding: &'a [bool]) -> Self {
        let text = Text::new(evidence, holding);
        Self { page: Page::default(), text, answer: String::new(), known: 0, ends_with_return: false }
    }

    /// Filters the next piece of the stream; returns what may be shown now.
    pub fn push(&mut self, piece: &str) -> Passed {
        for line in piece.split_inclusive(['\n', '\r']) {
            // Every line end is one sign, so that no reader sees another line.
            let is_rest_of_end = std::mem::take(&mut self.ends_with_return) && line == "\n";
            if is_rest_of_end {
                continue;
            }
            match line.strip_suffix('\r') {
                Some(line) => {
                    self.ends_with_return = true;
                    self.page.push(line, &mut self.text);
                    self.page.push("\n", &mut self.text);
                }
                None => self.page.push(line, &mut self.text),
            }
        }
        self.passed()
    }

    /// Ends the stream; returns the rest.
    pub fn end(&mut self) -> Passed {
        self.page.end(&mut self.text);
        self.passed()
    }

    /// The whole answer, its citations in order of their numbers, and how many were removed.
    pub fn into_answer(self) -> (String, Vec<Citation>, u32) {
        (self.answer, self.text.output.citations, self.text.output.dropped)
    }

    fn passed(&mut self) -> Passed {
        let output = &mut self.text.output;
        let text = std::mem::take(&mut output.out);
        self.answer.push_str(&text);
        let citations = output.citations[self.known..].to_vec();
        self.known = output.citations.len();
        Passed { text, citations }
    }
}

#[cfg(test)]
mod tests;
