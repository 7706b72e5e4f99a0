//! The best of many scored documents.

use compact_sort::CompactSort;
use std::cmp::Ordering;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    pub document: u32,
    /// Its score; higher is better.
    pub score: f32,
}

impl Scored {
    /// Best first; equal scores by document, so the order is total.
    pub fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.document.cmp(&other.document))
    }
}

/// The best documents of those that are offered in ascending order: O(n + limit log limit), in the memory of twice the limit.
#[derive(Debug)]
pub struct Best {
    limit: usize,
    found: Vec<Scored>,
    /// A document with no more than this is not among the best.
    least: f32,
}

impl Best {
    /// The `limit` best; without a score above 0 a document is none.
    pub fn new(limit: usize) -> Self {
        Self { limit, found: Vec::new(), least: 0.0 }
    }

    /// Takes a document that may be one of the best, where `is_wanted` says that it may be a hit at all.
    #[inline]
    pub fn offer(&mut self, scored: Scored, is_wanted: impl FnOnce() -> bool) {
        if scored.score > self.least && is_wanted() {
            self.found.push(scored);
            if self.found.len() >= 2 * self.limit.max(1) {
                self.shrink();
            }
        }
    }

    /// The best, best first.
    pub fn sorted(mut self) -> Vec<Scored> {
        self.found.compact_sort_by(Scored::order);
        self.found.truncate(self.limit);
        self.found
    }

    fn shrink(&mut self) {
        if let Some(last) = self.limit.checked_sub(1) {
            self.least = self.found.select_nth_unstable_by(last, Scored::order).1.score;
        }
        self.found.truncate(self.limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_best_and_breaks_ties_by_document() {
        let best = |scores: &[f32], limit: usize| {
            let mut best = Best::new(limit);
            let scored = scores.iter().zip(0..).map(|(&score, document)| Scored { document, score });
            scored.for_each(|scored| best.offer(scored, || scored.document != 5));
            best.sorted().iter().map(|scored| scored.document).collect::<Vec<u32>>()
        };
        assert_eq!(best(&[1.0, 3.0, 2.0, 3.0], 3), [1, 3, 2]);
        let many = [2.0, 1.0, 2.0, 3.0, 0.0, 9.0, 2.0, 3.0, 2.0, 2.5, 2.0];
        assert_eq!(best(&many, 4), [3, 7, 9, 0], "of equal scores the first stay, and document 5 is not wanted");
        assert_eq!(best(&many, 100), [3, 7, 9, 0, 2, 6, 8, 10, 1]);
        assert!(best(&many, 0).is_empty() && best(&[], 5).is_empty());
    }
}
