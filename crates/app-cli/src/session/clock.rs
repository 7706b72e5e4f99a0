//! The time of this process's work.

use agent::Clock;
use std::time::Instant;

/// Milliseconds since the work began.
pub struct SinceStart(Instant);

impl SinceStart {
    /// It begins now.
    pub fn now() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SinceStart {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }
}
