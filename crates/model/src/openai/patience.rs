//! Time limits for a server that sends nothing.

use super::endpoint::{Endpoint, Server};
use crate::Timer;
use futures::FutureExt;
use limits::model::{FIRST_PIECE_MS, LOCAL_FIRST_PIECE_MS, NEXT_PIECE_MS};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// A server sent nothing for longer than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silence {
    /// How long, in milliseconds.
    pub ms: u64,
    /// Whether the response had already started.
    pub within: bool,
}

/// How long a server may send nothing, before and within its response.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    timer: &'a dyn Timer,
    first_ms: u64,
}

impl<'a> Patience<'a> {
    /// The limits for a server. A local one may take long to process a prompt before its first word, so it gets more
    /// time.
    pub fn with(endpoint: &Endpoint, timer: &'a dyn Timer) -> Self {
        let first_ms = if endpoint.server() == Server::Remote { FIRST_PIECE_MS } else { LOCAL_FIRST_PIECE_MS };
        Self { timer, first_ms }
    }

    /// Waits for `coming`; `within` is whether the response has started. The timer is started only if `coming` is not
    /// ready at once, so that pieces which have already arrived cost no timer.
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
