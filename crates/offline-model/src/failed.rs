//! That a tool failed in a step.

use model::Finding;

/// Before what a tool said that failed, in the summary of a step.
pub const FAILED: &str = "A tool failed: ";

/// Whether a tool failed in a step, as its summary says.
pub fn has_failed(finding: &Finding) -> bool {
    finding.text.lines().any(|line| line.starts_with(FAILED))
}
