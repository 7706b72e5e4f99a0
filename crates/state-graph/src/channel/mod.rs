//! The reducers: how writes change a field. One kind per file; each has an `apply`, and a `check` if it can refuse.
//!
//! An `apply` takes the writes of one node and leaves none behind. [`replacement`] is what all kinds with a reducer
//! share: a value that takes the place of a superstep's other writes.

pub mod append;
pub mod barrier;
mod error;
#[doc(hidden)]
pub mod field_name;
mod id_index;
mod id_set;
mod ids;
pub mod merge;
pub mod messages;
pub mod overwrite;
pub mod reduce;
pub mod replacement;
pub mod topic;
pub mod untracked;
mod writes;

pub use error::ChannelError;
pub use ids::{CounterIds, IdSource, MessageIds};
pub use writes::Writes;
