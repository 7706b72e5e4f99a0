//! Where a table is cut into pages.
//!
//! Content-defined, as file synchronisers cut streams (Muthitacharoen, Chen, Mazières: A low-bandwidth network file system,
//! 2001): a cut goes before an item by the bits of its key, so that after an edit the cuts soon fall where they fell before, and
//! the pages behind them are the same bytes.

/// The first item of each page. `items`: a hash of what names the item (not of what it holds) and its size in bytes;
/// pages are about `target` bytes, at most twice that unless one item alone is larger.
pub fn cut(items: impl IntoIterator<Item = (u32, usize)>, target: usize) -> Vec<u32> {
    let mut starts = vec![0];
    let mut size = 0;
    for ((key, own), at) in items.into_iter().zip(0..) {
        let wanted = size >= target / 2 && key & 1 == 0;
        if at > 0 && (wanted || size + own > 2 * target) {
            starts.push(at);
            size = 0;
        }
        size += own;
    }
    starts
}

/// Whether these can be the first rows of a table's pages: from 0, each page with a row at least and `most` at most; a table
/// without rows has one page.
pub fn are_starts(starts: &[u32], rows: u32, most: u32) -> bool {
    let ends = starts.iter().skip(1).chain([&rows]);
    let fits = |(start, end): (&u32, &u32)| end > start && end - start <= most;
    match rows {
        0 => starts == [0],
        _ => starts.first() == Some(&0) && starts.iter().zip(ends).all(fits),
    }
}

/// FNV-1a: the same on every host.
pub fn hash(key: &[u8]) -> u32 {
    let folded = key.iter().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    // The lowest bit of FNV follows the keys' lowest bits alone.
    folded ^ (folded >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(sizes: &[usize]) -> Vec<u32> {
        cut(sizes.iter().enumerate().map(|(at, size)| (hash(format!("file{at}").as_bytes()), *size)), 100)
    }

    #[test]
    fn pages_are_near_the_target_and_large_items_have_their_own() {
        let sizes = [30; 200];
        let starts = pages(&sizes);
        assert!((40..=100).contains(&starts.len()), "{}", starts.len());
        assert!(starts.windows(2).all(|pair| (pair[1] - pair[0]) * 30 <= 200));
        assert_eq!(cut([(1, 500), (1, 500)], 100), [0, 1]);
        assert_eq!(cut([], 100), [0]);
    }

    #[test]
    fn pages_start_at_the_first_row_and_none_is_empty_or_too_large() {
        assert!(are_starts(&[0], 0, 5) && are_starts(&[0, 2, 7], 9, 5));
        for starts in [&[][..], &[1, 2], &[0, 2, 2], &[0, 3, 2], &[0, 9], &[0, 10], &[0, 6]] {
            assert!(!are_starts(starts, 9, 5), "{starts:?}");
        }
    }

    #[test]
    fn an_edit_moves_only_the_cuts_near_it() {
        let mut sizes = [30; 200];
        let before = pages(&sizes);
        sizes[20] = 90;
        let after = pages(&sizes);
        let moved = before.iter().filter(|start| !after.contains(start)).count();
        assert!(moved <= 4, "{moved} of {} cuts moved", before.len());
    }
}
