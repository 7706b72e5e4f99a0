//! A run's events as server-sent events.

use super::journal::Told;
use super::runner::{Listener, Runner};
use futures::future::{Either, select};
use futures::stream::{self, Stream};
use host_edge::DelayTimer;
use model::Timer;
use std::rc::Rc;

/// Milliseconds of silence after which a comment says that the line is alive.
const SILENCE_MS: u64 = 15_000;
/// The same where the run stops with its reader: that one is gone shows only when something is written to it.
const TIED_SILENCE_MS: u64 = 2_000;

/// What a reader follows.
struct Follow {
    runner: Rc<Runner>,
    /// Counts this stream for as long as it is open.
    _listener: Listener,
    after: Option<u32>,
    /// The run stops when this reader goes before its end.
    tied: bool,
    ended: bool,
}

impl Follow {
    /// All is told.
    fn end(&mut self) {
        self.ended = true;
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        if self.tied && !self.ended {
            self.runner.abandon();
        }
    }
}

/// The events after `after` until the run stands still; a run that is `tied` stops when its reader goes. A reader takes them at its own pace: what it has not read yet
/// waits in the journal, not in a queue.
pub fn events(
    runner: Rc<Runner>,
    listener: Listener,
    after: Option<u32>,
    tied: bool,
) -> impl Stream<Item = Result<Vec<u8>, worker::Error>> + 'static {
    let follow = Follow { runner, _listener: listener, after, tied, ended: false };
    stream::try_unfold(follow, |mut follow| async move {
        let Ok(journal) = follow.runner.journal() else { return Ok(None) };
        loop {
            let batch = journal.after(follow.after)?;
            if let Some(last) = batch.last() {
                follow.after = Some(last.id);
                return Ok(Some((batch.iter().flat_map(frame).collect(), follow)));
            }
            if !follow.runner.is_open() {
                follow.end();
                return Ok(None);
            }
            let silence = DelayTimer.sleep(if follow.tied { TIED_SILENCE_MS } else { SILENCE_MS });
            if let Either::Right(_) = select(journal.changed(), silence).await {
                return Ok(Some((b": keep-alive\n\n".to_vec(), follow)));
            }
        }
    })
}

/// JSON holds no line breaks, so an event is one `data` line.
fn frame(told: &Told) -> Vec<u8> {
    format!("id: {}\nevent: {}\ndata: {}\n\n", told.id, told.kind, told.data).into_bytes()
}
