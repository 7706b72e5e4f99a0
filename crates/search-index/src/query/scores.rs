//! The scores of one query.

use compact_sort::CompactSort;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Most documents that have a place of their own each. An index read in pages claims its own number of
/// documents, so beyond this memory is used only for those that a posting names.
const DENSE: usize = 4 << 20;

/// Every document's score (0 where nothing matches) and which words of the query it matches, as bits.
#[derive(Debug, Clone)]
pub enum Scores {
    /// By document.
    Dense(Vec<(f32, u32)>),
    /// Of those that match.
    Sparse(FxHashMap<u32, (f32, u32)>),
}

impl Scores {
    /// Of so many documents, all 0.
    pub fn new(documents: usize) -> Self {
        match documents {
            0..=DENSE => Self::Dense(vec![(0.0, 0); documents]),
            _ => Self::Sparse(FxHashMap::default()),
        }
    }

    #[inline]
    pub fn add(&mut self, document: u32, score: f32, words: u32) {
        let (own_score, own_words) = match self {
            Self::Dense(all) => &mut all[document as usize],
            Self::Sparse(some) => some.entry(document).or_default(),
        };
        *own_score += score;
        *own_words |= words;
    }

    pub fn of(&self, document: u32) -> (f32, u32) {
        let known = match self {
            Self::Dense(all) => all.get(document as usize),
            Self::Sparse(some) => some.get(&document),
        };
        known.copied().unwrap_or((0.0, 0))
    }

    /// The documents of a range that match, ascending, with their scores.
    pub fn matching(&self, range: Range<usize>) -> Vec<(u32, f32)> {
        let mut found: Vec<(u32, f32)> = match self {
            Self::Dense(all) => {
                let own = all[range.clone()].iter().zip(range.start as u32..);
                return own.filter(|((score, _), _)| *score > 0.0).map(|((score, _), at)| (at, *score)).collect();
            }
            Self::Sparse(some) => some.iter().map(|(document, (score, _))| (*document, *score)).collect(),
        };
        found.retain(|(document, score)| range.contains(&(*document as usize)) && *score > 0.0);
        found.compact_sort_by_key(|(document, _)| *document);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_documents_and_very_many_are_scored_alike() {
        let (mut few, mut many) = (Scores::new(10), Scores::new(u32::MAX as usize));
        assert!(matches!(many, Scores::Sparse(_)), "no room is made for what nothing names");
        for scores in [&mut few, &mut many] {
            for (at, score, words) in [(7, 1.0, 1), (2, 0.5, 2), (7, 0.25, 4), (9, 3.0, 1)] {
                scores.add(at, score, words);
            }
        }
        assert_eq!((few.of(7), few.of(3)), ((1.25, 5), (0.0, 0)));
        assert_eq!((many.of(7), many.of(3)), (few.of(7), few.of(3)));
        assert_eq!(few.matching(0..9), [(2, 0.5), (7, 1.25)]);
        assert_eq!(many.matching(0..9), few.matching(0..9));
    }
}
