//! The commands and events that every host speaks.
//!
//! Plain data and nothing else. The page sends a [`Request`] and gets any number of [`EngineMessage`]s with the same
//! id, the last of them [`MessageBody::Done`] or [`MessageBody::Failed`]. A run of an agent is a sequence of
//! [`Event`]s: the page draws them, `quarry ask --json` prints one a line, and a server sends them as SSE.
//!
//! JSON names are snake case; enums carry their variant in `type`. Lines count from 1, both ends included; times are
//! milliseconds; sizes are bytes.
//!
//! Start at [`command`] for what can be asked and [`event`] for what a run says.

pub mod code;
pub mod command;
pub mod event;
pub mod evidence;
mod highlight_text;
pub mod model;
pub mod repository;

pub use code::{
    CallEdge, CallNode, Direction, DirectoryEntry, EntryKind, FileView, FoundItem, FoundKind, HighlightRun,
    Neighbourhood, OutlineItem, SearchHit, SymbolPage, SymbolSummary,
};
pub use command::{AskOptions, Command, EngineMessage, Failure, FailureKind, MessageBody, Reply, Request};
pub use event::{Decision, Event, RunOutcome, TimedEvent};
pub use evidence::{Citation, Evidence, Relation};
pub use model::{KnownKey, ModelChoice, ModelInfo, TokenUsage, Turn};
pub use repository::{
    CallStats, ImportPhase, ImportSource, Progress, RepositoryOverview, SkippedEntry, StorageKind, StoredRepository,
};
