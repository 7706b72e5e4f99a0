//! The working time of a run, without the time while it was suspended or paused.

use state_graph::Clock;
use std::rc::Rc;

/// Milliseconds that the run has been worked on, from where an earlier stretch left off.
pub(super) struct RunClock {
    clock: Rc<dyn Clock>,
    /// What the clock showed at zero.
    zero: f64,
}

impl RunClock {
    pub(super) fn new(clock: Rc<dyn Clock>, before: f64) -> Self {
        let zero = clock.now_ms() - before;
        Self { clock, zero }
    }

    pub(super) fn elapsed(&self) -> f64 {
        self.clock.now_ms() - self.zero
    }
}

impl Clock for RunClock {
    fn now_ms(&self) -> f64 {
        self.elapsed()
    }
}
