//! A run, stepped by hand: what to do next, as data. No clock, no I/O, no futures.
//!
//! A superstep: all its nodes see the state at its start; when all are done their writes are checked together, then
//! applied in the order of node names, dispatched tasks last; then edges and routes decide which nodes run next. A failed,
//! interrupted or cancelled run keeps the updates of the tasks that had finished.

mod amend;
mod complete;
mod data;
mod encode;
mod error;
mod input;
mod interrupts;
mod log_buffer;
mod machine;
mod next;
mod parked;
mod persist;
mod restore;
mod slots;
mod superstep;

pub use amend::Amendment;
pub(crate) use data::RunData;
pub(crate) use encode::wrap_child;
pub use error::RunError;
pub(crate) use log_buffer::Place;
pub use machine::Run;
pub use next::Next;
pub(crate) use parked::Parked;
pub(crate) use superstep::names;
