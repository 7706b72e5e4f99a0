//! One interpreter ahead of need.

use super::interpreter::Interpreter;
use crate::{JsFailure, TimeoutTimer};
use model::Timer;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// How long an interpreter waits for a program before it is stopped, in milliseconds: it holds memory.
const IDLE_MS: u64 = 120_000;

/// Holds the interpreter that waits for the next program; none before the first.
#[derive(Default)]
pub(super) struct Spare {
    waiting: RefCell<Option<Interpreter>>,
    /// Counts what is done with it, so that a timer of before is known.
    turn: Cell<u64>,
}

impl Spare {
    /// The one that waits, else a new one.
    pub fn take(&self, start: impl FnOnce() -> Result<Interpreter, JsFailure>) -> Result<Interpreter, JsFailure> {
        self.turn.set(self.turn.get() + 1);
        let waiting = self.waiting.borrow_mut().take();
        waiting.map_or_else(start, Ok)
    }

    /// Stops the one that waits.
    pub fn drop_waiting(&self) {
        self.waiting.borrow_mut().take();
    }

    /// Starts one for the next program, unless one waits.
    pub fn refill(self: &Rc<Self>, start: impl FnOnce() -> Result<Interpreter, JsFailure>) {
        if self.waiting.borrow().is_some() {
            return;
        }
        // Where that fails, the next program tries again, and reports it.
        *self.waiting.borrow_mut() = start().ok();
        self.turn.set(self.turn.get() + 1);
        let (itself, turn) = (Rc::downgrade(self), self.turn.get());
        spawn_local(async move {
            TimeoutTimer.sleep(IDLE_MS).await;
            if let Some(spare) = itself.upgrade().filter(|spare| spare.turn.get() == turn) {
                spare.waiting.borrow_mut().take();
            }
        });
    }
}
