//! Time, from `Date.now()`.
//!
//! A Worker's clock does not advance while it computes, only with each exchange with the outside: durations of pure
//! computation read as zero.

use state_graph::Clock;

/// Milliseconds since 1970.
#[derive(Debug, Clone, Copy, Default)]
pub struct WorkerClock;

impl Clock for WorkerClock {
    fn now_ms(&self) -> f64 {
        js_sys::Date::now()
    }
}
