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

/// How long ago something was.
pub fn ago(ms: f64) -> String {
    let seconds = (ms / 1000.0).max(0.0) as u64;
    let (count, unit) = match seconds {
        0..60 => (seconds, "s"),
        60..3600 => (seconds / 60, "min"),
        3600..86_400 => (seconds / 3600, "h"),
        _ => (seconds / 86_400, "d"),
    };
    format!("{count} {unit} ago")
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
        let shown = [-5e3, 0.0, 59_999.0, 60e3, 3_599e3, 3_600e3, 86_399e3, 86_400e3, 864e6].map(ago);
        let expected =
            ["0 s ago", "0 s ago", "59 s ago", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 d ago", "10 d ago"];
        assert_eq!(shown, expected);
        assert_eq!([0.4, 999.0, 1000.0, 61_250.0].map(duration), ["0 ms", "999 ms", "1.0 s", "61.2 s"]);
    }
}
