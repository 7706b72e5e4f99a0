//! From scored documents to the order a person sees.
//!
//! In turn: [`candidates`] gives chunk scores to definitions; [`definitions`] puts the definition of a name that the
//! query means first; [`files`] favours files whose path matches or of which much matches, and lets further hits of
//! the same file sink; [`penalties`] sinks tests, examples, re-exports and the like. Before all that [`history`] favours files
//! that were changed by commits whose subjects match. After it, where whoever searches knows what definitions mean,
//! [`likeness`] sorts the first hits once more.

pub mod candidates;
pub mod definitions;
pub mod files;
pub mod history;
pub mod likeness;
pub mod names;
pub mod penalties;
pub mod similar;
pub mod traits;
pub mod written;

#[cfg(test)]
mod tests;

use crate::parts::Parts;
use crate::query::bm25f::{self, NormTable};
use crate::query::filters::Filters;
use crate::query::parse::ParsedQuery;
use crate::query::{Query, parse, phrases, places, spelling};
use crate::weights::Ranking;
use candidates::{Candidate, Narrowed};
use compact_sort::CompactSort;
use facts::DefId;
use names::Names;
use source::{FileId, Span};
use traits::FileTraits;

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

/// What was found for a query.
#[derive(Default)]
struct Chosen {
    /// Best first.
    candidates: Vec<Candidate>,
    /// The words of the query by their bits.
    words: Vec<String>,
    /// The query without its filters.
    text: String,
    /// It is a name or holds one, so that words alone decide.
    by_words: bool,
}

/// Longest query read, in bytes.
const MAX_TEXT: usize = 16 * 1024;

/// Definitions with more lines than this are shown in part.
const LONG: u32 = 60;

/// What ranks the hits of one index, made when it is opened.
#[derive(Debug, Clone)]
pub(crate) struct Ranker {
    ranking: Ranking,
    norms: NormTable,
    files: Vec<FileTraits>,
}

impl Ranker {
    pub fn new(parts: &Parts, ranking: Ranking) -> Self {
        let norms = NormTable::new(&ranking.bm25, &parts.averages);
        let files = traits::of_files(parts, &ranking.penalties);
        Self { ranking, norms, files }
    }

    /// The best hits, best first.
    pub fn rank(&self, parts: &Parts, query: &Query) -> Vec<Hit> {
        let Chosen { candidates, words, .. } = self.choose(parts, query);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        candidates.iter().map(|candidate| hit(parts, candidate, &words)).collect()
    }

    /// The files of the best hits, best first: without the rows that only who shows a hit needs.
    pub fn rank_files(&self, parts: &Parts, query: &Query) -> Vec<FileId> {
        let mut found: Vec<FileId> = Vec::new();
        for candidate in self.choose(parts, query).candidates {
            let file = parts.files[candidate.file as usize].id;
            if !found.contains(&file) {
                found.push(file);
            }
        }
        found
    }

    /// The filters of a query, the text that is left, and what it asks for.
    fn read(&self, parts: &Parts, query: &Query) -> (Filters, String, ParsedQuery) {
        let terms = &self.ranking.terms;
        let (filters, text) = Filters::read(&query.text[..query.text.floor_char_boundary(MAX_TEXT)]);
        let mut query = parse::parse(&text, terms);
        spelling::correct(&mut query, &parts.terms, terms);
        phrases::add(&mut query, parts, terms);
        query.hints.compact_sort_by_key(|hint| hint.means);
        (filters, text, query)
    }

    /// The best candidates for a query.
    fn choose(&self, parts: &Parts, query: &Query) -> Chosen {
        let Self { ranking, norms, files } = self;
        let limit = query.limit;
        // What is ranked of part of the postings, or of candidates of which part is known, are not the best: their pages are not
        // noted. Whoever runs the search loads what is missing and runs it again.
        let faults = parts.terms.faults();
        let is_short = || parts.terms.faults() != faults;
        let nothing = Chosen::default;
        let within = query.files.as_ref();
        let (filters, text, query) = self.read(parts, query);
        let resolved = parse::resolve(parts, &query, &ranking.terms);
        let (scores, histories) = bm25f::score(parts, norms, &resolved.terms);
        let names = Names::new(parts, &query);
        if is_short() {
            return nothing();
        }
        let narrowed = Narrowed { filters: &filters, within, parts, files };
        let mut candidates = candidates::collect(&narrowed, &names, &scores, ranking.definitions.chunk_share);
        if !query.symbol_shaped {
            let kept = ranking.terms.uncovered;
            candidates.iter_mut().for_each(|c| c.score *= kept + (1.0 - kept) * coverage(&resolved.words, c.words));
        }
        let share = |words| coverage(&resolved.words, words);
        let found = (&scores, &histories);
        history::lift(&narrowed, &query, found, share, &ranking.history, &mut candidates);
        let shares = definitions::boost(parts, files, &names, &query, &ranking.definitions, &mut candidates);
        files::boost(files, &query, &ranking.files, &mut candidates);
        files::favour_places(files, &places::read(&text), ranking.files.place, &mut candidates);
        penalties::apply(parts, files, &query, &ranking.penalties, &mut candidates);
        if is_short() {
            return nothing();
        }
        candidates.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.place().cmp(&b.place())));
        let further = if query.symbol_shaped { ranking.files.further_of_name } else { ranking.files.further };
        let words = resolved.words.iter().map(|&(at, _)| query.words[at].text.clone()).collect();
        let by_words = likeness::is_by_words(&query, shares);
        Chosen { candidates: files::saturate(candidates, limit, further), words, text, by_words }
    }
}

/// The share of the query's words that match, each weighed by how rare it is; from 0 to 1.
fn coverage(all: &[(usize, f32)], words: u32) -> f32 {
    let total: f32 = all.iter().map(|(_, worth)| worth).sum();
    let matched: f32 = all.iter().zip(0..).filter(|(_, bit)| words & 1 << bit != 0).map(|((_, worth), _)| worth).sum();
    if total > 0.0 { matched / total } else { 1.0 }
}

fn hit(parts: &Parts, candidate: &Candidate, words: &[&str]) -> Hit {
    let symbol = candidate.symbol.and_then(|number| parts.symbol(number as usize));
    let chunk = candidate.chunk.and_then(|number| parts.chunk(number as usize));
    let span = match (symbol, chunk) {
        (Some(symbol), _) if symbol.span.line_count() <= LONG => symbol.span,
        (Some(symbol), Some(chunk)) if candidate.by_body && !candidate.named => within(chunk.span, symbol.span),
        (Some(symbol), _) => head(parts, candidate.file, symbol.span),
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
fn head(parts: &Parts, file: u32, definition: Span) -> Span {
    let first = parts
        .chunk_range(file)
        .filter_map(|number| parts.chunk(number))
        .find(|chunk| chunk.span.end > definition.start);
    first.map_or(definition, |chunk| within(chunk.span, definition))
}
