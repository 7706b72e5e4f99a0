//! What a run asks of its driver.

use super::error::RunError;
use crate::interrupt::{Interrupt, Pause};
use crate::node::Task;
use crate::state::State;

/// What a driver is to do.
#[non_exhaustive]
pub enum Next<S: State> {
    /// Append these bytes to the run's log before anything else is done. Only if the run is [recorded](crate::Run::recording).
    Persist(Vec<u8>),
    /// Run these tasks, in any order or at once, and [`complete`](crate::Run::complete) each. They are handed out once.
    Tasks(Vec<Task<S>>),
    /// Tasks are still out; complete them first.
    Waiting,
    /// A superstep ended and its writes are in [`Run::state`](crate::Run::state); ask again.
    Stepped {
        /// The superstep that ended, from 1.
        step: u32,
        /// The nodes that run next, by name; empty at the end of the run.
        next: Vec<String>,
    },
    /// Nothing can continue before these are [answered](crate::Run::resume). Stays so until then.
    Interrupted(Vec<Interrupt>),
    /// The run is paused at a static breakpoint until [`proceed`](crate::Run::proceed).
    Paused(Pause),
    /// The run is at its end, until there is new [`input`](crate::Run::input).
    Done,
    /// The run failed; it stays so unless [`retry`](crate::Run::retry) is called.
    Failed(RunError),
}
