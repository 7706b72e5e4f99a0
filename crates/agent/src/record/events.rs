//! The events of a stored run.

use super::StoredRun;
use super::recheck::as_recorded;
use crate::AgentState;
use crate::nodes::planner::sentences;
use protocol::{Event, EventCounter, RunOutcome, TimedEvent, UnnumberedEvent};
use state_graph::log::StopReason;
use state_graph::{RanTask, Update};

impl StoredRun {
    /// The events of the run up to its last checkpoint and after it, numbered from 0: those that a listener got,
    /// without the pieces of texts that other events hold as a whole. Their citations are not checked: see
    /// [`recheck`](super::recheck()).
    pub fn events(&self) -> Vec<TimedEvent> {
        let history = &self.history;
        let mut events = Replay::default();
        let about = &self.about;
        events.report(
            0.0,
            Event::RunStarted {
                run: about.run.clone(),
                question: about.question.clone(),
                agent: about.options.agent.clone(),
                model: about.answered_by.clone(),
            },
        );
        for id in history.line_of(history.head()) {
            // Ids of its own line are there.
            let Ok(checkpoint) = history.checkpoint(id) else { continue };
            checkpoint.ran.iter().for_each(|task| events.task(task, checkpoint.step));
            let next = checkpoint.next.iter().map(|&node| node.to_owned()).collect();
            let at = checkpoint.at.unwrap_or(0.0);
            // A plan that a person gave in a fork.
            if checkpoint.update.iter().any(|update| update.written().contains(&"plan"))
                && let Ok(state) = history.state(id)
            {
                events.report(at, plan_given(&state));
            }
            events.report(at, Event::Checkpointed { checkpoint: id, step: checkpoint.step, next });
        }
        let step = history.checkpoint(history.head()).map_or(0, |checkpoint| checkpoint.step);
        history.finished_tasks().for_each(|task| events.task(&task, step + 1));
        self.report_end(&mut events);
        events.events
    }

    fn report_end(&self, events: &mut Replay) {
        let at = events.events.last().map_or(0.0, |last| last.at_ms);
        let calls = self.proposed();
        let outcome = if let Some((_, error)) = self.history.failure() {
            RunOutcome::Failed { message: error.to_owned(), advice: None }
        } else if self.history.is_done() {
            RunOutcome::Answered
        } else if !calls.is_empty() {
            events.report(at, Event::ApprovalAsked { calls });
            RunOutcome::AwaitingApproval
        } else {
            match self.history.stopped() {
                Some(StopReason::Cancelled) => RunOutcome::Cancelled,
                Some(StopReason::Paused) => RunOutcome::Paused,
                // It broke off: there was no last event.
                None => return,
            }
        };
        events.report(at, Event::RunFinished { outcome, ms: at });
    }
}

/// The plan of a state as if the planner had just made it.
pub(crate) fn plan_given(state: &AgentState) -> Event {
    Event::PlanMade { steps: sentences(&state.plan), iteration: state.iteration_count.max(1), fallback: None }
}

/// Events of a log, as they are numbered again.
#[derive(Default)]
struct Replay {
    counter: EventCounter,
    events: Vec<TimedEvent>,
}

impl Replay {
    fn report(&mut self, at_ms: f64, event: Event) {
        self.events.push(self.counter.number(UnnumberedEvent { at_ms, event }));
    }

    fn task(&mut self, task: &RanTask<'_, AgentState>, step: u32) {
        // Logs of runs without a clock have no times.
        let (node, at, ms) = (task.node.to_owned(), task.at.unwrap_or(0.0), task.ms.unwrap_or(0.0));
        self.report(at, Event::NodeStarted { node: node.clone(), step });
        for stored in task.events {
            as_recorded(&stored.event).into_iter().for_each(|event| self.report(stored.at_ms, event));
        }
        let wrote = task.update.written().into_iter().map(str::to_owned).collect();
        self.report(at + ms, Event::NodeFinished { node, step, ms, wrote });
    }
}
