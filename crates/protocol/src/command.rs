//! What the page asks of the engine, and what comes back.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{
    Approval, CheckpointSummary, CheckpointView, Direction, DirectoryEntry, FieldChange, FileView, FoundItem,
    ImportSource, KnownKey, Meaning, ModelChoice, ModelInfo, Neighbourhood, Progress, RepositoryOverview, RunSummary,
    SearchHit, SkippedEntry, StorageKind, StorageUse, StoredRepository, SymbolPage, TimedEvent, Turn,
};
use serde::{Deserialize, Serialize};

/// Limits and choices of one question. Defaults are the reference's: 10, 5, 150.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskOptions {
    /// The agent: `plan-react`.
    pub agent: String,
    /// Who answers.
    pub model: ModelChoice,
    /// Most planning rounds.
    pub max_iterations: u32,
    /// Most model calls within one step of the plan.
    pub max_executor_steps: u32,
    /// Most supersteps of the graph.
    pub recursion_limit: u32,
    /// Tool calls wait for a person: see [`Event::ApprovalAsked`](crate::Event::ApprovalAsked).
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
    /// What to do.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Command {
        /// Answered with [`Reply::Welcome`] once the engine is ready.
        Hello,
        /// Take a repository in, index it, store it and open it: [`Progress`] messages, then [`Reply::Opened`].
        Import { source: ImportSource },
        /// Open the stored repository of this storage key: progress, then [`Reply::Opened`].
        Open { repository: String },
        /// Delete the stored repository of this storage key: [`Reply::Stored`].
        Delete { repository: String },
        /// Close the open repository: [`Reply::Stored`].
        Close,
        /// Stop the request with this id; what it did is undone or kept whole. [`Reply::Ok`].
        Cancel { request: u32 },
        /// Ask the agent, with the earlier turns, oldest first: events, then [`Reply::Run`].
        Ask { question: String, history: Vec<Turn>, options: AskOptions },
        /// What was left out: [`Reply::Skipped`].
        Skipped,
        /// A folder's entries, `""` for the root: [`Reply::Directory`].
        ListDirectory { path: String },
        /// A file to look at: [`Reply::File`].
        OpenFile { path: String },
        /// Ranked search for words or a symbol: [`Reply::Hits`].
        Search { query: String, limit: u32 },
        /// The palette: symbols, files and text at once: [`Reply::Found`].
        Find { query: String, limit: u32 },
        /// A symbol by its index in the call graph: [`Reply::Symbol`].
        Symbol { symbol: u32 },
        /// What a name at a place in a file may mean, by the call on that line before its spelling: [`Reply::Meaning`].
        Meaning {
            path: String,
            line: u32,
            /// Bytes of the line before the name.
            column: u32,
            /// As written there.
            name: String,
        },
        /// What is around a symbol: [`Reply::Neighbourhood`].
        Neighbourhood {
            /// Index in the call graph.
            symbol: u32,
            /// 1 to 3.
            depth: u32,
            direction: Direction,
            max_nodes: u32,
        },
        /// An agent's graph: [`Reply::AgentGraph`].
        AgentGraph { agent: String },
        /// Try the endpoint with one tiny call: [`Reply::Connected`].
        TestConnection { model: ModelChoice },
        /// Hold a key for an endpoint's origin: [`Reply::Keys`].
        SetKey {
            base_url: String,
            /// The key; kept out of every log and error.
            key: String,
            /// Keep it encrypted at rest; otherwise for this session only.
            remember: bool,
        },
        /// Forget the key of an endpoint's origin: [`Reply::Keys`].
        ForgetKey { base_url: String },
        /// Which origins there are keys for: [`Reply::Keys`].
        Keys,
        /// The symbol that most others call: [`Reply::Symbol`].
        MostCalled,
        /// The open repository's stored runs: [`Reply::Runs`].
        Runs,
        /// Look at a stored run: its recorded events in order, what they cite checked against the open repository, then
        /// [`Reply::Run`].
        OpenRun { run: String },
        /// Go on with a run that is paused, interrupted or waiting: the new events, their `seq` going on, then
        /// [`Reply::Run`].
        ResumeRun {
            run: String,
            /// The person's answer where the run waits for one.
            approval: Option<Approval>,
            /// Who answers from here on: never taken from the stored run.
            model: ModelChoice,
        },
        /// Begin a new run from a checkpoint of another: the recorded events up to there, then live ones, then
        /// [`Reply::Run`].
        ForkRun {
            /// The run to fork; it stays as it is.
            run: String,
            checkpoint: u64,
            /// Ask this instead.
            question: Option<String>,
            /// Follow these steps instead of the checkpoint's plan.
            plan: Option<Vec<String>>,
            /// Who answers from here on: never taken from the stored run.
            model: ModelChoice,
        },
        /// A checkpoint's state: [`Reply::Checkpoint`].
        Checkpoint { run: String, checkpoint: u64 },
        /// What differs between two checkpoints of a run: [`Reply::Changes`].
        CompareCheckpoints { run: String, from: u64, to: u64 },
        /// Stop the run that this request started, resumed or forked at the end of its superstep, so that it can be resumed. [`Reply::Ok`].
        Pause { request: u32 },
        /// Delete a stored run: [`Reply::Runs`].
        DeleteRun { run: String },
        /// A run as a file that can be looked at elsewhere: [`Reply::Download`].
        ExportRun { run: String },
        /// Take in a run file that [`Reply::Download`] gave, to look at and step through: [`Reply::Run`]. It brings no model.
        ImportRun { bytes: Vec<u8> },
        /// The index of the open repository as a tar archive, to be put on a docs site: [`Reply::Download`].
        ExportIndex,
        /// What takes room in storage: [`Reply::StorageUse`].
        StorageUse,
        /// Delete the runs of the stored repository of this key, except those that are worked on: [`Reply::StorageUse`].
        DeleteRuns { repository: String },
        /// The open repository takes the place of an earlier copy ([`RepositoryOverview::earlier`]), whose runs become its own:
        /// [`Reply::Stored`].
        Replace { earlier: String },
    }
);

tagged_in_json!(
    /// What comes back, any number of times: the last is [`Done`](Self::Done) or [`Failed`](Self::Failed).
    #[derive(Debug, Clone, PartialEq)]
    pub enum MessageBody {
        /// How far an import or opening is.
        Progress { progress: Progress },
        /// A run's event.
        Event { event: TimedEvent },
        /// The last message: success.
        Done { reply: Reply },
        /// The last message: failure.
        Failed { failure: Failure },
        /// Something failed beside the request, which continues.
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
    /// A result.
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
        /// What is in storage, newest first.
        Stored { stored: Vec<StoredRepository> },
        /// What was left out, sorted by path.
        Skipped { entries: Vec<SkippedEntry> },
        /// A folder, folders first, then by name.
        Directory { entries: Vec<DirectoryEntry> },
        /// A file.
        File { file: FileView },
        /// Search results, best first.
        Hits { hits: Vec<SearchHit> },
        /// Palette results, best first.
        Found { items: Vec<FoundItem> },
        /// A symbol.
        Symbol { page: SymbolPage },
        /// What a name may mean; no candidates where the repository has none.
        Meaning { meaning: Meaning },
        /// A neighbourhood, the middle first.
        Neighbourhood { neighbourhood: Neighbourhood },
        /// An agent's graph.
        AgentGraph {
            /// Mermaid text; node ids are the names of the nodes.
            mermaid: String,
            nodes: Vec<String>,
        },
        /// The endpoint answers.
        Connected {
            model: ModelInfo,
            /// Round trip.
            ms: f64,
        },
        /// Keys held, by origin.
        Keys { keys: Vec<KnownKey> },
        /// Stored runs, newest first.
        Runs { runs: Vec<RunSummary> },
        /// A run as it is stored now.
        Run {
            run: RunSummary,
            /// Oldest first.
            checkpoints: Vec<CheckpointSummary>,
        },
        /// A checkpoint.
        Checkpoint { view: CheckpointView },
        /// What differs between two checkpoints.
        Changes { changes: Vec<FieldChange> },
        /// A file to be saved.
        Download { name: String, bytes: Vec<u8> },
        /// What takes room in storage.
        StorageUse { storage: StorageUse },
    }
);

/// What sort of failure, for what the page offers next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The person stopped it.
    Cancelled,
    BadInput,
    NotFound,
    /// Storage refused or is full.
    Storage,
    /// The model refused or cannot be reached.
    Model,
    /// Another tab holds it.
    Busy,
    /// A fault of Quarry.
    Internal,
}

/// Why it failed, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What sort.
    pub kind: FailureKind,
    /// What happened and what was kept.
    pub message: String,
    pub advice: Option<String>,
}
