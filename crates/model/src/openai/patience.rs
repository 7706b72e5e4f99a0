//! Waiting for a server, but not for ever.

use super::endpoint::{Endpoint, Server};
use crate::Timer;
use futures::FutureExt;
use limits::model::{FIRST_PIECE_MS, LOCAL_FIRST_PIECE_MS, NEXT_PIECE_MS};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// A server sent nothing for so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silence {
    /// How long.
    pub ms: u64,
    /// In the middle of its answer, rather than before it.
    pub within: bool,
}

/// How long a server may be silent.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    timer: &'a dyn Timer,
    first_ms: u64,
}

impl<'a> Patience<'a> {
    /// A model on this machine or network may read a long prompt slowly before its first word.
    pub fn with(endpoint: &Endpoint, timer: &'a dyn Timer) -> Self {
        let first_ms = if endpoint.server() == Server::Remote { FIRST_PIECE_MS } else { LOCAL_FIRST_PIECE_MS };
        Self { timer, first_ms }
    }

    /// What `coming` brings; `within`: whether the answer has started. The clock is set only once nothing is there,
    /// so that pieces which have come cost no timer.
    pub async fn wait<F: Future>(&self, within: bool, coming: F) -> Result<F::Output, Silence> {
        let ms = if within { NEXT_PIECE_MS } else { self.first_ms };
        let mut coming = pin!(coming);
        let mut sleep = None;
        poll_fn(|cx| {
            if let Poll::Ready(come) = coming.as_mut().poll(cx) {
                return Poll::Ready(Ok(come));
            }
            let sleep = sleep.get_or_insert_with(|| self.timer.sleep(ms));
            sleep.poll_unpin(cx).map(|()| Err(Silence { ms, within }))
        })
        .await
    }
}
