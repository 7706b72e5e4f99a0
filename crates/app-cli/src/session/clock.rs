//! The clock of the events of a run: milliseconds since this process began to work on it.

use agent::Clock;
use std::rc::Rc;
use std::time::Instant;

pub struct SinceStart(Instant);

impl SinceStart {
    /// A clock that starts now.
    pub fn now() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SinceStart {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }
}
