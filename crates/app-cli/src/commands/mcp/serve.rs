//! The loop of the server: handles messages until stdin ends and all work is done.

use crate::output;
use anyhow::{Context, Result};
use futures::FutureExt;
use futures::future::{LocalBoxFuture, poll_fn};
use futures::stream::{FuturesUnordered, Stream, StreamExt};
use host_native::ThreadTimer;
use mcp::Connection;
use model::Timer;
use std::cell::RefCell;
use std::io;
use std::pin::pin;
use std::task::Poll;

/// How long work may continue after the end of stdin, in milliseconds. A client that disconnected should cause no more
/// cost; one that sent all messages at once should still get its responses.
const GRACE_MS: u64 = 2000;

/// Serves the client until `lines` end. The work that is left then waits for `indexed`, and is cancelled soon after.
///
/// # Errors
/// If reading from the client or writing to it fails.
pub async fn until_the_end<T>(
    connection: &Connection<'_>,
    mut lines: impl Stream<Item = io::Result<Vec<u8>>> + Unpin,
    indexed: impl Future<Output = T>,
) -> Result<()> {
    let failed = RefCell::new(None);
    let send = |line: String| {
        if failed.borrow().is_none()
            && let Err(error) = output::message(line)
        {
            // The client is gone: nothing more may cost anything.
            failed.replace(Some(error));
        }
    };
    let mut work: FuturesUnordered<LocalBoxFuture<'_, ()>> = FuturesUnordered::new();
    let mut grace = pin!(indexed.then(|_| ThreadTimer.sleep(GRACE_MS)).fuse());
    let mut ended = false;
    poll_fn(|cx| {
        loop {
            if failed.borrow().is_some() {
                return Poll::Ready(());
            }
            // Lines first: one may cancel work that would start otherwise.
            if !ended && let Poll::Ready(line) = lines.poll_next_unpin(cx) {
                match line {
                    Some(Ok(line)) => work.extend(connection.receive(&line, &send)),
                    Some(Err(error)) => drop(failed.replace(Some(error.into()))),
                    None => ended = true,
                }
                continue;
            }
            match work.poll_next_unpin(cx) {
                Poll::Ready(Some(())) => continue,
                Poll::Ready(None) if ended => return Poll::Ready(()),
                _ => {}
            }
            if ended && grace.as_mut().poll(cx).is_ready() {
                connection.cancel_all();
                continue;
            }
            return Poll::Pending;
        }
    })
    .await;
    drop(work);
    failed.into_inner().map_or(Ok(()), |error| Err(error).context("the client is gone"))
}
