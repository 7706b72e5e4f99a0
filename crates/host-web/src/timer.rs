//! Waiting, by `setTimeout`; in workers as well as in pages.

use futures::future::LocalBoxFuture;
use model::Timer;
use state_graph::TimeoutSleep;

/// The browser's timer.
#[derive(Debug, Clone, Copy, Default)]
pub struct TimeoutTimer;

impl Timer for TimeoutTimer {
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        // Beyond 2^53 a float is not exact, which no wait in milliseconds comes near.
        Box::pin(TimeoutSleep::wait(ms as f64))
    }
}
