//! Where events go, with their time.

use std::cell::RefCell;

use crate::node::{RunEvent, RunEventKind, Services};
use crate::state::State;

pub(super) type Listener<'a, S> = Box<dyn FnMut(RunEvent<'_, <S as State>::Event>) + 'a>;

pub(super) struct Ears<'e, 'a, S: State> {
    pub(super) services: &'e Services<'a>,
    pub(super) listener: &'e RefCell<Option<Listener<'a, S>>>,
}

impl<S: State> Ears<'_, '_, S> {
    pub(super) fn tell(&self, step: u32, kind: RunEventKind<'_, S::Event>) {
        self.pass(RunEvent { at: self.services.now(), step, path: "", tasks: &[], kind });
    }

    pub(super) fn pass(&self, event: RunEvent<'_, S::Event>) {
        // A listener that itself makes a node emit would find itself busy; such an event is dropped, not a panic.
        if let Ok(mut listener) = self.listener.try_borrow_mut()
            && let Some(listener) = &mut *listener
        {
            listener(event);
        }
    }
}
