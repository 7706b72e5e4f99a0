//! Hits by what definitions mean, which whoever has vectors knows: narrowed and sunk as those by words are.

use super::{Hit, Ranker, hit};
use crate::parts::Parts;
use crate::query::Query;
use crate::ranking::candidates::{Candidate, Narrowed};
use crate::ranking::{files, penalties};
use compact_sort::CompactSort;
use source::FileId;

/// A definition that means something like a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Similar {
    /// Its file.
    pub file: FileId,
    /// Which of the file's definitions, in the order of [`SearchIndex::symbols`](crate::SearchIndex::symbols).
    pub symbol: u32,
    /// How like it is, at most 1. What is 0 or less is no hit.
    pub similarity: f32,
}

impl Ranker {
    /// Whether the name of a definition makes up the query or half of it: then what means the like is no evidence.
    pub fn asks_by_name(&self, parts: &Parts, query: &Query) -> bool {
        let (_, _, query) = self.read(parts, query);
        query.symbol_shaped || query.names_a_definition() || !query.paths.is_empty()
    }

    /// These definitions as hits, best first; what the query's filters leave out is none.
    pub fn rank_similar(&self, parts: &Parts, query: &Query, similar: &[Similar]) -> Vec<Hit> {
        let (limit, within) = (query.limit, query.files.as_ref());
        let (filters, _, query) = self.read(parts, query);
        let narrowed = Narrowed { filters: &filters, within, parts, files: &self.files };
        let mut candidates: Vec<Candidate> = similar
            .iter()
            .filter(|similar| similar.similarity > 0.0)
            .filter_map(|similar| candidate(parts, similar))
            .filter(|candidate| narrowed.takes(candidate))
            .collect();
        penalties::apply(parts, &self.files, &query, &self.ranking.penalties, &mut candidates);
        candidates.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.place().cmp(&b.place())));
        // Similarities lie close together, so that what sinks further hits of a file by words would sink these to the end.
        let best = files::saturate(candidates, limit, 1.0);
        best.iter().map(|candidate| hit(parts, candidate, &[])).collect()
    }
}

/// `None` for a definition that the index does not have.
fn candidate(parts: &Parts, similar: &Similar) -> Option<Candidate> {
    let file = parts.files.binary_search_by_key(&similar.file, |file| file.id).ok()? as u32;
    let own = parts.symbol_range(file);
    let symbol = own.clone().nth(similar.symbol as usize)? as u32;
    let score = similar.similarity;
    Some(Candidate { file, symbol: Some(symbol), chunk: None, score, words: 0, by_body: false, named: false })
}
