//! What each of several texts gets of a bound that all of them share.

/// What each of these sizes gets: small ones all they want, the others the same share of what is left.
pub(super) fn shares(sizes: &[usize], most: usize) -> Vec<usize> {
    let mut shares = vec![0; sizes.len()];
    let mut open: Vec<usize> = (0..sizes.len()).collect();
    let mut left = most;
    while !open.is_empty() {
        let each = left / open.len();
        let (small, large): (Vec<usize>, Vec<usize>) = open.iter().partition(|&&at| sizes[at] <= each);
        if small.is_empty() {
            large.iter().for_each(|&at| shares[at] = each);
            break;
        }
        for at in small {
            shares[at] = sizes[at];
            left -= sizes[at];
        }
        open = large;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_texts_are_whole_and_large_ones_share_the_rest() {
        assert_eq!(shares(&[10, 500, 30, 900], 200), [10, 80, 30, 80]);
        assert_eq!(shares(&[10, 20], 200), [10, 20]);
        assert_eq!(shares(&[10, 20], 0), [0, 0]);
        assert!(shares(&[], 5).is_empty());
    }
}
