//! Drives a run until it ends, is suspended or is paused: by the person, or where most of its budget is used.

use super::clock::RunClock;
use super::reporter::Reporter;
use super::spending::Spending;
use super::{Agent, AskError, Controls, RunEnd, as_json};
use crate::RunState;
use crate::record::{self, About};
use futures::future::LocalBoxFuture;
use model::Timer;
use protocol::{Event, TimedEvent, UnnumberedEvent};
use state_graph::{CancelToken, Durability, Halt, Invocation, Run, RunEvent, RunEventKind, Sleep};
use std::cell::RefCell;
use std::rc::Rc;

impl Agent<'_> {
    pub(super) async fn drive<S: RunState, L: FnMut(TimedEvent)>(
        &self,
        run: Run<'_, S>,
        about: &About,
        spending: &Spending,
        clock: Rc<RunClock>,
        controls: &Controls,
        reporter: &Reporter<L>,
    ) -> Result<RunEnd, AskError> {
        // The switch of the stretch until the run is paused.
        let pausing = RefCell::new(CancelToken::new());
        let on_event = |event: RunEvent<'_, UnnumberedEvent>| {
            if let RunEventKind::StepFinished { .. } = event.kind
                && event.path.is_empty()
                && spending.finish_step(event.step)
            {
                pausing.borrow().cancel();
            }
            reporter.on_run_event(event);
        };
        let mut invocation: Invocation<'_, S> = Invocation::new(run)
            .limit(about.options.recursion_limit.unwrap_or(S::LIMITS.recursion_limit))
            .cancel(controls.cancel.clone())
            .clock(clock)
            .sleep(Rc::new(Sleeping(Rc::clone(&self.timer))))
            .checkpoints(Rc::clone(&self.store), about.run.clone(), Durability::Step, as_json(about))
            .on_event(on_event);
        let acts = S::acts();
        let halt = loop {
            let pause = CancelToken::new();
            pausing.replace(pause.clone());
            invocation = invocation.pause(pause.clone());
            let driven = controls.pausing(&pause, acts.is_some(), Box::pin(invocation.drive())).await;
            if S::ACTS && matches!(driven, Ok(Halt::Done) | Err(_)) {
                let keep: LocalBoxFuture<'_, ()> =
                    Box::pin(self.keep_conversation(about, invocation.run_mut().state(), reporter));
                keep.await;
            }
            let halt = driven?;
            // What comes too late stays where the host finds it.
            let Some(acts) = acts.as_ref().filter(|_| matches!(halt, Halt::Paused(_))) else { break halt };
            let messages = controls.steering.take();
            if messages.is_empty() {
                break halt;
            }
            let mut update = S::Update::default();
            for text in messages {
                reporter.report(Event::Steered { text: text.clone() });
                update = (acts.steer)(update, text);
            }
            invocation.run_mut().update_state(update, None)?;
            if controls.pause.is_cancelled() || spending.is_pausing() {
                break halt;
            }
        };
        Ok(match halt {
            Halt::Done => RunEnd::Answered(reporter.take_answer().ok_or(AskError::NoAnswer)?),
            Halt::Interrupted(interrupts) => {
                let asked = interrupts.iter().filter_map(|interrupt| record::asked(&interrupt.id, &interrupt.value));
                RunEnd::Awaiting(asked.collect())
            }
            Halt::Paused(_) => RunEnd::Paused { why: spending.take_reason() },
        })
    }
}

/// The host's timer, for the engine.
struct Sleeping(Rc<dyn Timer>);

impl Sleep for Sleeping {
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'_, ()> {
        // A wait is never shorter than asked; what is not a time is no wait.
        self.0.sleep(ms.ceil() as u64)
    }
}
