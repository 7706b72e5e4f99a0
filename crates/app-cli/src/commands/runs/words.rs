//! Texts about runs.

use protocol::{Citation, ModelChoice, RunStatus, SpanCheck};

/// A status, in a column.
pub fn status(status: &RunStatus) -> &'static str {
    match status {
        RunStatus::Running => "running",
        RunStatus::Paused => "paused",
        RunStatus::AwaitingApproval => "waits",
        RunStatus::Answered => "answered",
        RunStatus::Cancelled => "cancelled",
        RunStatus::Failed { .. } => "failed",
        RunStatus::Interrupted => "interrupted",
    }
}

/// How long something took.
pub fn duration(ms: f64) -> String {
    if ms < 1000.0 { format!("{ms:.0} ms") } else { format!("{:.1} s", ms / 1000.0) }
}

pub fn model(choice: &ModelChoice) -> String {
    match choice {
        ModelChoice::Offline => "offline".to_owned(),
        ModelChoice::OpenAiCompatible { base_url, model } => format!("{model} at {base_url}"),
    }
}

/// How many citations are verified, stale and unchecked; counts of none are left out.
pub fn checks(citations: &[Citation]) -> String {
    let kinds = [(SpanCheck::Verified, "verified"), (SpanCheck::Stale, "stale"), (SpanCheck::Unchecked, "not checked")];
    let count = |check| citations.iter().filter(|citation| citation.check == check).count();
    let counts = kinds.into_iter().map(|(check, word)| (count(check), word)).filter(|(count, _)| *count > 0);
    counts.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_one_unit() {
        assert_eq!([0.4, 999.0, 1000.0, 61_250.0].map(duration), ["0 ms", "999 ms", "1.0 s", "61.2 s"]);
    }
}
