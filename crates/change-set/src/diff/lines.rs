//! Which lines differ.

use imara_diff::{Algorithm, Diff, InternedInput};

/// The runs of lines that differ, in order; a line includes its end. Near linear in time, whatever the texts.
pub(crate) fn changed_ranges(before: &str, after: &str) -> Vec<imara_diff::Hunk> {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks().collect()
}
