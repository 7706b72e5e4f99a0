//! Cancelling a run from outside.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A switch with which a run is stopped or paused from outside. Clones share the same state; may be cancelled from any
/// thread.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<Shared>);

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    waiting: Mutex<Waiting>,
}

/// Who waits, each in a place of its own until it is dropped.
#[derive(Default)]
struct Waiting {
    wakers: Vec<Option<Waker>>,
    free: Vec<usize>,
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
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Whether [`cancel`](CancelToken::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    /// Waits until cancelled.
    pub fn cancelled(&self) -> Cancelled {
        Cancelled { token: self.clone(), place: None }
    }
}

/// The future of [`CancelToken::cancelled`].
pub struct Cancelled {
    token: CancelToken,
    place: Option<usize>,
}

impl Cancelled {
    /// What the future gives, or nothing once it is cancelled. The waker is registered only where the future is
    /// pending: a step that finishes at once costs one load.
    pub(crate) async fn unless_cancelled<F: Future>(&mut self, mut future: Pin<&mut F>) -> Option<F::Output> {
        poll_fn(|cx| {
            if self.token.is_cancelled() {
                return Poll::Ready(None);
            }
            match future.as_mut().poll(cx) {
                Poll::Ready(output) => Poll::Ready(Some(output)),
                Poll::Pending => Pin::new(&mut *self).poll(cx).map(|()| None),
            }
        })
        .await
    }
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Self { token, place } = &mut *self;
        if token.is_cancelled() {
            return Poll::Ready(());
        }
        let mut waiting = token.0.waiting();
        let place = *place.get_or_insert_with(|| {
            waiting.free.pop().unwrap_or_else(|| {
                waiting.wakers.push(None);
                waiting.wakers.len() - 1
            })
        });
        if let Some(waker) = waiting.wakers.get_mut(place) {
            waker.get_or_insert_with(|| cx.waker().clone()).clone_from(cx.waker());
        }
        drop(waiting);
        // Cancelled between the first look and the registration: nothing would wake this task.
        if token.is_cancelled() { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        let Some(place) = self.place else { return };
        let mut waiting = self.token.0.waiting();
        // After it was cancelled no waker is kept.
        if let Some(waker) = waiting.wakers.get_mut(place) {
            *waker = None;
            waiting.free.push(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    fn waiting(token: &CancelToken) -> usize {
        token.0.waiting().wakers.iter().flatten().count()
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
            assert_eq!((waiting(&token), token.0.waiting().wakers.len()), (2, 2));
        }
        assert_eq!(waiting(&token), 1);
        token.cancel();
        assert_eq!((stays.now_or_never(), waiting(&token)), (Some(()), 0));
        assert!(token.cancelled().now_or_never().is_some());
    }
}
