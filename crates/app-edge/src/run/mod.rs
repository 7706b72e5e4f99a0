//! A run in a Durable Object of its own.
//!
//! The object's SQLite holds the run's log (a checkpoint a superstep), its record and its events. The run is worked on
//! beside the requests that ask about it, so it does not matter whether a client listens. An alarm is set for as long as
//! the run is open: it keeps a working object alive, and where the object was evicted in the middle of the run, the alarm
//! resumes it from its last checkpoint.
//!
//! In layers, each using only those above it: [`spec`], [`call`], `record` and `event_log` (plain data and tables),
//! `context` (what one run's object holds), `work` (one stretch of the agent), [`runner`] (when a stretch starts and ends),
//! `stream` and `report` (what clients see), [`object`] (the Durable Object). Start at [`runner`], then `event_log` for how
//! events are numbered and replayed.

pub mod call;
mod context;
mod event_log;
pub mod object;
mod record;
mod report;
pub mod runner;
pub mod spec;
mod stream;
mod work;

pub use call::{Asker, RunCall, What, hand_over};
pub use object::RunObject;
pub use spec::{RunSpec, unknown_agent};
