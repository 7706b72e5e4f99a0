//! Cancelling a run from outside.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Says once that a run should stop. Clones share the same state; may be cancelled from any thread.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<Shared>);

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    waiting: Mutex<Waiting>,
}

/// Who waits, each under a number of its own until it is dropped.
#[derive(Default)]
struct Waiting {
    wakers: BTreeMap<u64, Waker>,
    next: u64,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels. A second call changes nothing.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        let wakers = std::mem::take(&mut self.0.waiting().wakers);
        wakers.into_values().for_each(Waker::wake);
    }

    /// Whether [`cancel`](CancelToken::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    /// Waits until cancelled.
    pub fn cancelled(&self) -> Cancelled {
        Cancelled { token: self.clone(), number: None }
    }
}

/// The future of [`CancelToken::cancelled`].
pub struct Cancelled {
    token: CancelToken,
    number: Option<u64>,
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let token = self.token.clone();
        if token.is_cancelled() {
            return Poll::Ready(());
        }
        let mut waiting = token.0.waiting();
        let next = waiting.next;
        let number = *self.number.get_or_insert(next);
        waiting.next = waiting.next.max(number + 1);
        match waiting.wakers.get_mut(&number) {
            Some(waker) => waker.clone_from(cx.waker()),
            None => drop(waiting.wakers.insert(number, cx.waker().clone())),
        }
        drop(waiting);
        // Cancelled between the first look and the registration: nobody would wake us.
        if token.is_cancelled() { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.token.0.waiting().wakers.remove(&number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    fn waiting(token: &CancelToken) -> usize {
        token.0.waiting().wakers.len()
    }

    #[test]
    fn only_who_still_waits_is_kept() {
        let token = CancelToken::new();
        let mut stays = token.cancelled();
        for _ in 0..1000 {
            let mut waits = token.cancelled();
            assert!((&mut waits).now_or_never().is_none());
            assert!((&mut stays).now_or_never().is_none());
            assert!((&mut waits).now_or_never().is_none());
            assert_eq!(waiting(&token), 2);
        }
        assert_eq!(waiting(&token), 1);
        token.cancel();
        assert_eq!((stays.now_or_never(), waiting(&token)), (Some(()), 0));
        assert!(token.cancelled().now_or_never().is_some());
    }
}
