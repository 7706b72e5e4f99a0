//! One place in the pool: the worker that is there now, and the jobs it has.

use super::{Answer, Attempt};
use crate::JsFailure;
use crate::started_worker::StartedWorker;
use std::collections::VecDeque;

#[derive(Default)]
pub(super) struct Member {
    /// `None` while it is about to be replaced, and where the place is given up.
    pub started: Option<StartedWorker>,
    /// Set where the place is given up.
    pub given_up: Option<JsFailure>,
    /// True once the script has loaded.
    pub is_ready: bool,
    /// Counts the workers of this place.
    pub turn: u32,
    /// Workers in succession that failed before they were ready.
    pub failed_starts: u32,
    /// In the order in which the worker does them.
    pub pending: VecDeque<(u32, Answer)>,
    /// Ticks since the worker came to the first of them, or was started.
    pub ticks: u32,
}

impl Member {
    /// Takes the job of this id off the list.
    pub fn take(&mut self, id: u32) -> Option<Answer> {
        let at = self.pending.iter().position(|(known, _)| *known == id)?;
        if at == 0 {
            self.ticks = 0;
        }
        self.pending.remove(at).map(|(_, answer)| answer)
    }

    /// Stops the worker. The job that it was doing gets `first`, the others are displaced.
    pub fn stop(&mut self, first: Attempt) -> Vec<(Answer, Attempt)> {
        self.started = None;
        self.is_ready = false;
        self.ticks = 0;
        let mut first = Some(first);
        let pending = std::mem::take(&mut self.pending).into_iter();
        pending.map(|(_, answer)| (answer, first.take().unwrap_or(Attempt::Displaced))).collect()
    }
}
