//! The lines of a log that are to be persisted, and when a checkpoint carries the whole state.

use serde::Serialize;
use serde_json::Value;

use crate::log::Finite;
use crate::store::LogEnd;

/// Where the next write goes.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) end: LogEnd,
    /// An earlier write of the same bytes may have been stored, or a part of it: the log is looked at first.
    pub(crate) unsure: bool,
}

/// Lines that are to be persisted.
pub(crate) struct Log {
    pub(super) buffer: Vec<u8>,
    /// Where the log ends without the buffer.
    pub(super) place: Place,
    /// The header's `about`, until the run starts: by then the sources of ids are known.
    pub(super) opening: Option<Value>,
    /// Readers of the log know the first state from elsewhere.
    pub(super) first_known: bool,
    /// Bytes recorded since the last checkpoint with the whole state, and the bytes of that state once they are counted.
    pub(super) since_whole: usize,
    pub(super) whole: Option<usize>,
}

/// Below this many recorded bytes the whole state is not worth writing again.
const LEAST_BETWEEN: usize = 4096;

/// How many times the bytes of the last whole state may come as updates before it is written again: what a reader goes
/// through at most, against what whole states add to the log of a state that grows (a quarter).
const MOST_BETWEEN: usize = 4;

impl Log {
    /// A new log, or one that is continued: then its first checkpoint has the whole state.
    pub(super) fn new(opening: Option<Value>, end: LogEnd) -> Self {
        let since_whole = if opening.is_some() { 0 } else { usize::MAX };
        let place = Place { end, unsure: false };
        Self { buffer: Vec::new(), place, opening, first_known: false, since_whole, whole: Some(0) }
    }

    /// What is to be persisted now.
    pub(super) fn take(&mut self) -> Option<Vec<u8>> {
        if self.buffer.is_empty() {
            return None;
        }
        self.place.end = LogEnd::at(self.place.end.whole + self.buffer.len() as u64);
        Some(std::mem::take(&mut self.buffer))
    }

    pub(super) fn recorded(&mut self, bytes: usize) {
        self.since_whole = self.since_whole.saturating_add(bytes);
    }

    pub(super) fn whole_is_due(&mut self, state: &impl Serialize) -> bool {
        let since = self.since_whole;
        since > LEAST_BETWEEN && since > self.whole.get_or_insert_with(|| size_of(state)).saturating_mul(MOST_BETWEEN)
    }

    /// The updates that are recorded no longer lead to the state.
    pub(super) fn lose_track(&mut self) {
        self.since_whole = usize::MAX;
    }
}

/// How many bytes the JSON takes. Written out rather than counted: this is the writer that the log has anyway.
fn size_of(state: &impl Serialize) -> usize {
    // A state without a JSON form is refused when it is to be written.
    serde_json::to_vec(&Finite(state)).map_or(0, |json| json.len())
}
