//! Stable sorting that adds little to a download.
//!
//! The sort of the standard library is compiled anew for every type and order, at about five kilobytes of wasm each
//! time; sixty call sites were a seventh of the engine. Here one sort, of positions, serves all types: what is
//! compiled for each of them compares two elements and swaps two. That costs an indirect call a comparison, so the few
//! long and hot sorts stay with the standard library.

use std::cmp::Ordering;

/// Stable sorts, with the results of `sort`, `sort_by` and `sort_by_key`.
pub trait CompactSort<T> {
    /// As `sort_by`.
    fn compact_sort_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);

    /// As `sort_by_key`.
    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// As `sort`.
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        self.compact_sort_by(T::cmp);
    }
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort_by(&mut self, mut order: impl FnMut(&T, &T) -> Ordering) {
        if self.len() < 2 {
            return;
        }
        let mut places = sorted_places(self.len(), &mut |a, b| order(&self[a], &self[b]));
        rearrange(&mut places, &mut |a, b| self.swap(a, b));
    }
}

/// For each place of the result, where its element is now. A merge sort from the bottom up: stable, a tenth of the code
/// of the standard library's, and as many comparisons as places where the input is in order already.
#[inline(never)]
fn sorted_places(len: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    let mut merged = places.clone();
    let mut width = 1;
    while width < len {
        for (runs, out) in places.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            merge(runs, width.min(runs.len()), out, order);
        }
        std::mem::swap(&mut places, &mut merged);
        width *= 2;
    }
    places
}

/// Merges two sorted runs, the second of which begins at `middle`, into `out`. Of equals those of the first come first.
fn merge(runs: &[usize], middle: usize, out: &mut [usize], order: &mut dyn FnMut(usize, usize) -> Ordering) {
    if middle == runs.len() || order(runs[middle - 1], runs[middle]).is_le() {
        out.copy_from_slice(runs);
        return;
    }
    let (mut left, mut right) = (0, middle);
    for place in out {
        let takes_left = right == runs.len() || left < middle && order(runs[left], runs[right]).is_le();
        let taken = if takes_left { &mut left } else { &mut right };
        *place = runs[*taken];
        *taken += 1;
    }
}

/// Follows each cycle of the permutation once, so that every element is moved by at most one swap.
#[inline(never)]
fn rearrange(places: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut to = start;
        loop {
            let from = std::mem::replace(&mut places[to], to);
            if from == start || from == to {
                break;
            }
            swap(to, from);
            to = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(mut found: Vec<(u8, String)>) {
            let mut expected = found.clone();
            found.compact_sort_by_key(|(key, _)| key % 8);
            expected.sort_by_key(|(key, _)| key % 8);
            proptest::prop_assert_eq!(&found, &expected);
            found.compact_sort();
            expected.sort();
            proptest::prop_assert_eq!(&found, &expected);
            found.compact_sort_by(|a, b| b.1.cmp(&a.1));
            expected.sort_by(|a, b| b.1.cmp(&a.1));
            proptest::prop_assert_eq!(&found, &expected);
        }
    }
}
