//! A timer that sleeps on a thread of its own.

use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use model::Timer;
use std::thread;
use std::time::Duration;

/// Sleeps on a thread of its own.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThreadTimer;

impl Timer for ThreadTimer {
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            let (done, waits) = oneshot::channel::<()>();
            let duration = Duration::from_millis(ms);
            let spawned = thread::Builder::new().name("timer".into()).spawn(move || {
                thread::sleep(duration);
                // A future that was dropped has dropped the receiver.
                done.send(()).ok();
            });
            match spawned {
                Ok(_) => waits.await.expect("the timer's thread sends before it ends"),
                // Without a thread the wait blocks this one; not waiting would be wrong.
                Err(_) => thread::sleep(duration),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits() {
        futures::executor::block_on(ThreadTimer.sleep(1));
    }
}
