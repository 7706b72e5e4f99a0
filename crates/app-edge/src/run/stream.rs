//! A run's events as server-sent events.

use super::event_log::StoredEvent;
use super::runner::{Runner, StreamGuard};
use futures::future::{Either, select};
use futures::stream::{self, Stream};
use host_edge::DelayTimer;
use model::Timer;
use std::rc::Rc;

/// Milliseconds without events after which a comment keeps the connection open.
const SILENCE_MS: u64 = 15_000;
/// The same where the run stops with its reader: only a write shows that the reader has disconnected.
const TIED_SILENCE_MS: u64 = 2_000;

/// A reader's place in the events.
struct Follow {
    runner: Rc<Runner>,
    _guard: StreamGuard,
    after: Option<u32>,
    /// The run is cancelled if this reader disconnects before its end.
    tied: bool,
    ended: bool,
}

impl Follow {
    /// The run has stopped, so that dropping this no longer cancels it. A method, as the compiler does not see that `drop`
    /// reads a field that is assigned here.
    fn end(&mut self) {
        self.ended = true;
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        if self.tied && !self.ended {
            self.runner.request_cancel();
        }
    }
}

/// The events after `after` until the run stops; a run that is `tied` is cancelled when its reader disconnects. A reader
/// takes them at its own pace: what it has not read yet is in the log of events, not in a queue.
pub fn events(
    runner: Rc<Runner>,
    guard: StreamGuard,
    after: Option<u32>,
    tied: bool,
) -> impl Stream<Item = Result<Vec<u8>, worker::Error>> + 'static {
    let follow = Follow { runner, _guard: guard, after, tied, ended: false };
    stream::try_unfold(follow, |mut follow| async move {
        let events = follow.runner.run.events().map_err(|failure| worker::Error::RustError(failure.message))?;
        loop {
            let batch = events.after(follow.after)?;
            if let Some(last) = batch.last() {
                follow.after = Some(last.id);
                return Ok(Some((batch.iter().flat_map(frame).collect(), follow)));
            }
            if !follow.runner.run.is_open() {
                follow.end();
                return Ok(None);
            }
            let silence = DelayTimer.sleep(if follow.tied { TIED_SILENCE_MS } else { SILENCE_MS });
            if let Either::Right(_) = select(events.changed(), silence).await {
                return Ok(Some((b": keep-alive\n\n".to_vec(), follow)));
            }
        }
    })
}

/// JSON holds no line breaks, so an event is one `data` line.
fn frame(event: &StoredEvent) -> Vec<u8> {
    format!("id: {}\nevent: {}\ndata: {}\n\n", event.id, event.kind, event.data).into_bytes()
}
