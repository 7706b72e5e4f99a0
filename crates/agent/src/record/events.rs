//! The events of a stored run.

use super::About;
use super::StoredRun;
use super::recheck::as_recorded;
use super::recorded::{Recorded, Task};
use super::used::why_paused;
use protocol::{Event, EventCounter, NodeRun, RunOutcome, TimedEvent, UnnumberedEvent};
use state_graph::log::StopReason;
use state_graph::{InnerTask, Inside, LogError};

impl StoredRun {
    /// The events of the run up to its last checkpoint and after it, numbered from 0: those that a listener got,
    /// without the pieces of texts that other events hold as a whole. Their citations are not checked: see
    /// [`recheck`](super::recheck()).
    pub fn events(&self) -> Vec<TimedEvent> {
        self.events.clone()
    }
}

/// An event of a node inside other nodes, which `path` names with it.
pub(crate) fn wrapped(path: Vec<String>, event: UnnumberedEvent) -> UnnumberedEvent {
    UnnumberedEvent { event: Event::Inside { path, event: Box::new(event.event) }, ..event }
}

/// As [`StoredRun::events`].
///
/// # Errors
/// If what ran inside a node cannot be read.
pub(crate) fn events(about: &About, history: &dyn Recorded) -> Result<Vec<TimedEvent>, LogError> {
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
    about.limited().into_iter().chain(about.earlier_turns()).for_each(|said| events.report(0.0, said));
    let mut step = 0;
    for checkpoint in history.line() {
        checkpoint.ran.iter().try_for_each(|task| events.task(task, checkpoint.step))?;
        // A plan that a person gave in a fork.
        if checkpoint.edited.contains(&"plan")
            && let Some(plan) = history.plan_at(checkpoint.id)
        {
            events.report(checkpoint.at, plan);
        }
        // What a person proposed is answered without a node.
        if checkpoint.edited.contains(&"response")
            && let Some(markdown) = history.response_at(checkpoint.id)
        {
            events.report(checkpoint.at, Event::Answer { markdown, citations: Vec::new(), dropped: 0 });
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
    history.finished().iter().try_for_each(|task| events.task(task, step + 1))?;
    history.under_way().into_iter().try_for_each(|(node, inside)| events.under_way(node, inside, step + 1))?;
    events.end(about, history);
    Ok(events.events)
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

    fn task(&mut self, task: &Task<'_>, step: u32) -> Result<(), LogError> {
        let NodeRun { node, ms, wrote } = task.run();
        self.report(task.at, Event::NodeStarted { node: node.clone(), step, path: Vec::new() });
        self.inside(task.inside.tasks()?, std::slice::from_ref(&node));
        self.recorded(task.events);
        self.report(task.at + ms, Event::NodeFinished { node, step, ms, wrote, path: Vec::new() });
        Ok(())
    }

    /// A node that is a graph and was at work when the log ended.
    fn under_way(&mut self, node: &str, inside: Inside<'_>, step: u32) -> Result<(), LogError> {
        self.report(self.now(), Event::NodeStarted { node: node.to_owned(), step, path: Vec::new() });
        self.inside(inside.tasks()?, &[node.to_owned()]);
        Ok(())
    }

    /// What ran inside the node that `path` ends with.
    fn inside(&mut self, tasks: Vec<InnerTask<UnnumberedEvent>>, path: &[String]) {
        for InnerTask { node, step, wrote, events, at, ms, inside, under_way } in tasks {
            // Logs of runs without a clock have no times.
            let (at, ms) = (at.unwrap_or(self.now()), ms.unwrap_or(0.0));
            self.report(at, Event::NodeStarted { node: node.clone(), step, path: path.to_vec() });
            self.inside(inside, &[path, std::slice::from_ref(&node)].concat());
            let inner = [path, std::slice::from_ref(&node)].concat();
            for stored in events {
                if let Some(event) = as_recorded(&stored.event) {
                    let UnnumberedEvent { at_ms, event } = wrapped(inner.clone(), UnnumberedEvent { event, ..stored });
                    self.report(at_ms, event);
                }
            }
            if !under_way {
                self.report(at + ms, Event::NodeFinished { node, step, ms, wrote, path: path.to_vec() });
            }
        }
    }

    fn recorded(&mut self, events: &[UnnumberedEvent]) {
        for stored in events {
            as_recorded(&stored.event).into_iter().for_each(|event| self.report(stored.at_ms, event));
        }
    }

    /// When the last event was.
    fn now(&self) -> f64 {
        self.events.last().map_or(0.0, |last| last.at_ms)
    }

    fn end(&mut self, about: &About, history: &dyn Recorded) {
        let at = self.now();
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
                Some(StopReason::Paused) => RunOutcome::Paused { why: why_paused(about, &self.events) },
                // It broke off: there was no last event.
                None => return,
            }
        };
        self.report(at, Event::RunFinished { outcome, ms: at });
    }
}
