//! Where a text is in code.

use memchr::memmem;

/// Where `wanted` begins in the code, in order; places do not overlap. Quicker than `str::match_indices`, which matters because
/// each file is searched for some fifty texts.
pub fn places<'c>(code: &'c str, wanted: &'c str) -> impl Iterator<Item = usize> + 'c {
    memmem::find_iter(code.as_bytes(), wanted)
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn places_are_those_of_the_text() {
        assert_eq!(places("äconfig config", "config").collect::<Vec<_>>(), [2, 9]);
        assert_eq!(places("aaaa", "aa").collect::<Vec<_>>(), [0, 2]);
        assert_eq!(places("", "a").count(), 0);
    }
}
