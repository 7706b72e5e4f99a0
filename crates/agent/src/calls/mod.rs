//! Executes the tool calls that a model has chosen, for the nodes of every agent that acts.
//!
//! A node hands its [`CallQueue`] to [`CallRunner::step`] and writes what comes back; its graph returns to it until the queue
//! is empty. Calls that need a person's word are asked about in one interrupt. Calls that only read or propose edits run
//! together: their results are part of the superstep, so a kill repeats them without harm. A call whose effect lasts is
//! announced in one superstep and made in the next, alone: so at most one is repeated by a kill, and a person is asked
//! first, because it may have run already.

mod decide;
mod delegate;
mod distrust;
mod kept;
mod masking;
mod outcome;
mod person;
mod preview;
mod queue;
mod runner;

pub use distrust::DecidedHere;
pub(crate) use masking::without_secrets;
pub(crate) use outcome::Outcome;
pub(crate) use person::{ask_about, declined, note, was_declined};
pub use queue::{CallQueue, Decision, QueuedCall};
pub use runner::{CallRunner, RanCall, Stepped};
