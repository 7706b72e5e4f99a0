//! The status of runs as text.

use super::{RunState, RunView};
use crate::text::{length, plural};
use protocol::{Asked, RunStatus};

pub fn status(status: &RunStatus) -> &'static str {
    match status {
        RunStatus::Running => "working",
        RunStatus::Paused => "paused",
        RunStatus::AwaitingApproval => "awaiting approval",
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
        RunState::Interrupted if next.is_empty() => "This run stopped when the tab was closed.".to_owned(),
        RunState::Interrupted => format!("This run stopped when the tab was closed at {next}."),
        RunState::Paused { why: Some(why) } => format!("This run is paused. {why}"),
        RunState::Paused { .. } if next.is_empty() => "This run is paused.".to_owned(),
        RunState::Paused { .. } => format!("This run is paused before {next}."),
        RunState::AwaitingApproval => {
            let calls: Vec<_> = view.proposed().collect();
            let answer = match view.questions().count() {
                0 => None,
                1 => Some("for your answer to a question".to_owned()),
                count => Some(format!("for your answers to {count} questions")),
            };
            let approval = (!calls.is_empty() || answer.is_none())
                .then(|| format!("for your approval of {}", plural(length(&calls), "tool call")));
            let both: Vec<_> = approval.into_iter().chain(answer).collect();
            format!("This run waits {}.", both.join(", and "))
        }
        RunState::Elsewhere => "Another tab works on this run.".to_owned(),
        RunState::Cancelled => "Stopped. Nothing was changed; what was found is kept.".to_owned(),
        RunState::Running | RunState::Done | RunState::Failed { .. } => return None,
    })
}

/// What an interrupt asks, as a sentence.
pub fn asks(asked: &Asked) -> String {
    match asked {
        Asked::Calls { calls } => {
            format!("This run waits for your approval of {}.", plural(length(calls), "tool call"))
        }
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
