//! The log of a run: append-only lines of JSON, each with a checksum, from which the run and every checkpoint come back.

mod asked;
mod crc;
mod diff;
mod entry;
mod error;
mod excerpt;
mod finite;
mod header;
mod history;
mod inside;
mod line;
mod outline;
mod path;
mod pending;
mod record;
mod typed;

pub use diff::FieldChange;
pub(crate) use entry::Entry;
pub use entry::{Checkpoint, RanTask};
pub use error::LogError;
pub use excerpt::excerpt;
pub(crate) use finite::Finite;
pub use header::{FORMAT, Header};
pub use history::History;
#[cfg(debug_assertions)]
pub(crate) use history::reads_back;
pub use inside::{InnerTask, Inside};
pub(crate) use line::{frame_with, is_started, unframed};
pub use outline::Outline;
pub(crate) use path::path_of_end;
pub(crate) use pending::Pending;
pub(crate) use record::{Answered, Answers, CheckpointRecord, PlannedRecord, Question, Record, TaskRecord};
pub use record::{CheckpointSource, StopReason};
