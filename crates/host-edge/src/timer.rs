//! Waiting, by `setTimeout`.

use futures::future::LocalBoxFuture;
use model::Timer;
use std::time::Duration;
use worker::Delay;

/// The Worker's timer. A wait ends with the request or the Durable Object it belongs to.
#[derive(Debug, Clone, Copy, Default)]
pub struct DelayTimer;

impl Timer for DelayTimer {
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        // `setTimeout` takes a signed 32-bit number of milliseconds.
        let ms = ms.min(i32::MAX as u64);
        Box::pin(Delay::from(Duration::from_millis(ms)))
    }
}
