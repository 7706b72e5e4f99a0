//! The scores of one query.

use crate::collector::{Best, Scored};
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

    /// The best documents of a range, best first: `limit` at most, of those that are wanted.
    pub fn best(&self, range: Range<usize>, limit: usize, is_wanted: impl Fn(u32) -> bool) -> Vec<Scored> {
        let mut best = Best::new(limit);
        match self {
            Self::Dense(all) => {
                for ((score, _), document) in all[range.clone()].iter().zip(range.start as u32..) {
                    best.offer(Scored { document, score: *score }, || is_wanted(document));
                }
            }
            Self::Sparse(some) => {
                let own = some.iter().filter(|(document, _)| range.contains(&(**document as usize)));
                let mut own: Vec<Scored> =
                    own.map(|(document, (score, _))| Scored { document: *document, score: *score }).collect();
                own.compact_sort_by_key(|scored| scored.document);
                own.into_iter().for_each(|scored| best.offer(scored, || is_wanted(scored.document)));
            }
        }
        best.sorted()
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
        let best = few.best(0..9, 5, |_| true);
        let wanted = [(7, 1.25), (2, 0.5)].map(|(document, score)| Scored { document, score });
        assert_eq!(best, wanted);
        assert_eq!(many.best(0..9, 5, |_| true), best);
    }
}
