//! Runs, each in its own Durable Object.
//!
//! The object's SQLite holds the run's log (a checkpoint for each superstep), its record and its events. The run works
//! independently of the requests about it, so it does not matter whether a client is connected. While the run is open
//! an alarm is set: it keeps the object alive, and if the object was evicted during the run, the alarm resumes the run
//! from its last checkpoint.
//!
//! In layers, each using only those above it: [`spec`], [`call`], `record` and `event_log` (plain data and tables),
//! `context` (what one run's object holds), `work` (runs the agent until it ends or is suspended), [`runner`] (when
//! that is started and stopped), `stream` and `report` (what clients see), [`object`] (the Durable Object). Start at
//! [`runner`], then `event_log` for how events are numbered and replayed.

pub mod call;
mod context;
mod event_log;
pub mod object;
mod outside;
mod record;
mod report;
pub mod runner;
pub mod spec;
mod stream;
mod work;

pub use call::{Asker, RunCall, What, hand_over};
pub use spec::{RunSpec, unknown_agent};
