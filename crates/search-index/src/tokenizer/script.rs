//! Scripts that are written without spaces between words.

/// True for characters of which a pair, not a space-separated run, is what people search for.
pub fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x3041..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x2FA1F)
}

/// Cuts a word into runs of one sort: unspaced script or not.
pub fn runs(word: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let unspaced = is_unspaced(rest.chars().next()?);
        let end = rest.find(|c| is_unspaced(c) != unspaced).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some((run, unspaced))
    })
}

/// The overlapping pairs of a run; the character itself if it is alone.
pub fn pairs(run: &str, mut emit: impl FnMut(&str)) {
    let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    if starts.len() == 2 {
        return emit(run);
    }
    for window in starts.windows(3) {
        emit(&run[window[0]..window[2]]);
    }
}
