//! The status of runs as text.

use super::{RunState, RunView};
use crate::strings;
use protocol::{Asked, RunStatus};

pub fn status(status: &RunStatus) -> &'static str {
    match status {
        RunStatus::Running => strings::run_status_working(),
        RunStatus::Paused => strings::common_paused(),
        RunStatus::AwaitingApproval => strings::run_status_awaiting_approval(),
        RunStatus::Answered => strings::run_status_answered(),
        RunStatus::Cancelled => strings::run_status_cancelled(),
        RunStatus::Failed { .. } => strings::common_failed(),
        RunStatus::Interrupted => strings::common_interrupted(),
    }
}

/// The name of a status in `data-status`.
pub fn status_name(status: &RunStatus) -> &'static str {
    match status {
        RunStatus::Running => "working",
        RunStatus::Paused => "paused",
        RunStatus::AwaitingApproval => "awaiting-approval",
        RunStatus::Answered => "answered",
        RunStatus::Cancelled => "cancelled",
        RunStatus::Failed { .. } => "failed",
        RunStatus::Interrupted => "interrupted",
    }
}

/// Why a run is suspended and before which node; `None` for one that works, is answered or failed.
pub fn why_suspended(view: &RunView) -> Option<String> {
    let next = view.next().join(", ");
    Some(match &view.state {
        RunState::Interrupted if next.is_empty() => strings::run_interrupted().to_owned(),
        RunState::Interrupted => strings::run_interrupted_at(next),
        RunState::Paused { why: Some(why) } => strings::run_paused_because(why),
        RunState::Paused { .. } if next.is_empty() => strings::run_paused().to_owned(),
        RunState::Paused { .. } => strings::run_paused_before(next),
        RunState::AwaitingApproval => {
            let calls: Vec<_> = view.proposed().collect();
            match (calls.len(), view.questions().count()) {
                (calls, 0) => strings::run_waits_for_approval(calls),
                (0, questions) => strings::run_waits_for_answers(questions),
                (calls, questions) => strings::run_waits_for_both(calls, questions),
            }
        }
        RunState::Elsewhere => strings::run_elsewhere().to_owned(),
        RunState::Cancelled => strings::run_stopped().to_owned(),
        RunState::Running | RunState::Done | RunState::Failed { .. } => return None,
    })
}

/// What an interrupt asks, as a sentence.
pub fn asks(asked: &Asked) -> String {
    match asked {
        Asked::Calls { calls } => strings::run_waits_for_approval(calls.len()),
        Asked::Question { question, .. } => question.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Event, RunOutcome, TimedEvent};

    #[test]
    fn a_suspended_run_is_described_with_its_node() {
        let mut view = RunView::new("q".into(), "a".into());
        assert_eq!(why_suspended(&view), None);
        let next = vec!["tool_node".to_owned()];
        let events = [
            Event::Checkpointed { checkpoint: 1, step: 0, next },
            Event::RunFinished { outcome: RunOutcome::Paused { why: None }, ms: 1.0 },
        ];
        for event in events {
            view.apply(TimedEvent { seq: 0, at_ms: 0.0, event });
        }
        assert_eq!(why_suspended(&view).as_deref(), Some("This run is paused before tool_node."));
        view.state = RunState::Paused { why: Some("The run has used 8 of its 10 steps.".to_owned()) };
        assert_eq!(why_suspended(&view).as_deref(), Some("This run is paused. The run has used 8 of its 10 steps."));
        view.state = RunState::Interrupted;
        assert_eq!(why_suspended(&view).as_deref(), Some("This run stopped when the tab was closed at tool_node."));
    }
}
