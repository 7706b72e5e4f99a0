//! Proof-carrying answers: a citation passes only if a tool returned that span in this run and the repository still
//! holds those very lines.
//!
//! A model cites a span as `[[id]]`; several may share a bracket, `[[id, id]]`. [`CitationFilter`] reads the stream,
//! holds back what may be the beginning of a citation, and lets through `[[number]]` with the [`Citation`] behind it.
//! What cannot be verified is taken out and counted, before anyone sees it.

use crate::IndexFailure;
use futures::future::LocalBoxFuture;
use protocol::{Citation, Evidence, SpanCheck};

/// Checks a span against the repository as it is now.
pub trait Verifier {
    /// For each span, in order, whether the file exists, holds the lines, and their text has the hash the tool saw.
    ///
    /// # Errors
    /// The repository could not be read: the run fails.
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>>;

    /// The same for evidence that a stored run has recorded, which anybody can have written: what is said of a symbol is
    /// compared as well.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    fn recheck<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.check(evidence)
    }
}

/// A verifier for a run that goes on from a log: the evidence in its state is recorded, whatever else is found.
pub(crate) struct OfRecorded<'v>(pub(crate) &'v dyn Verifier);

impl Verifier for OfRecorded<'_> {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        self.0.recheck(evidence)
    }
}

/// Longest run of characters held back while waiting for `]]`.
const LONGEST: usize = 200;

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
    evidence: &'a [&'a Evidence],
    /// Which of `evidence` were found in the repository as it is.
    holding: &'a [bool],
    held: String,
    code: CodeTracker,
    answer: String,
    citations: Vec<Citation>,
    dropped: u32,
}

impl<'a> CitationFilter<'a> {
    /// A filter that knows what tools returned, and what a [`Verifier`] said of each of it.
    pub fn new(evidence: &'a [&'a Evidence], holding: &'a [bool]) -> Self {
        Self {
            evidence,
            holding,
            held: String::new(),
            code: CodeTracker::default(),
            answer: String::new(),
            citations: Vec::new(),
            dropped: 0,
        }
    }

    /// Takes the next piece of the stream.
    pub fn push(&mut self, piece: &str) -> Passed {
        self.held.push_str(piece);
        self.pass(false)
    }

    /// The stream is at its end.
    pub fn end(&mut self) -> Passed {
        self.pass(true)
    }

    /// The whole answer, its citations in order of their numbers, and how many were dropped.
    pub fn into_answer(self) -> (String, Vec<Citation>, u32) {
        (self.answer, self.citations, self.dropped)
    }

    fn pass(&mut self, at_end: bool) -> Passed {
        let held = std::mem::take(&mut self.held);
        let known = self.citations.len();
        let mut out = String::new();
        let mut rest = held.as_str();
        while let Some(open) = rest.find("[[") {
            out.push_str(&rest[..open]);
            self.code.read(&rest[..open]);
            self.code.end_run();
            rest = &rest[open..];
            let inner = &rest[2..];
            match inner.find("]]") {
                // `grid[[i]]` in an excerpt is code.
                _ if self.code.is_code() => {}
                Some(close) if close <= LONGEST => {
                    self.cite(&inner[..close], &mut out);
                    rest = &inner[close + 2..];
                    continue;
                }
                None if inner.len() <= LONGEST && !at_end => break,
                // Too long for a citation: ordinary text that happens to hold brackets.
                _ => {}
            }
            out.push_str("[[");
            rest = inner;
        }
        if at_end {
            out.push_str(rest);
        } else {
            // Held back: an open citation, or a bracket that may open one.
            let keep = rest.find("[[").unwrap_or(rest.len() - usize::from(rest.ends_with('[')));
            self.code.read(&rest[..keep]);
            out.push_str(&rest[..keep]);
            self.held = rest[keep..].to_owned();
        }
        self.answer.push_str(&out);
        Passed { text: out, citations: self.citations[known..].to_vec() }
    }

    /// Writes the citation for the inside of a bracket, or takes it out.
    fn cite(&mut self, inside: &str, out: &mut String) {
        // Code such as bash's `[[ -f x ]]` or a nested list is no citation and stays; nor does it count as dropped.
        if !looks_like_ids(inside) {
            out.push_str("[[");
            out.push_str(inside);
            out.push_str("]]");
            return;
        }
        for id in inside.split([',', ';', ' ']).map(str::trim).filter(|id| !id.is_empty()) {
            match self.number(id) {
                Some(number) => out.push_str(&format!("[[{number}]]")),
                None => self.dropped += 1,
            }
        }
    }

    fn number(&mut self, id: &str) -> Option<u32> {
        if let Some(known) = self.citations.iter().find(|citation| citation.id == id) {
            return Some(known.number);
        }
        let at = self.evidence.iter().position(|evidence| evidence.id == id)?;
        let found = self.holding.get(at).copied().unwrap_or(false).then_some(self.evidence[at])?;
        let number = self.citations.len() as u32 + 1;
        self.citations.push(Citation {
            number,
            id: id.to_owned(),
            path: found.path.clone(),
            start_line: found.start_line,
            end_line: found.end_line,
            symbol: found.symbol.clone(),
            check: SpanCheck::Verified,
        });
        Some(number)
    }
}

/// Whether the text read so far ends inside a code fence or inline code.
#[derive(Debug, Default)]
struct CodeTracker {
    /// Backticks in a row so far.
    run: u32,
    fence: bool,
    inline: bool,
}

impl CodeTracker {
    fn read(&mut self, text: &str) {
        for c in text.chars() {
            if c == '`' {
                self.run += 1;
                continue;
            }
            self.end_run();
            // A stray backtick must not turn the rest of the answer into code.
            self.inline &= c != '\n';
        }
    }

    /// What comes next is no backtick.
    fn end_run(&mut self) {
        match self.run {
            0 => {}
            3.. => (self.fence, self.inline) = (!self.fence, false),
            _ if !self.fence => self.inline = !self.inline,
            _ => {}
        }
        self.run = 0;
    }

    fn is_code(&self) -> bool {
        self.fence || self.inline
    }
}

/// Ids, numbers or made-up names and places, one or more: no white space but around separators, no code.
fn looks_like_ids(inside: &str) -> bool {
    let parts: Vec<&str> = inside.split([',', ';']).map(str::trim).collect();
    parts.iter().all(|part| {
        !part.is_empty()
            && !part.starts_with('-')
            && part.chars().all(|c| c.is_alphanumeric() || "_-./:#@".contains(c))
            && part.chars().any(|c| c.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Relation;

    fn evidence(id: &str) -> Evidence {
        Evidence {
            id: id.to_owned(),
            path: format!("src/{id}.rs"),
            start_line: 3,
            end_line: 9,
            hash: String::new(),
            relation: Relation::Read,
            symbol: None,
            kind: "text".to_owned(),
            signature: None,
            doc: None,
            excerpt: String::new(),
            score: 1.0,
            rule: None,
            check: SpanCheck::Verified,
        }
    }

    fn filtered(text: &str, piece: usize, holds: bool) -> (String, Vec<String>, u32) {
        let known = [evidence("aaa111"), evidence("bbb222")];
        let known: Vec<&Evidence> = known.iter().collect();
        let holding = [holds; 2];
        let mut filter = CitationFilter::new(&known, &holding);
        let mut shown = String::new();
        let chars: Vec<char> = text.chars().collect();
        for part in chars.chunks(piece) {
            shown.push_str(&filter.push(&part.iter().collect::<String>()).text);
        }
        shown.push_str(&filter.end().text);
        let (answer, citations, dropped) = filter.into_answer();
        assert_eq!(shown, answer, "what was streamed is the answer");
        (answer, citations.into_iter().map(|c| format!("{}={}", c.number, c.id)).collect(), dropped)
    }

    #[test]
    fn known_spans_are_numbered_in_order_of_use_however_the_stream_is_cut() {
        let text = "B [[bbb222]], both [[aaa111, bbb222]], a list [[1, 2], [3]], naïve ☃ [x] and [";
        for piece in 1..text.len() {
            let (answer, citations, dropped) = filtered(text, piece, true);
            assert_eq!(answer, "B [[1]], both [[2]][[1]], a list [[1, 2], [3]], naïve ☃ [x] and [");
            assert_eq!((citations, dropped), (vec!["1=bbb222".to_owned(), "2=aaa111".to_owned()], 0));
        }
    }

    #[test]
    fn invented_and_stale_spans_never_pass() {
        let (answer, citations, dropped) = filtered("a [[ccc333]] b [[src/a.rs:3-9]] c [[1]] d [[aaa111]].", 4, true);
        assert_eq!((answer.as_str(), citations.len(), dropped), ("a  b  c  d [[1]].", 1, 3));
        let (answer, citations, dropped) = filtered("a [[aaa111]]", 4, false);
        assert_eq!((answer.as_str(), citations.len(), dropped), ("a ", 0, 1));
    }

    #[test]
    fn code_is_left_alone_however_the_stream_is_cut() {
        let text = "Say `grid[[i]]` [[aaa111]]:\n```js\na[[j]] = `[[aaa111]]`\n```\nand `x`[[bbb222]]";
        for piece in 1..text.len() {
            let (answer, citations, dropped) = filtered(text, piece, true);
            assert_eq!(answer, "Say `grid[[i]]` [[1]]:\n```js\na[[j]] = `[[aaa111]]`\n```\nand `x`[[2]]");
            assert_eq!((citations.len(), dropped), (2, 0));
        }
    }

    #[test]
    fn code_with_brackets_stays() {
        let text = "if [[ -f x ]]; then; a[[i + 1]] [[ $x == 1 ]]";
        assert_eq!(filtered(text, 3, true), (text.to_owned(), vec![], 0));
    }
}
