//! The messages that the engine sends back for a command.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{
    AgentInfo, ArrivingRepository, CallPath, ChangeConflict, CheckpointSummary, CheckpointView, CommitView,
    DirectoryEntry, DiskFile, FieldChange, FileView, FolderChanges, FoundItem, HighlightRun, HostedAddress, Impact,
    KnownKey, LineMatch, Meaning, MemoryView, ModelInfo, Neighbourhood, OverviewPage, OverviewSection, PartsMap,
    Progress, ProposedChanges, References, Relatives, RepositoryOverview, RunSummary, SearchHit, SearchSetting,
    ServerTool, SkippedEntry, StorageKind, StorageUse, StoredRepository, SymbolPage, TimedEvent, ToolServer,
};
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// A message that answers a command. There may be any number; the last is [`Done`](Self::Done) or
    /// [`Failed`](Self::Failed).
    #[derive(Debug, Clone, PartialEq)]
    #[allow(clippy::large_enum_variant, reason = "short-lived messages; boxing would only complicate the page")]
    pub enum MessageBody {
        /// The progress of an import or of opening a repository.
        Progress { progress: Progress },
        /// A run's event.
        Event { event: TimedEvent },
        /// The last message of a command that succeeded.
        Done { reply: Reply },
        /// The last message of a command that failed.
        Failed { failure: Failure },
        /// Something beside the command failed; the command continues.
        Notice { failure: Failure },
        /// Something that the run needs is loaded for the first time: how many bytes of how many.
        Loading { what: String, done: u64, total: u64 },
        /// Of a repository that is being imported while none is open: more of it can be used from here on, until the last
        /// message of the command.
        Arriving { repository: ArrivingRepository },
    }
);

impl MessageBody {
    /// The kind of message in one word, the same as its `type` in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Progress { .. } => "progress",
            Self::Event { .. } => "event",
            Self::Done { .. } => "done",
            Self::Failed { .. } => "failed",
            Self::Notice { .. } => "notice",
            Self::Loading { .. } => "loading",
            Self::Arriving { .. } => "arriving",
        }
    }
}

tagged_in_json!(
    /// The result of a [`Command`](crate::Command).
    #[derive(Debug, Clone, PartialEq)]
    #[allow(clippy::large_enum_variant, reason = "short-lived messages; boxing would only complicate the page")]
    pub enum Reply {
        /// Done; there is nothing to return.
        Ok,
        /// The engine is ready.
        Welcome {
            storage: StorageKind,
            stored: Vec<StoredRepository>,
            agents: Vec<AgentInfo>,
            /// Bytes of the bundled sample archive; `None` where the build has none.
            sample_bytes: Option<u64>,
        },
        Opened {
            overview: RepositoryOverview,
        },
        /// The stored repositories, newest first.
        Stored {
            stored: Vec<StoredRepository>,
        },
        /// The files that the import left out, sorted by path.
        Skipped {
            entries: Vec<SkippedEntry>,
        },
        /// The entries of a folder: folders first, then by name.
        Directory {
            entries: Vec<DirectoryEntry>,
        },
        File {
            file: FileView,
        },
        /// Search results, best first.
        Hits {
            hits: Vec<SearchHit>,
        },
        /// Palette results, best first.
        Found {
            items: Vec<FoundItem>,
        },
        Symbol {
            page: SymbolPage,
        },
        /// The symbols that a name may refer to.
        Meaning {
            meaning: Meaning,
        },
        /// A commit with what it changed.
        Commit {
            commit: CommitView,
        },
        /// The part of the call graph around a symbol.
        Neighbourhood {
            neighbourhood: Neighbourhood,
        },
        AgentGraph {
            /// Mermaid text; node ids are the names of the nodes.
            mermaid: String,
            nodes: Vec<String>,
        },
        /// The endpoint answered.
        Connected {
            model: ModelInfo,
            /// Time from the request to the answer, in milliseconds.
            ms: f64,
        },
        /// The keys that the engine holds.
        Keys {
            keys: Vec<KnownKey>,
        },
        Runs {
            runs: Vec<RunSummary>,
        },
        /// A run as it is stored now.
        Run {
            run: RunSummary,
            /// Its checkpoints, oldest first.
            checkpoints: Vec<CheckpointSummary>,
        },
        Checkpoint {
            view: CheckpointView,
        },
        /// What differs between two checkpoints.
        Changes {
            changes: Vec<FieldChange>,
        },
        /// A file for the person to save.
        Download {
            name: String,
            bytes: Vec<u8>,
        },
        /// How much storage is used.
        StorageUse {
            storage: StorageUse,
        },
        ProposedChanges {
            changes: ProposedChanges,
        },
        /// The servers of tools that are set up.
        ToolServers {
            servers: Vec<ToolServer>,
        },
        /// What a server has, and sentences about what is left out.
        ServerTools {
            tools: Vec<ServerTool>,
            left_out: Vec<String>,
        },
        /// The files to write for what was accepted; or the conflicts, and then none.
        Acceptance {
            writes: Vec<DiskFile>,
            conflicts: Vec<ChangeConflict>,
        },
        /// What agents remember.
        Memory {
            memory: MemoryView,
        },
        /// Who answers searches of the Web; `None` where nobody is set up.
        WebSearch {
            search: Option<SearchSetting>,
        },
        /// The titles of what a search has found.
        WebFound {
            titles: Vec<String>,
        },
        /// What an address of a git host means.
        Address {
            address: HostedAddress,
        },
        /// What has changed in the folder of the open repository.
        FolderChanges {
            changes: FolderChanges,
        },
        /// The names that the person has given to conversations: (conversation, name).
        ConversationNames {
            names: Vec<(String, String)>,
        },
        /// The coloured ranges of a text; none for a language without colours, and for a text that is too long for them.
        Highlighted {
            runs: Vec<HighlightRun>,
        },
        /// The repository at first sight.
        Overview {
            page: OverviewPage,
        },
        PartsMap {
            map: PartsMap,
        },
        /// `None` where there is no git history, or no file of the repository is in it.
        ChangedMost {
            section: Option<OverviewSection>,
        },
        References {
            references: References,
        },
        Relatives {
            relatives: Relatives,
        },
        Impact {
            impact: Impact,
        },
        CallPath {
            path: CallPath,
        },
        /// The places in a file, in order.
        FileMatches {
            matches: Vec<LineMatch>,
            /// True where there are more.
            more: bool,
        },
    }
);

/// The kind of a failure, by which the page chooses what to offer next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The person cancelled the request.
    Cancelled,
    BadInput,
    NotFound,
    /// Storage refused or is full.
    Storage,
    /// The model refused or cannot be reached.
    Model,
    /// Another tab has it locked, or it is still being imported.
    Busy,
    /// A defect of Quarry.
    Internal,
    /// A git host refuses; a token for it, or another one, may help.
    Token,
}

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub kind: FailureKind,
    /// A sentence: what failed, and what was kept.
    pub message: String,
    pub advice: Option<String>,
}
