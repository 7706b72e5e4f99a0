//! The commands that the page sends to the engine, and the messages it gets back.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{
    Approval, CheckpointSummary, CheckpointView, Direction, DirectoryEntry, FieldChange, FileView, FoundItem,
    ImportSource, KnownKey, Meaning, ModelChoice, ModelInfo, Neighbourhood, Progress, RepositoryOverview, RunSummary,
    SearchHit, SkippedEntry, StorageKind, StorageUse, StoredRepository, SymbolPage, TimedEvent, Turn,
};
use serde::{Deserialize, Serialize};

/// The agent, model and limits of a run. The defaults are the reference's: 10, 5, 150.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskOptions {
    /// Name of the agent, such as `plan-react`.
    pub agent: String,
    /// The model to use.
    pub model: ModelChoice,
    /// The largest number of planning rounds.
    pub max_iterations: u32,
    /// The largest number of model calls within one step of the plan.
    pub max_executor_steps: u32,
    /// The largest number of supersteps of the graph.
    pub recursion_limit: u32,
    /// Whether the run is suspended before tools are called until a person approves: see
    /// [`Event::ApprovalAsked`](crate::Event::ApprovalAsked).
    pub approve_tools: bool,
}

impl Default for AskOptions {
    fn default() -> Self {
        Self {
            agent: "plan-react".to_owned(),
            model: ModelChoice::Offline,
            max_iterations: 10,
            max_executor_steps: 5,
            recursion_limit: 150,
            approve_tools: false,
        }
    }
}

tagged_in_json!(
    /// What the engine is to do. Each variant names the messages that answer it; any command may end in
    /// [`MessageBody::Failed`] instead.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Command {
        /// Answered with [`Reply::Welcome`] once the engine is ready.
        Hello,
        /// Import a repository, index it, store it and open it: [`Progress`] messages, then [`Reply::Opened`].
        Import { source: ImportSource },
        /// Open the stored repository of this storage key: [`Progress`] messages, then [`Reply::Opened`].
        Open { repository: String },
        /// Delete the stored repository of this storage key: [`Reply::Stored`].
        Delete { repository: String },
        /// Close the open repository: [`Reply::Stored`].
        Close,
        /// Cancel the command with this id; its effects are undone or kept as a whole. [`Reply::Ok`].
        Cancel { request: u32 },
        /// Start a run, with the earlier turns, oldest first: events, then [`Reply::Run`].
        Ask { question: String, history: Vec<Turn>, options: AskOptions },
        /// List the files that the import left out: [`Reply::Skipped`].
        Skipped,
        /// List a folder's entries, `""` for the root: [`Reply::Directory`].
        ListDirectory { path: String },
        /// Read a file with highlighting and outline: [`Reply::File`].
        OpenFile { path: String },
        /// Ranked search for words or a symbol: [`Reply::Hits`].
        Search { query: String, limit: u32 },
        /// Search symbols, files and text at once, for the search palette: [`Reply::Found`].
        Find { query: String, limit: u32 },
        /// Look up a symbol by its index in the call graph: [`Reply::Symbol`].
        Symbol { symbol: u32 },
        /// Look up the symbols that a name in a file may refer to. A call edge from that line is preferred to symbols
        /// that are only spelled alike: [`Reply::Meaning`].
        Meaning {
            path: String,
            line: u32,
            /// Bytes of the line before the name.
            column: u32,
            /// The name as written there.
            name: String,
        },
        /// The part of the call graph around a symbol: [`Reply::Neighbourhood`].
        Neighbourhood {
            /// Index in the call graph.
            symbol: u32,
            /// How many call edges to follow, 1 to 3.
            depth: u32,
            direction: Direction,
            max_nodes: u32,
        },
        /// Draw an agent's graph: [`Reply::AgentGraph`].
        AgentGraph { agent: String },
        /// Test an endpoint with one very short model call: [`Reply::Connected`].
        TestConnection { model: ModelChoice },
        /// Set the key for an endpoint's origin: [`Reply::Keys`].
        SetKey {
            base_url: String,
            /// The key; never written to a log or an error.
            key: String,
            /// Whether to store the key, encrypted; otherwise it is held for this session only.
            remember: bool,
        },
        /// Delete the key for an endpoint's origin: [`Reply::Keys`].
        ForgetKey { base_url: String },
        /// List the origins for which there is a key: [`Reply::Keys`].
        Keys,
        /// Look up the symbol with the most callers: [`Reply::Symbol`].
        MostCalled,
        /// List the open repository's stored runs: [`Reply::Runs`].
        Runs,
        /// Read a stored run: its recorded events in order, their citations checked against the open repository, then
        /// [`Reply::Run`].
        OpenRun { run: String },
        /// Continue a run that is paused, interrupted or awaits approval: the new events, numbered after the recorded
        /// ones, then [`Reply::Run`].
        ResumeRun {
            run: String,
            /// The answer of the person, for a run that awaits approval.
            approval: Option<Approval>,
            /// The model from here on; that which the stored run names is not used.
            model: ModelChoice,
        },
        /// Start a new run from a checkpoint of another: the recorded events up to that checkpoint, then live ones,
        /// then [`Reply::Run`].
        ForkRun {
            /// The id of the run to fork, which is not changed.
            run: String,
            checkpoint: u64,
            /// Replaces the question.
            question: Option<String>,
            /// Replaces the steps of the plan at the checkpoint.
            plan: Option<Vec<String>>,
            /// The model from here on; that which the stored run names is not used.
            model: ModelChoice,
        },
        /// The state of a run at a checkpoint: [`Reply::Checkpoint`].
        Checkpoint { run: String, checkpoint: u64 },
        /// What differs between two checkpoints of a run: [`Reply::Changes`].
        CompareCheckpoints { run: String, from: u64, to: u64 },
        /// Pause the run that the command with this id started, resumed or forked, at the end of its superstep. It can
        /// be resumed. [`Reply::Ok`].
        Pause { request: u32 },
        /// Delete a stored run: [`Reply::Runs`].
        DeleteRun { run: String },
        /// Write a run to a file that can be imported elsewhere: [`Reply::Download`].
        ExportRun { run: String },
        /// Store a run from a file that [`Reply::Download`] held: [`Reply::Run`]. The model that the file names is not
        /// used.
        ImportRun { bytes: Vec<u8> },
        /// Write the index of the open repository as a tar archive, to be unpacked on a docs site: [`Reply::Download`].
        ExportIndex,
        /// How much storage each repository and its runs use: [`Reply::StorageUse`].
        StorageUse,
        /// Delete the runs of the stored repository of this storage key, except those that are running:
        /// [`Reply::StorageUse`].
        DeleteRuns { repository: String },
        /// Delete an earlier copy of the open repository ([`RepositoryOverview::earlier`]), which takes over its runs:
        /// [`Reply::Stored`].
        Replace { earlier: String },
    }
);

tagged_in_json!(
    /// A message that answers a command. There may be any number; the last is [`Done`](Self::Done) or
    /// [`Failed`](Self::Failed).
    #[derive(Debug, Clone, PartialEq)]
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
        }
    }
}

tagged_in_json!(
    /// The result of a [`Command`].
    #[derive(Debug, Clone, PartialEq)]
    #[allow(clippy::large_enum_variant, reason = "short-lived messages; boxing would only complicate the page")]
    pub enum Reply {
        /// Done; there is nothing to return.
        Ok,
        /// The engine is ready.
        Welcome {
            storage: StorageKind,
            stored: Vec<StoredRepository>,
            agents: Vec<String>,
            /// Bytes of the bundled sample archive; `None` where the build has none.
            sample_bytes: Option<u64>,
        },
        /// A repository is open.
        Opened { overview: RepositoryOverview },
        /// The stored repositories, newest first.
        Stored { stored: Vec<StoredRepository> },
        /// The files that the import left out, sorted by path.
        Skipped { entries: Vec<SkippedEntry> },
        /// The entries of a folder: folders first, then by name.
        Directory { entries: Vec<DirectoryEntry> },
        /// A file.
        File { file: FileView },
        /// Search results, best first.
        Hits { hits: Vec<SearchHit> },
        /// Palette results, best first.
        Found { items: Vec<FoundItem> },
        /// A symbol.
        Symbol { page: SymbolPage },
        /// The symbols that a name may refer to.
        Meaning { meaning: Meaning },
        /// The part of the call graph around a symbol.
        Neighbourhood { neighbourhood: Neighbourhood },
        /// An agent's graph.
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
        Keys { keys: Vec<KnownKey> },
        /// The stored runs.
        Runs { runs: Vec<RunSummary> },
        /// A run as it is stored now.
        Run {
            run: RunSummary,
            /// Its checkpoints, oldest first.
            checkpoints: Vec<CheckpointSummary>,
        },
        /// A checkpoint.
        Checkpoint { view: CheckpointView },
        /// What differs between two checkpoints.
        Changes { changes: Vec<FieldChange> },
        /// A file for the person to save.
        Download { name: String, bytes: Vec<u8> },
        /// How much storage is used.
        StorageUse { storage: StorageUse },
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
    /// Another tab has it locked.
    Busy,
    /// A defect of Quarry.
    Internal,
}

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Its kind.
    pub kind: FailureKind,
    /// A sentence: what failed, and what was kept.
    pub message: String,
    pub advice: Option<String>,
}
