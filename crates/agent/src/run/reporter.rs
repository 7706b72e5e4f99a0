//! Reports events to the listener: timed, numbered, and in the types of `protocol`.

use super::{Answer, RunClock};
use crate::record;
use protocol::{Event, EventCounter, TimedEvent, UnnumberedEvent};
use state_graph::{RunEvent, RunEventKind};
use std::cell::RefCell;
use std::rc::Rc;

pub(super) struct Reporter<L> {
    clock: Rc<RunClock>,
    inner: RefCell<Inner<L>>,
}

struct Inner<L> {
    listener: L,
    counter: EventCounter,
    answer: Option<Answer>,
}

impl<L: FnMut(TimedEvent)> Reporter<L> {
    /// For a run that has reported `earlier` before: the numbering continues after them, and their answer is its
    /// answer.
    pub(super) fn after(earlier: &[TimedEvent], clock: Rc<RunClock>, listener: L) -> Self {
        let answer = earlier.iter().rev().find_map(|earlier| answer_of(&earlier.event));
        Self { clock, inner: RefCell::new(Inner { listener, counter: EventCounter::after(earlier), answer }) }
    }

    /// Reports an event that happens now.
    pub(super) fn report(&self, event: Event) {
        self.report_at(self.clock.elapsed(), event);
    }

    fn report_at(&self, at_ms: f64, event: Event) {
        self.forward(UnnumberedEvent { at_ms, event });
    }

    /// Reports an event that has its time already.
    pub(super) fn forward(&self, event: UnnumberedEvent) {
        let mut inner = self.inner.borrow_mut();
        if let Some(answer) = answer_of(&event.event) {
            inner.answer = Some(answer);
        }
        let event = inner.counter.number(event);
        (inner.listener)(event);
    }

    /// The text of the run's answer; `None` where it has reported none, or it was taken.
    pub(super) fn answer(&self) -> Option<String> {
        self.inner.borrow().answer.as_ref().map(|answer| answer.markdown.clone())
    }

    /// The run's answer, once: `None` where it has reported none.
    pub(super) fn take_answer(&self) -> Option<Answer> {
        self.inner.borrow_mut().answer.take()
    }

    pub(super) fn elapsed(&self) -> f64 {
        self.clock.elapsed()
    }

    /// Reports what the graph does.
    pub(super) fn on_run_event(&self, event: RunEvent<'_, UnnumberedEvent>) {
        let (step, at) = (event.step, event.at.unwrap_or_else(|| self.elapsed()));
        let own = event.path.is_empty();
        let path = || if own { Vec::new() } else { event.path.split(':').map(str::to_owned).collect() };
        match event.kind {
            RunEventKind::NodeStarted { node } => {
                self.report_at(at, Event::NodeStarted { node: node.to_owned(), step, path: path() });
            }
            RunEventKind::NodeFinished { node, update, duration } => self.report_at(
                at,
                Event::NodeFinished {
                    node: node.to_owned(),
                    step,
                    // Every run has a clock: see `Agent::drive`.
                    ms: duration.unwrap_or(0.0),
                    wrote: update.written().into_iter().map(str::to_owned).collect(),
                    path: path(),
                },
            ),
            RunEventKind::NodeFailed { node, error, retry_in, .. } => {
                let (node, retry_in_ms) = (node.to_owned(), retry_in.map(|ms| ms as u64));
                self.report_at(at, Event::NodeFailed { node, why: error.to_string(), retry_in_ms, path: path() });
            }
            RunEventKind::Custom { payload, .. } if own => self.forward(payload),
            RunEventKind::Custom { node, payload, .. } => {
                let path = path().into_iter().chain([node.to_owned()]).collect();
                self.forward(record::wrapped(path, payload));
            }
            // A run goes on and is forked from the checkpoints of its own graph; a question inside comes out of it.
            RunEventKind::StepFinished { next, checkpoint: Some(checkpoint), .. } if own => {
                self.report_at(at, Event::Checkpointed { checkpoint, step, next: next.to_vec() });
            }
            RunEventKind::Interrupted { interrupts } if own => {
                let asked = interrupts.iter().filter_map(|interrupt| record::asked(&interrupt.id, &interrupt.value));
                asked.for_each(|interrupt| self.report_at(at, record::asking(interrupt)));
            }
            _ => {}
        }
    }
}

fn answer_of(event: &Event) -> Option<Answer> {
    match event {
        Event::Answer { markdown, citations, dropped } => {
            Some(Answer { markdown: markdown.clone(), citations: citations.clone(), dropped: *dropped })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
