//! How central a symbol is.

use crate::Edge;

const DAMPING: f64 = 0.85;
const ROUNDS: usize = 20;

/// PageRank over calls weighted by confidence (Brin and Page 1998): who is called by much that is itself called. A
/// fixed number of rounds and a fixed order of additions make it the same on every host.
pub(crate) fn rank(count: usize, edges: &[Edge]) -> Vec<f32> {
    if count == 0 {
        return Vec::new();
    }
    let mut out = vec![0.0f64; count];
    for edge in edges {
        out[edge.from.0 as usize] += f64::from(edge.confidence);
    }
    let mut rank = vec![1.0 / count as f64; count];
    for _ in 0..ROUNDS {
        let lost: f64 = (0..count).filter(|at| out[*at] == 0.0).map(|at| rank[at]).sum();
        let mut next = vec![(1.0 - DAMPING + DAMPING * lost) / count as f64; count];
        for edge in edges {
            let from = edge.from.0 as usize;
            next[edge.to.0 as usize] += DAMPING * rank[from] * f64::from(edge.confidence) / out[from];
        }
        rank = next;
    }
    rank.into_iter().map(|value| value as f32).collect()
}
