//! A run as a stream of what happens in it: LangGraph's `stream`.
//!
//! The run advances only while the next item is polled for, and is dropped with the stream.

mod item;
mod tap;

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use futures::future::LocalBoxFuture;
use futures::stream::Stream;

pub use item::{DebugItem, StreamItem, StreamKind, StreamMode};
use tap::Tap;

use crate::drive::{Halt, Invocation};
use crate::run::RunError;
use crate::state::State;

/// The stream of [`Invocation::stream`].
pub struct RunStream<'a, S: State> {
    tap: Rc<RefCell<Tap<S>>>,
    driver: Driver<'a, S>,
}

type Driven<'a, S> = (Invocation<'a, S>, Result<Halt, RunError>);

enum Driver<'a, S: State> {
    Drives(LocalBoxFuture<'a, Driven<'a, S>>),
    /// The last item was handed out.
    Ended(Box<Invocation<'a, S>>),
}

impl<'a, S: State> Invocation<'a, S> {
    /// Drives the run as a stream of items of these modes, with those of its subgraphs. The last item, whatever the
    /// modes, reports how the run halted or why it failed.
    pub fn stream(mut self, modes: &[StreamMode]) -> RunStream<'a, S> {
        let tap = Rc::new(RefCell::new(Tap::new(modes)));
        // The invocation may outlive the stream; its events are dropped then.
        let reader = Rc::downgrade(&tap);
        self.also_on_event(move |event| {
            if let Some(tap) = reader.upgrade() {
                tap.borrow_mut().take_in(event);
            }
        });
        let driver = Box::pin(async move {
            let result = self.drive().await;
            (self, result)
        });
        RunStream { tap, driver: Driver::Drives(driver) }
    }
}

impl<'a, S: State> RunStream<'a, S> {
    /// The run with its driver, once the last item was taken: to answer, to proceed, to retry, to stream on.
    pub fn into_invocation(self) -> Option<Invocation<'a, S>> {
        match self.driver {
            Driver::Drives(_) => None,
            Driver::Ended(invocation) => Some(*invocation),
        }
    }

    fn next_item(&self) -> Option<StreamItem<S>> {
        self.tap.borrow_mut().items.pop_front()
    }
}

impl<S: State> Stream for RunStream<'_, S> {
    type Item = StreamItem<S>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<StreamItem<S>>> {
        loop {
            if let Some(item) = self.next_item() {
                return Poll::Ready(Some(item));
            }
            let Driver::Drives(driver) = &mut self.driver else { return Poll::Ready(None) };
            match driver.as_mut().poll(cx) {
                Poll::Pending => return self.next_item().map_or(Poll::Pending, |item| Poll::Ready(Some(item))),
                Poll::Ready((invocation, result)) => {
                    let run = invocation.run();
                    let (step, state) = (run.steps(), Box::new(run.state().clone()));
                    let (at, kind) = (invocation.services.now(), StreamKind::End { result, state });
                    self.tap.borrow_mut().items.push_back(StreamItem {
                        at,
                        step,
                        path: String::new(),
                        tasks: Vec::new(),
                        kind,
                    });
                    self.driver = Driver::Ended(Box::new(invocation));
                }
            }
        }
    }
}
