//! Where lines of the base are in the overlay: for what the call graph and the search index know of the base alone.

use super::{Overlaid, read};
use crate::SpanRef;
use crate::codebase::{lines_in, range_of_lines};
use crate::questions::QuestionError;
use change_set::{Overlay, splice};
use source::{ContentHash, RepoPath};
use std::ops::Range;

/// Lines of the base, seen in the overlay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Now {
    /// The same text is there, at another place maybe.
    Here(SpanRef),
    /// The file is there with other text in their place.
    Changed,
    /// The file is not there.
    Deleted,
}

impl Overlaid<'_> {
    /// Where lines of the base are now. Lines that no edit touched are found by the edits around them; others where the
    /// file holds the same text once, as it did in the base.
    ///
    /// # Errors
    /// As [`content`](Self::content).
    pub fn now(self, span: &SpanRef) -> Result<Now, QuestionError> {
        if !self.touches(&span.path) {
            return Ok(Now::Here(span.clone()));
        }
        let Ok(path) = RepoPath::parse(&span.path) else { return Ok(Now::Deleted) };
        let path = match self.changes.read(&path) {
            Overlay::Deleted { to: Some(to) } => to.clone(),
            // Another file was moved here.
            Overlay::Deleted { to: None } | Overlay::Moved { .. } | Overlay::Changed { from: Some(_), .. } => {
                return Ok(Now::Deleted);
            }
            Overlay::Changed { from: None, .. } | Overlay::Untouched => path,
        };
        let Some(file) = self.codebase.snapshot().find(&span.path) else { return Ok(Now::Deleted) };
        let before = self.codebase.text(file)?;
        let Some(content) = self.content(&path)? else { return Ok(Now::Deleted) };
        let holds = |start: u32| {
            let end = start + (span.end_line - span.start_line);
            let text = read::lines(content.text, start, end)?;
            let here = SpanRef { path: path.to_string(), start_line: start, end_line: end, hash: span.hash };
            (ContentHash::of(text.as_bytes()) == span.hash).then_some(here)
        };
        let Some(range) = range_of_lines(before, span.start_line, span.end_line) else { return Ok(Now::Changed) };
        let lines = &before[range.clone()];
        let here = shifted(before, content.text, range)
            .and_then(|at| holds(line_of(content.text, at)))
            .or_else(|| only(before, lines).and_then(|_| holds(only(content.text, lines)?)));
        Ok(here.map_or(Now::Changed, Now::Here))
    }
}

/// Where a stretch of a text begins after the edits that make `after` of it; None where one of them is in it.
fn shifted(before: &str, after: &str, stretch: Range<usize>) -> Option<usize> {
    let mut at = stretch.start;
    for splice in splice::between(before, after) {
        let (start, end) = (splice.at as usize, (splice.at + splice.remove) as usize);
        if start >= stretch.end {
            break;
        }
        if end > stretch.start || (start > stretch.start && splice.remove == 0) {
            return None;
        }
        at = at + splice.insert.len() - splice.remove as usize;
    }
    Some(at)
}

/// The line on which the only place begins where a text holds these whole lines.
fn only(text: &str, lines: &str) -> Option<u32> {
    let lines = lines.trim_end_matches(['\n', '\r']);
    if lines.trim().is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    let whole = |at: &usize| {
        let end = at + lines.len();
        (*at == 0 || bytes[at - 1] == b'\n') && (end == bytes.len() || matches!(bytes[end], b'\n' | b'\r'))
    };
    let mut places = text.match_indices(lines).map(|(at, _)| at).filter(whole);
    match (places.next(), places.next()) {
        (Some(at), None) => Some(line_of(text, at)),
        _ => None,
    }
}

/// The line that begins at a byte of a text, from 1.
fn line_of(text: &str, at: usize) -> u32 {
    text.get(..at).map_or(0, lines_in) + 1
}
