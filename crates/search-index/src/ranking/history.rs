//! What a hit gains by the history of its file: subjects of commits often say in a person's words what the code says in its
//! own.

use crate::parts::Parts;
use crate::query::history::{FileScore, FileScores};
use crate::query::parse::ParsedQuery;
use crate::query::scores::Scores;
use crate::ranking::candidates::{Candidate, Narrowed};
use crate::weights::HistoryWeights;
use compact_sort::CompactSort;
use rustc_hash::FxHashMap;

/// Most files that are found by their history alone.
const ALONE: usize = 10;

/// Lifts the hits of files whose history matches, and adds the files that match best by it and not by their text.
/// `share`: of the query's words, how much those of these bits are worth.
pub(crate) fn lift(
    narrowed: &Narrowed<'_>,
    query: &ParsedQuery,
    (scores, histories): (&Scores, &FileScores),
    share: impl Fn(u32) -> f32,
    weights: &HistoryWeights,
    candidates: &mut Vec<Candidate>,
) {
    if query.symbol_shaped || query.names_a_definition() {
        return;
    }
    let own = |&(score, words): &FileScore| score * share(words);
    let mut best: FxHashMap<u32, f32> = FxHashMap::default();
    for candidate in &*candidates {
        let known = best.entry(candidate.file).or_default();
        *known = known.max(candidate.score);
    }
    for candidate in &mut *candidates {
        if let Some(history) = histories.by_file.get(&candidate.file)
            && let Some(most) = best.get(&candidate.file).filter(|most| **most > 0.0)
        {
            candidate.score *= 1.0 + weights.with_text * own(history) / most;
        }
    }
    let others = histories.by_file.iter().filter(|(file, _)| !best.contains_key(file) && narrowed.takes_file(**file));
    let mut others: Vec<(u32, f32)> = others.map(|(file, history)| (*file, own(history))).collect();
    others.compact_sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    others.truncate(ALONE);
    let parts = narrowed.parts;
    let found = others.into_iter().filter_map(|(file, score)| {
        let chunk = best_chunk(parts, scores, file)?;
        let words = scores.of(parts.symbols.len() as u32 + chunk).1;
        let (symbol, chunk, score) = (None, Some(chunk), weights.alone * score);
        Some(Candidate { file, symbol, chunk, score, words, by_body: true, named: false })
    });
    candidates.extend(found.filter(|candidate| narrowed.takes(candidate)));
}

/// The chunk of a file that matches best; its first where none does.
fn best_chunk(parts: &Parts, scores: &Scores, file: u32) -> Option<u32> {
    let symbols = parts.symbols.len() as u32;
    let score = |chunk: &u32| scores.of(symbols + chunk).0;
    let chunks = parts.chunk_range(file).map(|chunk| chunk as u32);
    chunks.max_by(|a, b| score(a).total_cmp(&score(b)).then(b.cmp(a)))
}
