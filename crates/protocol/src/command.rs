//! What the page asks of the engine, and what comes back.

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
        Import {
            /// From where.
            source: ImportSource,
        },
        /// Open a stored repository: progress, then [`Reply::Opened`].
        Open {
            /// Its storage key.
            repository: String,
        },
        /// Delete a stored repository: [`Reply::Stored`].
        Delete {
            /// Its storage key.
            repository: String,
        },
        /// Close the open repository: [`Reply::Stored`].
        Close,
        /// Stop the request with this id; what it did is undone or kept whole. [`Reply::Ok`].
        Cancel {
            /// The request to stop.
            request: u32,
        },
        /// Ask the agent: events, then [`Reply::Run`].
        Ask {
            /// The question.
            question: String,
            /// Earlier turns, oldest first.
            history: Vec<Turn>,
            /// Agent, model, limits.
            options: AskOptions,
        },
        /// What was left out: [`Reply::Skipped`].
        Skipped,
        /// A folder's entries, `""` for the root: [`Reply::Directory`].
        ListDirectory {
            /// The folder.
            path: String,
        },
        /// A file to look at: [`Reply::File`].
        OpenFile {
            /// The file.
            path: String,
        },
        /// Ranked search: [`Reply::Hits`].
        Search {
            /// Words or a symbol.
            query: String,
            /// At most this many.
            limit: u32,
        },
        /// The palette: symbols, files and text at once: [`Reply::Found`].
        Find {
            /// As typed.
            query: String,
            /// At most this many.
            limit: u32,
        },
        /// A symbol by index: [`Reply::Symbol`].
        Symbol {
            /// Index in the call graph.
            symbol: u32,
        },
        /// What a name at a place in a file may mean, by the call on that line before its spelling: [`Reply::Meaning`].
        Meaning {
            /// The file.
            path: String,
            /// The line.
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
            /// Which way.
            direction: Direction,
            /// Most nodes drawn.
            max_nodes: u32,
        },
        /// An agent's graph: [`Reply::AgentGraph`].
        AgentGraph {
            /// The agent.
            agent: String,
        },
        /// Try the endpoint with one tiny call: [`Reply::Connected`].
        TestConnection {
            /// Which.
            model: ModelChoice,
        },
        /// Hold a key for an endpoint's origin: [`Reply::Keys`].
        SetKey {
            /// The endpoint.
            base_url: String,
            /// The key; kept out of every log and error.
            key: String,
            /// Keep it encrypted at rest; otherwise for this session only.
            remember: bool,
        },
        /// Forget the key of an endpoint's origin: [`Reply::Keys`].
        ForgetKey {
            /// The endpoint.
            base_url: String,
        },
        /// Which origins there are keys for: [`Reply::Keys`].
        Keys,
        /// The symbol that most others call: [`Reply::Symbol`].
        MostCalled,
        /// The open repository's stored runs: [`Reply::Runs`].
        Runs,
        /// Look at a stored run: its recorded events in order, what they cite checked against the open repository, then
        /// [`Reply::Run`].
        OpenRun {
            /// The run.
            run: String,
        },
        /// Go on with a run that is paused, interrupted or waiting: the new events, their `seq` going on, then
        /// [`Reply::Run`].
        ResumeRun {
            /// The run.
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
            /// The last checkpoint to keep.
            checkpoint: u64,
            /// Ask this instead.
            question: Option<String>,
            /// Follow these steps instead of the checkpoint's plan.
            plan: Option<Vec<String>>,
            /// Who answers from here on: never taken from the stored run.
            model: ModelChoice,
        },
        /// A checkpoint's state: [`Reply::Checkpoint`].
        Checkpoint {
            /// The run.
            run: String,
            /// The checkpoint.
            checkpoint: u64,
        },
        /// What differs between two checkpoints of a run: [`Reply::Changes`].
        CompareCheckpoints {
            /// The run.
            run: String,
            /// The checkpoint before.
            from: u64,
            /// The checkpoint after.
            to: u64,
        },
        /// Stop the run of this request at the end of its superstep, so that it can be resumed. [`Reply::Ok`].
        Pause {
            /// The request that asked, resumed or forked it.
            request: u32,
        },
        /// Delete a stored run: [`Reply::Runs`].
        DeleteRun {
            /// The run.
            run: String,
        },
        /// A run as a file that can be looked at elsewhere: [`Reply::Download`].
        ExportRun {
            /// The run.
            run: String,
        },
        /// Take a run file in, to look at and step through: [`Reply::Run`]. It brings no model along.
        ImportRun {
            /// The file, as [`Reply::Download`] gave it.
            bytes: Vec<u8>,
        },
        /// The index of the open repository as a tar archive, to be put on a docs site: [`Reply::Download`].
        ExportIndex,
        /// What takes room in storage: [`Reply::StorageUse`].
        StorageUse,
        /// Delete the runs of a stored repository, except those that are worked on: [`Reply::StorageUse`].
        DeleteRuns {
            /// Its storage key.
            repository: String,
        },
        /// The open repository takes the place of an earlier copy, whose runs become its own: [`Reply::Stored`].
        Replace {
            /// Storage key of the earlier copy: see [`RepositoryOverview::earlier`].
            earlier: String,
        },
    }
);

tagged_in_json!(
    /// What comes back, any number of times: the last is [`Done`](Self::Done) or [`Failed`](Self::Failed).
    #[derive(Debug, Clone, PartialEq)]
    pub enum MessageBody {
        /// How far an import or opening is.
        Progress {
            /// How far.
            progress: Progress,
        },
        /// A run's event.
        Event {
            /// The event.
            event: TimedEvent,
        },
        /// The last message: success.
        Done {
            /// The result.
            reply: Reply,
        },
        /// The last message: failure.
        Failed {
            /// Why.
            failure: Failure,
        },
        /// Something failed beside the request, which continues.
        Notice {
            /// What.
            failure: Failure,
        },
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
            /// Where repositories are kept.
            storage: StorageKind,
            /// What is there.
            stored: Vec<StoredRepository>,
            /// Names of the agents.
            agents: Vec<String>,
            /// Bytes of the bundled sample archive; `None` where the build has none.
            sample_bytes: Option<u64>,
        },
        /// A repository is open.
        Opened {
            /// At a glance.
            overview: RepositoryOverview,
        },
        /// What is in storage.
        Stored {
            /// Newest first.
            stored: Vec<StoredRepository>,
        },
        /// What was left out.
        Skipped {
            /// Sorted by path.
            entries: Vec<SkippedEntry>,
        },
        /// A folder.
        Directory {
            /// Folders first, then by name.
            entries: Vec<DirectoryEntry>,
        },
        /// A file.
        File {
            /// The file.
            file: FileView,
        },
        /// Search results.
        Hits {
            /// Best first.
            hits: Vec<SearchHit>,
        },
        /// Palette results.
        Found {
            /// Best first.
            items: Vec<FoundItem>,
        },
        /// A symbol.
        Symbol {
            /// All of it.
            page: SymbolPage,
        },
        /// What a name may mean.
        Meaning {
            /// No candidates where the repository has none.
            meaning: Meaning,
        },
        /// A neighbourhood.
        Neighbourhood {
            /// The middle first.
            neighbourhood: Neighbourhood,
        },
        /// An agent's graph.
        AgentGraph {
            /// Mermaid text; node ids are the names of the nodes.
            mermaid: String,
            /// The nodes' names.
            nodes: Vec<String>,
        },
        /// The endpoint answers.
        Connected {
            /// Who.
            model: ModelInfo,
            /// Round trip.
            ms: f64,
        },
        /// Keys held.
        Keys {
            /// By origin.
            keys: Vec<KnownKey>,
        },
        /// Stored runs.
        Runs {
            /// Newest first.
            runs: Vec<RunSummary>,
        },
        /// A run as it is stored now.
        Run {
            /// The run.
            run: RunSummary,
            /// Oldest first.
            checkpoints: Vec<CheckpointSummary>,
        },
        /// A checkpoint.
        Checkpoint {
            /// With its state.
            view: CheckpointView,
        },
        /// What differs between two checkpoints.
        Changes {
            /// The fields that differ.
            changes: Vec<FieldChange>,
        },
        /// A file to be saved.
        Download {
            /// A name for the file.
            name: String,
            /// The file.
            bytes: Vec<u8>,
        },
        /// What takes room in storage.
        StorageUse {
            /// All of it.
            storage: StorageUse,
        },
    }
);

/// What sort of failure, for what the page offers next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The person stopped it.
    Cancelled,
    /// The input cannot be used.
    BadInput,
    /// Not there.
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
    /// What to do.
    pub advice: Option<String>,
}
