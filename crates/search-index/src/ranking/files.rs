//! What a hit gains by its file.

use crate::query::parse::{ParsedQuery, QueryWord};
use crate::query::places::fold;
use crate::ranking::candidates::Candidate;
use crate::ranking::traits::FileTraits;
use crate::weights::FileWeights;
use compact_sort::CompactSort;
use rustc_hash::FxHashMap;

/// Favours files that the query names, whose path shares words with it, or of which much matches.
pub(crate) fn boost(files: &[FileTraits], query: &ParsedQuery, weights: &FileWeights, candidates: &mut [Candidate]) {
    let mut of_path: FxHashMap<u32, f32> = FxHashMap::default();
    for candidate in &mut *candidates {
        let file = &files[candidate.file as usize];
        candidate.score *= *of_path.entry(candidate.file).or_insert_with(|| for_path(query, file, weights));
    }
    if query.symbol_shaped {
        return;
    }
    let mut of_file: FxHashMap<u32, f32> = FxHashMap::default();
    candidates.iter().for_each(|candidate| *of_file.entry(candidate.file).or_default() += candidate.score);
    let most = of_file.values().copied().fold(0.0, f32::max);
    if most > 0.0 {
        for candidate in candidates {
            candidate.score *= 1.0 + weights.coherence * of_file[&candidate.file] / most;
        }
    }
}

fn for_path(query: &ParsedQuery, file: &FileTraits, weights: &FileWeights) -> f32 {
    let is_named = |hint: &String| {
        file.lower.ends_with(hint.as_str())
            || file.lower.strip_prefix(hint.as_str()).is_some_and(|r| r.starts_with('/'))
    };
    let named = if query.paths.iter().any(is_named) { weights.named } else { 1.0 };
    let overlap = overlap(&query.words, &file.stem_parts) + overlap(&query.words, &file.folder_parts) / 2.0;
    named * (1.0 + weights.path_overlap * overlap)
}

/// Favours files that lie where the query says. A word that is the name of no folder or file is none.
pub(crate) fn favour_places(files: &[FileTraits], places: &[String], weight: f32, candidates: &mut [Candidate]) {
    if places.is_empty() {
        return;
    }
    for candidate in candidates {
        let file = &files[candidate.file as usize];
        let is_place = |name: &str| places.iter().any(|place| *place == fold(name));
        if file.lower.split('/').any(is_place) || places.contains(&file.stem) {
            candidate.score *= weight;
        }
    }
}

/// The share of the query's words that occur among the parts of a name.
fn overlap(words: &[QueryWord], parts: &[String]) -> f32 {
    let is = |term: &String, part: &String| part == term || (term.len() > 3 && part.starts_with(term.as_str()));
    let occurs = |word: &&QueryWord| parts.iter().any(|part| word.terms.iter().any(|(term, _)| is(term, part)));
    words.iter().filter(occurs).count() as f32 / words.len().max(1) as f32
}

/// Takes the best, each time counting what is left of a file already taken `decay` as much (at most twice).
pub fn saturate(sorted: Vec<Candidate>, limit: usize, decay: f32) -> Vec<Candidate> {
    let mut seen: FxHashMap<u32, i32> = FxHashMap::default();
    let mut all: Vec<(f32, Candidate)> = Vec::with_capacity(sorted.len());
    for candidate in sorted {
        let before = seen.entry(candidate.file).or_insert(0);
        let factor = match *before {
            0 => 1.0,
            1 => decay,
            _ => decay * decay,
        };
        *before += 1;
        all.push((candidate.score * factor, candidate));
    }
    all.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.place().cmp(&b.1.place())));
    all.truncate(limit);
    all.into_iter().map(|(score, candidate)| Candidate { score, ..candidate }).collect()
}
