//! Proof-carrying answers: a citation passes only if a tool returned that span in this run and the repository still
//! holds those very lines.
//!
//! A model cites a span as `[[id]]`; several may share a bracket, `[[id, id]]`. [`CitationFilter`] reads the stream,
//! holds back what may be the beginning of a citation, and lets through `[[number]]` with the [`Citation`] behind it.
//! What cannot be verified is taken out and counted, before anyone sees it.
//!
//! What is code is left alone. Which text is code the filter reads by the same module that draws the answer, so that outside
//! code no id is ever seen, and every `[[number]]` that is read as a citation is one that passed here.

mod candidate;
mod page;
mod text;

use crate::IndexFailure;
use futures::future::LocalBoxFuture;
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

    /// The same for evidence that a stored run has recorded, which anybody can have written: what it claims of a symbol is
    /// compared as well.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    fn recheck<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.check(evidence)
    }
}

/// A verifier for a run that is restored from a log: the evidence in its state may be forged.
pub(crate) struct OfRecorded<'v>(pub(crate) &'v dyn Verifier);

impl Verifier for OfRecorded<'_> {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.0.recheck(evidence)
    }
}

/// What may be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passed {
    /// Text with citations as `[[number]]`.
    pub text: String,
    /// Citations that `text` is the first to use.
    pub citations: Vec<Citation>,
}

/// The filter over one answer.
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
    /// A filter that knows what tools returned, and whether a [`Verifier`] confirmed each of it.
    pub fn new(evidence: &'a [&'a Evidence], holding: &'a [bool]) -> Self {
        let text = Text::new(evidence, holding);
        Self { page: Page::default(), text, answer: String::new(), known: 0, ends_with_return: false }
    }

    /// Takes the next piece of the stream.
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

    /// The stream is at its end.
    pub fn end(&mut self) -> Passed {
        self.page.end(&mut self.text);
        self.passed()
    }

    /// The whole answer, its citations in order of their numbers, and how many were dropped.
    pub fn into_answer(self) -> (String, Vec<Citation>, u32) {
        (self.answer, self.text.citations, self.text.dropped)
    }

    fn passed(&mut self) -> Passed {
        let text = std::mem::take(&mut self.text.out);
        self.answer.push_str(&text);
        let citations = self.text.citations[self.known..].to_vec();
        self.known = self.text.citations.len();
        Passed { text, citations }
    }
}

#[cfg(test)]
mod tests;
