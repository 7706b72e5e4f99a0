//! Which lines differ.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::ops::Range;

/// The runs of lines that differ, in order; a line includes its end. Near linear in time, whatever the texts.
pub(crate) fn changed_ranges(before: &str, after: &str) -> Vec<imara_diff::Hunk> {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks().collect()
}

/// The runs of lines that differ between two texts, in order: those before, and those after, counted from 0. A line includes
/// its end. Near linear in time, whatever the texts.
pub fn changed_lines(before: &str, after: &str) -> Vec<(Range<u32>, Range<u32>)> {
    changed_ranges(before, after).into_iter().map(|change| (change.before, change.after)).collect()
}
