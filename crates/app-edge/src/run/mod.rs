//! A run in a Durable Object of its own.
//!
//! The object's SQLite holds the run's log (a checkpoint a superstep), its record and its events. The run is worked on
//! beside the requests that ask about it, so it does not matter whether anybody listens. An alarm is set for as long as
//! the run is open: it keeps a working object alive, and where the object was evicted in the middle of the run it wakes
//! it, and the run goes on from its last checkpoint.
//!
//! Start at [`runner`], then [`journal`] for how events are numbered and replayed.

pub mod call;
mod journal;
mod object;
mod record;
mod report;
mod runner;
mod stream;
mod work;

pub use call::{Asker, Commission, RunCall, What, hand_over};
pub use object::RunObject;
