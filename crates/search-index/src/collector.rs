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

/// The `limit` best, best first. Selects before it sorts: O(n + limit log limit).
pub fn top(mut scored: Vec<Scored>, limit: usize) -> Vec<Scored> {
    if limit == 0 {
        return Vec::new();
    }
    if scored.len() > limit {
        scored.select_nth_unstable_by(limit - 1, Scored::order);
        scored.truncate(limit);
    }
    scored.compact_sort_by(Scored::order);
    scored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_best_and_breaks_ties_by_document() {
        let scored = [1.0, 3.0, 2.0, 3.0].iter().zip(0..).map(|(&score, document)| Scored { document, score });
        let best: Vec<u32> = top(scored.collect(), 3).iter().map(|s| s.document).collect();
        assert_eq!(best, [1, 3, 2]);
        assert!(top(Vec::new(), 5).is_empty());
    }
}
