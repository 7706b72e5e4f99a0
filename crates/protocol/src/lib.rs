//! The commands, replies and events that all hosts share.
//!
//! Plain data and nothing else. The page sends a [`Command`] under an id and gets any number of [`MessageBody`]s under
//! the same id, the last of them [`MessageBody::Done`] or [`MessageBody::Failed`]. A run of an agent is a sequence of
//! [`Event`]s: the page draws them, `quarry ask --json` prints one a line, and a server sends them as SSE.
//!
//! Between the page and the engine they travel as the bytes of [`wire`]. As JSON, on the command line and in a stored
//! run, names are snake case and enums carry their variant in `type`: the same in every build, so that a run written by
//! one host is read by another. Lines count from 1, both ends included; times are milliseconds; sizes are bytes.
//!
//! Start at [`command`] for what can be asked, [`reply`] for what is answered, [`event`] for what a run reports and [`run`] for what is stored of it.

mod caveat;
pub mod changes;
pub mod code;
pub mod command;
pub mod earlier_turns;
mod event;
pub mod evidence;
pub mod history;
pub mod memory;
pub mod model;
mod node_path;
pub mod origin;
pub mod overview;
pub mod profile;
mod references;
pub mod reply;
pub mod repository;
pub mod run;
mod tagged_in_json;
mod tool_server;
mod web_search;
pub mod wire;

pub use caveat::{EMPTY_ANSWER, Grounds, NO_EVIDENCE, caveat};
pub use changes::{
    ChangeConflict, ChangeDecision, ChangeGroup, ChosenFile, DiffHunk, DiffRow, DiskFile, FileChange, ProposedChanges,
    ProposedFile, RowChange,
};
pub use code::{
    CallEdge, CallNode, Candidate, Direction, DirectoryEntry, EntryKind, FileView, FoundItem, FoundKind, HighlightRun,
    LocalName, Meaning, Neighbourhood, OutlineItem, SearchHit, SymbolPage, SymbolSummary,
};
pub use command::{AskOptions, Command, Mode};
pub use earlier_turns::earlier_turns;
pub use event::{Decision, Event, EventCounter, RunOutcome, TimedEvent, UnnumberedEvent};
pub use evidence::{
    Basis, CallCount, Citation, Claim, ClaimCount, ClaimKind, CommitInfo, Evidence, EvidenceKind, Relation, SpanCheck,
};
pub use history::{CommitFile, CommitView};
pub use memory::{
    ConversationSize, MemoryChange, MemoryEntry, MemoryList, MemoryScope, MemorySource, MemoryValues, MemoryView,
};
pub use model::{KnownKey, ModelChoice, ModelInfo, TokenUsage, Turn};
pub use node_path::node_path;
pub use origin::{FolderChanges, GitHostKind, HostedAddress, RepositoryOrigin};
pub use overview::{
    LanguageLine, MapEdge, MapPart, OverviewKind, OverviewLine, OverviewPage, OverviewSection, PartsMap,
};
pub use profile::{Charge, Prices, ProfileName, ProfileSettings};
pub use references::{
    CallPath, FileReferences, FileSearch, Impact, LineMatch, Reached, Reference, ReferenceKind, References, Relative,
    Relatives, Sureness,
};
pub use reply::{Failure, FailureKind, MessageBody, Reply};
pub use repository::{
    ArrivingRepository, CallStats, ImportPhase, ImportSource, Progress, Reach, RepositoryOverview, RepositoryUse,
    SkippedEntry, StorageKind, StorageUse, StoredRepository,
};
pub use run::{
    AgentInfo, Approval, Asked, CheckpointSource, CheckpointSummary, CheckpointView, Demo, FieldChange, Interrupt,
    NodeRun, PersonAnswer, PersonReply, ProposedCall, RunOrigin, RunStatus, RunSummary, StateField,
};
pub use tool_server::{ServerTool, ToolServer, ToolTrust};
pub use web_search::{SearchProvider, SearchSetting};
