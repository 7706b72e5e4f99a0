//! Reciprocal rank fusion (Cormack, Clarke, Büttcher: Reciprocal rank fusion outperforms Condorcet and individual rank
//! learning methods, 2009): scores of different searches cannot be compared, ranks can.

use compact_sort::CompactSort;

/// The constant of the paper: how little the first ranks of one list count more than the next.
pub const RANK_CONSTANT: f32 = 60.0;

/// One list of two, best first, with the score of each: the sum over the lists that hold it of 1 / (60 + its rank). An
/// item of the second list that is the same as one of the first is dropped, and adds to its score. Of equal scores the
/// first list's comes first.
pub fn fuse<T>(first: Vec<T>, second: Vec<T>, same: impl Fn(&T, &T) -> bool) -> Vec<(T, f32)> {
    let of_rank = |at: usize| 1.0 / (RANK_CONSTANT + at as f32 + 1.0);
    let mut fused: Vec<(T, f32)> = first.into_iter().enumerate().map(|(at, item)| (item, of_rank(at))).collect();
    let of_first = fused.len();
    let mut met = vec![false; of_first];
    for (at, item) in second.into_iter().enumerate() {
        let known = (0..of_first).find(|known| !met[*known] && same(&fused[*known].0, &item));
        match known {
            Some(known) => {
                met[known] = true;
                fused[known].1 += of_rank(at);
            }
            None => fused.push((item, of_rank(at))),
        }
    }
    fused.compact_sort_by(|a, b| b.1.total_cmp(&a.1));
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(first: &[char], second: &[char]) -> String {
        fuse(first.to_vec(), second.to_vec(), |a, b| a == b).into_iter().map(|(item, _)| item).collect()
    }

    #[test]
    fn what_both_lists_hold_comes_first() {
        assert_eq!(order(&['a', 'b', 'c'], &['c', 'd']), "cabd");
        assert_eq!(order(&['a', 'b'], &['b', 'a']), "ab", "equal: as in the first list");
        assert_eq!(order(&['a', 'b'], &[]), "ab");
        assert_eq!(order(&[], &['x', 'y']), "xy");
    }

    #[test]
    fn scores_are_sums_of_reciprocal_ranks() {
        let fused = fuse(vec!['a', 'b'], vec!['b'], |a, b| a == b);
        assert_eq!(fused, [('b', 1.0 / 62.0 + 1.0 / 61.0), ('a', 1.0 / 61.0)]);
    }

    #[test]
    fn an_item_counts_once_for_each_list() {
        // Two pieces of one definition in the first list: the second list's hit adds to the better one.
        let fused = fuse(vec![(1, 'a'), (1, 'b')], vec![(1, 'c')], |a, b| a.0 == b.0);
        assert_eq!(fused.iter().map(|(item, _)| item.1).collect::<String>(), "ab");
        assert!(fused[0].1 > fused[1].1 * 1.9);
    }
}
