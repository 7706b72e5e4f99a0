//! A timer that sleeps on a thread of its own.

use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use model::Timer;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Sleeps on a thread of its own, which ends at once when the future is dropped: limits on the silence of servers are
/// dropped with every request that is answered, and would otherwise lie around for minutes each.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThreadTimer;

impl Timer for ThreadTimer {
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            let (done, waits) = oneshot::channel::<()>();
            // Nothing is ever sent: it is there to be dropped with the future.
            let (_dropped, drops) = mpsc::channel::<()>();
            let duration = Duration::from_millis(ms);
            let spawned = thread::Builder::new().name("timer".into()).spawn(move || {
                if drops.recv_timeout(duration) == Err(mpsc::RecvTimeoutError::Timeout) {
                    // A future that was dropped at this moment has dropped the receiver.
                    done.send(()).ok();
                }
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
    use futures::FutureExt;

    #[test]
    fn waits() {
        futures::executor::block_on(ThreadTimer.sleep(1));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_timer_that_is_dropped_leaves_no_thread() {
        let timers = || {
            let names = std::fs::read_dir("/proc/self/task").unwrap().flatten();
            let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
            names.map(name).filter(|name| name.trim() == "timer").count()
        };
        for _ in 0..50 {
            assert_eq!(ThreadTimer.sleep(600_000).now_or_never(), None, "it has begun and is dropped");
        }
        // They end as soon as they are scheduled, not in ten minutes.
        while timers() > 0 {
            thread::yield_now();
        }
    }
}
