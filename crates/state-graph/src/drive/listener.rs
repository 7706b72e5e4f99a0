//! Passes events to the run's listener, with their time.

use std::cell::RefCell;

use crate::node::{RunEvent, RunEventKind, Services};
use crate::state::State;

pub(super) type Listener<'a, S> = Box<dyn FnMut(RunEvent<'_, <S as State>::Event>) + 'a>;

pub(super) struct EventSink<'e, 'a, S: State> {
    pub(super) services: &'e Services<'a>,
    pub(super) listener: &'e RefCell<Option<Listener<'a, S>>>,
}

impl<S: State> EventSink<'_, '_, S> {
    pub(super) fn report(&self, step: u32, kind: RunEventKind<'_, S::Event>) {
        self.forward(RunEvent { at: self.services.now(), step, path: "", tasks: &[], kind });
    }

    pub(super) fn forward(&self, event: RunEvent<'_, S::Event>) {
        // A listener that itself makes a node emit would find itself busy; such an event is dropped, not a panic.
        if let Ok(mut listener) = self.listener.try_borrow_mut()
            && let Some(listener) = &mut *listener
        {
            listener(event);
        }
    }
}
