//! The log of a run: append-only lines of JSON, each with a checksum, from which the run and every checkpoint come back.

mod asked;
mod diff;
mod error;
mod excerpt;
mod finite;
mod header;
mod history;
mod line;
mod outline;
mod path;
mod pending;
mod record;

pub use diff::FieldChange;
pub use error::LogError;
pub use excerpt::excerpt;
pub(crate) use finite::Finite;
pub use header::{FORMAT, Header};
pub(crate) use history::Entry;
#[cfg(debug_assertions)]
pub(crate) use history::reads_back;
pub use history::{Checkpoint, History, RanTask};
pub(crate) use line::{frame_with, is_started, unframed};
pub use outline::Outline;
pub(crate) use path::path_of_end;
pub(crate) use pending::Pending;
pub(crate) use record::{Answered, Answers, CheckpointRecord, PlannedRecord, Question, Record, TaskRecord};
pub use record::{CheckpointSource, StopReason};
