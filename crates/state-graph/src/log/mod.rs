//! The log of a run: append-only lines of JSON, each with a checksum, from which the run and every checkpoint come back.

mod asked;
mod diff;
mod error;
mod excerpt;
pub(crate) mod finite;
mod header;
mod history;
pub(crate) mod line;
mod outline;
pub(crate) mod path;
mod pending;
pub(crate) mod record;

pub use diff::FieldChange;
pub use error::LogError;
pub use excerpt::excerpt;
pub use header::{FORMAT, Header};
pub(crate) use history::Entry;
#[cfg(debug_assertions)]
pub(crate) use history::reads_back;
pub use history::{Checkpoint, History, RanTask};
pub use outline::Outline;
pub(crate) use pending::Pending;
pub use record::{CheckpointSource, StopReason};
