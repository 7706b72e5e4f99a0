//! Messages of the person for a run that is working.

use super::Controls;
use futures::future::{Either, LocalBoxFuture, select};
use state_graph::CancelToken;
use std::cell::RefCell;
use std::future::pending;
use std::pin::pin;
use std::rc::Rc;

/// Messages for the next superstep of a run. Clones share them.
#[derive(Clone, Default)]
pub struct Steering(Rc<RefCell<Waiting>>);

#[derive(Default)]
struct Waiting {
    messages: Vec<String>,
    arrived: CancelToken,
}

impl Steering {
    /// Adds a message. A run that takes messages reports [`Steered`](protocol::Event::Steered) when it does; one that ends
    /// before leaves it in [`take`](Self::take).
    pub fn send(&self, text: impl Into<String>) {
        let mut waiting = self.0.borrow_mut();
        waiting.messages.push(text.into());
        waiting.arrived.cancel();
    }

    /// The messages that no run has taken, oldest first.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.borrow_mut()).messages
    }

    fn arrived(&self) -> CancelToken {
        self.0.borrow().arrived.clone()
    }
}

impl Controls {
    /// Works on `drive`, and cancels `pause` as soon as the person pauses the run or, where it takes messages, sends one.
    pub(super) async fn pausing<T>(
        &self,
        pause: &CancelToken,
        takes_messages: bool,
        drive: LocalBoxFuture<'_, T>,
    ) -> T {
        let arrived = if takes_messages { self.steering.arrived() } else { CancelToken::new() };
        let watch = pin!(async {
            select(self.pause.cancelled(), arrived.cancelled()).await;
            pause.cancel();
            pending::<()>().await;
        });
        match select(watch, drive).await {
            Either::Left(_) => unreachable!("it is never ready"),
            Either::Right((result, _)) => result,
        }
    }
}
