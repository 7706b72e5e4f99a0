//! Events on their way out: numbered, timed, in the protocol's words.

use super::RunClock;
use protocol::{Citation, Event, ProposedCall, TimedEvent};
use serde::Deserialize;
use state_graph::{Interrupt, RunEvent, RunEventKind};
use std::cell::RefCell;
use std::rc::Rc;

pub(super) struct Reporter<L> {
    clock: Rc<RunClock>,
    inner: RefCell<Inner<L>>,
    answer: RefCell<Option<(String, Vec<Citation>, u32)>>,
}

struct Inner<L> {
    listener: L,
    seq: u32,
}

impl<L: FnMut(TimedEvent)> Reporter<L> {
    /// A reporter for a run that has told `told` events before.
    pub(super) fn new(clock: Rc<RunClock>, told: usize, listener: L) -> Self {
        let seq = u32::try_from(told).unwrap_or(u32::MAX);
        Self { clock, inner: RefCell::new(Inner { listener, seq }), answer: RefCell::default() }
    }

    /// Tells something that happens now.
    pub(super) fn tell(&self, event: Event) {
        self.tell_at(self.clock.elapsed(), event);
    }

    fn tell_at(&self, at_ms: f64, event: Event) {
        self.remember(&event);
        let mut inner = self.inner.borrow_mut();
        let seq = inner.seq;
        inner.seq += 1;
        (inner.listener)(TimedEvent { seq, at_ms, event });
    }

    /// Passes on what was told before, as it was.
    pub(super) fn tell_again(&self, told: Vec<TimedEvent>) {
        told.into_iter().for_each(|told| self.tell_at(told.at_ms, told.event));
    }

    /// Takes the answer from what was told.
    pub(super) fn remember(&self, event: &Event) {
        if let Event::Answer { markdown, citations, dropped } = event {
            self.answer.replace(Some((markdown.clone(), citations.clone(), *dropped)));
        }
    }

    pub(super) fn answer(&self) -> (String, Vec<Citation>, u32) {
        self.answer.take().unwrap_or_default()
    }

    pub(super) fn elapsed(&self) -> f64 {
        self.clock.elapsed()
    }

    pub(super) fn hear(&self, heard: RunEvent<'_, TimedEvent>) {
        let (step, at) = (heard.step, heard.at.unwrap_or_else(|| self.elapsed()));
        match heard.kind {
            RunEventKind::NodeStarted { node } => self.tell_at(at, Event::NodeStarted { node: node.to_owned(), step }),
            RunEventKind::NodeFinished { node, update, duration } => self.tell_at(
                at,
                Event::NodeFinished {
                    node: node.to_owned(),
                    step,
                    ms: duration.unwrap_or(0.0),
                    wrote: update.written().into_iter().map(str::to_owned).collect(),
                },
            ),
            RunEventKind::Custom { payload, .. } => self.tell_at(payload.at_ms, payload.event),
            RunEventKind::StepFinished { next, checkpoint: Some(checkpoint), .. } => {
                self.tell_at(at, Event::Checkpointed { checkpoint, step, next: next.to_vec() });
            }
            RunEventKind::Interrupted { interrupts } => {
                self.tell_at(at, Event::ApprovalAsked { calls: proposed(interrupts) });
            }
            _ => {}
        }
    }
}

/// The tool calls that wait for a person.
pub(super) fn proposed(interrupts: &[Interrupt]) -> Vec<ProposedCall> {
    interrupts.iter().flat_map(|i| Vec::<ProposedCall>::deserialize(&i.value).unwrap_or_default()).collect()
}
