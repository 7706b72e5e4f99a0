//! A second pass over the best hits: by what their definitions mean, which whoever has vectors of them knows.
//!
//! Not for a query that is a name or holds one: there the words decide, and what means the like is no evidence.

use super::{Chosen, Hit, Ranker, hit};
use crate::SearchIndex;
use crate::parts::Parts;
use crate::query::Query;
use crate::query::parse::ParsedQuery;
use crate::weights::LikenessWeights;
use compact_sort::CompactSort;
use facts::DefId;
use rustc_hash::FxHashMap;
use source::FileId;
use std::fmt::Debug;

/// How like definitions and files are to one query, from 0 (not at all, or not known) to 1.
pub trait Likeness {
    /// A definition.
    fn of_definition(&self, file: FileId, definition: DefId) -> f32;

    /// The function of a file that is most like it.
    fn of_file(&self, file: FileId) -> f32;
}

/// Whoever knows what the definitions of an index mean.
pub trait Meanings: Debug + Send + Sync {
    /// How like they are to a query; `None` where nothing is known of it. `text`: that of a file, as it was indexed; without
    /// one nothing is known of the file.
    fn likeness<'a>(&'a self, index: &'a SearchIndex, query: &str, text: TextOf<'a>) -> Option<Box<dyn Likeness + 'a>>;
}

/// The text of a file.
pub type TextOf<'a> = &'a dyn Fn(FileId) -> Option<&'a str>;

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

/// Whether words alone decide: the query is a name, one makes up half of it, it writes nothing but parts of one, it names a file,
/// or it asks for documents, of which nothing is known. `shares`: a definition of which it writes nothing but parts was found.
pub(crate) fn is_by_words(query: &ParsedQuery, shares: bool) -> bool {
    let is_name = query.symbol_shaped || query.names_a_definition() || shares || query.raw.len() < WORDS;
    is_name || !query.paths.is_empty() || query.about_prose
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
