//! What a driver tells its listener while a run goes on.

use crate::{NodeError, State};

/// Something that happened in a run. Borrowed: copy out what must outlive the call.
pub struct RunEvent<'e, S: State> {
    /// When, in the milliseconds of the [`Clock`](crate::Clock); None without one.
    pub at: Option<f64>,
    /// In which superstep, from 1.
    pub step: u32,
    /// What.
    pub kind: RunEventKind<'e, S>,
}

/// What happened.
#[non_exhaustive]
pub enum RunEventKind<'e, S: State> {
    /// A node starts.
    NodeStarted {
        /// Its name.
        node: &'e str,
    },
    /// A node returned an update; it is applied when the superstep ends.
    NodeFinished {
        /// Its name.
        node: &'e str,
        /// What it wrote; [`Update::to_json`](crate::Update::to_json) makes JSON of it when asked.
        update: &'e S::Update,
        /// How long it ran, in milliseconds; None without a clock.
        duration: Option<f64>,
    },
    /// A node returned an error; the run fails with it.
    NodeFailed {
        /// Its name.
        node: &'e str,
        /// What it returned.
        error: &'e NodeError,
        /// How long it ran, in milliseconds; None without a clock.
        duration: Option<f64>,
    },
    /// A node emitted something of its own.
    Custom {
        /// Its name.
        node: &'e str,
        /// What it emitted.
        payload: S::Event,
    },
    /// The writes of a superstep are applied.
    StepFinished {
        /// The new state.
        state: &'e S,
        /// The nodes that run next, by name; empty at the end of the run.
        next: &'e [String],
    },
}
