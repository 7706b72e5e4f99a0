//! From scored documents to the order a person sees.
//!
//! In turn: [`candidates`] gives chunk scores to definitions; [`definitions`] puts the definition of a name that the
//! query means first; [`files`] favours files whose path matches or of which much matches, and lets further hits of
//! the same file sink; [`penalties`] sinks tests, examples, re-exports and the like.

pub mod candidates;
pub mod definitions;
pub mod files;
pub mod penalties;
pub mod traits;

#[cfg(test)]
mod tests;

use crate::index::SearchIndex;
use crate::query::bm25f;
use crate::query::parse::{self, ParsedQuery};
use candidates::Candidate;
use compact_sort::CompactSort;
use facts::DefId;
use source::{FileId, Span};

/// One result.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Where.
    pub file: FileId,
    /// What to show: the definition, or the piece of it (or of the file) that matches.
    pub span: Span,
    /// The definition it is or belongs to; `None` for text outside any.
    pub definition: Option<DefId>,
    /// Higher is better; comparable within one search only.
    pub score: f32,
    /// The words of the query that it holds, in lower case.
    pub terms: Vec<String>,
}

/// Definitions with more lines than this are shown in part.
const LONG: u32 = 60;

pub(crate) fn rank(index: &SearchIndex, query: &ParsedQuery, limit: usize) -> Vec<Hit> {
    let resolved = parse::resolve(index, &query.words);
    let scores = bm25f::score(index, &resolved.terms);
    let mut candidates = candidates::collect(index, query, &scores);
    if !query.symbol_shaped {
        candidates.iter_mut().for_each(|c| c.score *= 0.4 + 0.6 * coverage(&resolved.words, c.words));
    }
    definitions::boost(index, query, &mut candidates);
    files::boost(index, query, &mut candidates);
    penalties::apply(index, query, &mut candidates);
    candidates.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.place().cmp(&b.place())));
    let chosen = files::saturate(candidates, limit, if query.symbol_shaped { 0.8 } else { 0.7 });
    let texts: Vec<&str> = resolved.words.iter().map(|&(at, _)| query.words[at].text.as_str()).collect();
    chosen.into_iter().map(|candidate| hit(index, &candidate, &texts)).collect()
}

/// How much of what the query tells is matched, from 0 to 1.
fn coverage(all: &[(usize, f32)], words: u32) -> f32 {
    let total: f32 = all.iter().map(|(_, worth)| worth).sum();
    let matched: f32 = all.iter().zip(0..).filter(|(_, bit)| words & 1 << bit != 0).map(|((_, worth), _)| worth).sum();
    if total > 0.0 { matched / total } else { 1.0 }
}

fn hit(index: &SearchIndex, candidate: &Candidate, words: &[&str]) -> Hit {
    let parts = index.parts();
    let symbol = candidate.symbol.and_then(|number| parts.symbol(number as usize));
    let chunk = candidate.chunk.and_then(|number| parts.chunk(number as usize));
    let span = match (symbol, chunk) {
        (Some(symbol), _) if symbol.span.line_count() <= LONG => symbol.span,
        (Some(symbol), Some(chunk)) if candidate.by_body && !candidate.named => within(chunk.span, symbol.span),
        (Some(symbol), _) => head(index, candidate.file, symbol.span),
        (None, Some(chunk)) => chunk.span,
        (None, None) => Span::default(),
    };
    let enclosing = chunk.map(|chunk| chunk.definition).filter(|&definition| definition != DefId::MODULE);
    let matched = words.iter().zip(0..).filter(|(_, bit)| candidate.words & 1 << bit != 0);
    let terms = matched.map(|(word, _)| (*word).to_owned()).collect();
    let file = parts.files[candidate.file as usize].id;
    Hit { file, span, definition: symbol.map(|s| s.definition).or(enclosing), score: candidate.score, terms }
}

/// The part of a chunk that lies in the definition; all of it where they do not meet.
fn within(chunk: Span, definition: Span) -> Span {
    let mut span = chunk;
    if definition.start > span.start && definition.start < span.end {
        (span.start, span.start_line) = (definition.start, definition.start_line);
    }
    if definition.end < span.end && definition.end > span.start {
        (span.end, span.end_line) = (definition.end, definition.end_line);
    }
    span
}

/// A long definition from its first line to the end of the chunk that its first line is in.
fn head(index: &SearchIndex, file: u32, definition: Span) -> Span {
    let parts = index.parts();
    let first = parts
        .chunk_range(file)
        .filter_map(|number| parts.chunk(number))
        .find(|chunk| chunk.span.end > definition.start);
    first.map_or(definition, |chunk| within(chunk.span, definition))
}
