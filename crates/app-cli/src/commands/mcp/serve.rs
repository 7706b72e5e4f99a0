//! Takes lines and works on what they ask for, until there is no more of either.

use crate::output;
use anyhow::{Context, Result};
use futures::future::{LocalBoxFuture, poll_fn};
use futures::stream::{FuturesUnordered, Stream, StreamExt};
use host_native::ThreadTimer;
use mcp::Connection;
use model::Timer;
use std::cell::RefCell;
use std::io;
use std::task::Poll;

/// How long work may go on after the end of input, in milliseconds. A client that is gone pays for nothing more; one that
/// sent everything at once still gets its answers.
const GRACE_MS: u64 = 2000;

/// Serves the client until `lines` end.
///
/// # Errors
/// The client can't be read from or written to.
pub async fn until_the_end(
    connection: &Connection<'_>,
    mut lines: impl Stream<Item = io::Result<Vec<u8>>> + Unpin,
) -> Result<()> {
    let failed = RefCell::new(None);
    let send = |line: String| {
        if failed.borrow().is_none()
            && let Err(error) = output::line(line)
        {
            // Nobody reads on, so nothing more is to be paid for.
            failed.replace(Some(error));
        }
    };
    let mut work: FuturesUnordered<LocalBoxFuture<'_, ()>> = FuturesUnordered::new();
    let mut grace: Option<LocalBoxFuture<'static, ()>> = None;
    poll_fn(|cx| {
        loop {
            if failed.borrow().is_some() {
                return Poll::Ready(());
            }
            // Lines first: one may cancel what would be begun otherwise.
            if grace.is_none() {
                match lines.poll_next_unpin(cx) {
                    Poll::Ready(Some(Ok(line))) => {
                        work.extend(connection.hear(&line, &send));
                        continue;
                    }
                    Poll::Ready(Some(Err(error))) => {
                        failed.replace(Some(error.into()));
                        continue;
                    }
                    Poll::Ready(None) => grace = Some(ThreadTimer::new().sleep(GRACE_MS)),
                    Poll::Pending => {}
                }
            }
            match work.poll_next_unpin(cx) {
                Poll::Ready(Some(())) => continue,
                Poll::Ready(None) if grace.is_some() => return Poll::Ready(()),
                Poll::Ready(None) | Poll::Pending => {}
            }
            if let Some(timer) = &mut grace
                && timer.as_mut().poll(cx).is_ready()
            {
                connection.cancel_all();
                grace = Some(Box::pin(futures::future::pending()));
                continue;
            }
            return Poll::Pending;
        }
    })
    .await;
    drop(work);
    failed.into_inner().map_or(Ok(()), |error| Err(error).context("the client is gone"))
}
