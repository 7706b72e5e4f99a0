//! A second pass over the best hits: by what their definitions mean, which whoever has vectors of them knows.
//!
//! Not for a query that is a name or holds one: there the words decide, and what means the like is no evidence.

use super::{Chosen, Hit, Ranker, hit};
use crate::parts::Parts;
use crate::query::Query;
use crate::query::parse::{Means, ParsedQuery};
use crate::weights::LikenessWeights;
use compact_sort::CompactSort;
use facts::DefId;
use rustc_hash::FxHashMap;
use source::FileId;

/// How like definitions and files are to one query, from 0 (not at all, or not known) to 1.
pub trait Likeness {
    /// A definition.
    fn of_definition(&self, file: FileId, definition: DefId) -> f32;

    /// The function of a file that is most like it.
    fn of_file(&self, file: FileId) -> f32;
}

/// Words of a query at least: fewer are a name or a part of one.
const WORDS: usize = 3;

impl Ranker {
    /// The best hits as [`rank`](Self::rank) finds them, the first of them in the order of the second pass. `likeness` is asked
    /// for only where there is one; without one they stay as they are.
    pub fn rank_alike<'l>(
        &self,
        parts: &Parts,
        query: &Query,
        likeness: &dyn Fn(&str) -> Option<Box<dyn Likeness + 'l>>,
    ) -> Vec<Hit> {
        let weights = &self.ranking.likeness;
        let more = Query { limit: query.limit.max(weights.hits), ..query.clone() };
        let Chosen { candidates, words, text, by_words } = self.choose(parts, &more);
        let likeness = if by_words { None } else { likeness(&text) };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let most = if likeness.is_some() { more.limit } else { query.limit };
        let mut hits: Vec<Hit> = candidates.iter().take(most).map(|candidate| hit(parts, candidate, &words)).collect();
        if let Some(likeness) = likeness {
            lift(&mut hits, &*likeness, weights);
        }
        hits.truncate(query.limit);
        hits
    }
}

/// Whether a query is a name, holds one that it writes as a name, or writes nothing but parts of one. `shares`: a definition
/// of which it writes nothing but parts was found; `is_named`: whether one that the hint at a place of the query names was.
pub(crate) fn is_by_name(query: &ParsedQuery, shares: bool, is_named: impl Fn(usize) -> bool) -> bool {
    let named =
        |means: &[Means]| (0..query.hints.len()).any(|at| means.contains(&query.hints[at].means) && is_named(at));
    let gate = std::env::var("GATE").unwrap_or_default();
    query.symbol_shaped
        || !query.paths.is_empty()
        || query.raw.len() < WORDS
        || (shares && !gate.contains('s'))
        || (query.names_a_definition() && !gate.contains('n'))
        || (gate.contains('D') && named(&[Means::Phrase, Means::WholePhrase]))
        || (gate.contains('E') && named(&[Means::Name]))
        || (gate.contains('F') && named(&[Means::Word]))
}

/// Sorts the first hits by (score / best + a cos²) (1 + b cos² of the best function of the file), times the best score.
fn lift(hits: &mut [Hit], likeness: &dyn Likeness, weights: &LikenessWeights) {
    let best = hits.first().map_or(0.0, |hit| hit.score);
    let mut files: FxHashMap<FileId, f32> = FxHashMap::default();
    for hit in hits.iter_mut().take(weights.hits) {
        let own = hit.definition.map_or(0.0, |definition| likeness.of_definition(hit.file, definition));
        let file = *files.entry(hit.file).or_insert_with(|| likeness.of_file(hit.file));
        hit.score = (hit.score + weights.definition * own * own * best) * (1.0 + weights.file * file * file);
    }
    hits.compact_sort_by(|a, b| b.score.total_cmp(&a.score));
}
