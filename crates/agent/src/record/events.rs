//! The events of a stored run.

use super::About;
use super::StoredRun;
use super::recheck::as_recorded;
use super::recorded::{Recorded, Task};
use protocol::{Event, EventCounter, NodeRun, RunOutcome, TimedEvent, UnnumberedEvent};
use state_graph::log::StopReason;

impl StoredRun {
    /// The events of the run up to its last checkpoint and after it, numbered from 0: those that a listener got,
    /// without the pieces of texts that other events hold as a whole. Their citations are not checked: see
    /// [`recheck`](super::recheck()).
    pub fn events(&self) -> Vec<TimedEvent> {
        events(&self.about, &*self.history)
    }
}

/// As [`StoredRun::events`].
pub(crate) fn events(about: &About, history: &dyn Recorded) -> Vec<TimedEvent> {
    let mut events = Replay::default();
    events.report(
        0.0,
        Event::RunStarted {
            run: about.run.clone(),
            question: about.question.clone(),
            agent: about.options.agent.clone(),
            model: about.answered_by.clone(),
        },
    );
    let mut step = 0;
    for checkpoint in history.line() {
        checkpoint.ran.iter().for_each(|task| events.task(task, checkpoint.step));
        // A plan that a person gave in a fork.
        if checkpoint.edited.contains(&"plan")
            && let Some(plan) = history.plan_at(checkpoint.id)
        {
            events.report(checkpoint.at, plan);
        }
        if checkpoint.edited.contains(&"steering") {
            let before = checkpoint.parent.map_or(0, |parent| history.steering(parent).len());
            for text in history.steering(checkpoint.id).into_iter().skip(before) {
                events.report(checkpoint.at, Event::Steered { text });
            }
        }
        step = checkpoint.step;
        let checkpointed = Event::Checkpointed { checkpoint: checkpoint.id, step, next: checkpoint.next };
        events.report(checkpoint.at, checkpointed);
    }
    history.finished().iter().for_each(|task| events.task(task, step + 1));
    events.end(history);
    events.events
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

    fn task(&mut self, task: &Task<'_>, step: u32) {
        self.report(task.at, Event::NodeStarted { node: task.node.to_owned(), step });
        for stored in task.events {
            as_recorded(&stored.event).into_iter().for_each(|event| self.report(stored.at_ms, event));
        }
        let NodeRun { node, ms, wrote } = task.run();
        self.report(task.at + ms, Event::NodeFinished { node, step, ms, wrote });
    }

    fn end(&mut self, history: &dyn Recorded) {
        let at = self.events.last().map_or(0.0, |last| last.at_ms);
        let questions = history.questions();
        let mut asked = questions.iter().filter_map(|(id, value)| super::asked(id, value)).peekable();
        let outcome = if let Some((_, error)) = history.failure() {
            RunOutcome::Failed { message: error.to_owned(), advice: None }
        } else if history.is_done() {
            RunOutcome::Answered
        } else if asked.peek().is_some() {
            asked.for_each(|interrupt| self.report(at, super::asking(interrupt)));
            RunOutcome::AwaitingApproval
        } else {
            match history.stopped() {
                Some(StopReason::Cancelled) => RunOutcome::Cancelled,
                Some(StopReason::Paused) => RunOutcome::Paused,
                // It broke off: there was no last event.
                None => return,
            }
        };
        self.report(at, Event::RunFinished { outcome, ms: at });
    }
}
