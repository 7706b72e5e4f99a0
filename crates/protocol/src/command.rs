//! The commands that the page sends to the engine.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{
    ChangeDecision, ChosenFile, Direction, DiskFile, FileSearch, ImportSource, MemoryChange, ModelChoice, PersonAnswer,
    Prices, ProfileName, ProfileSettings, SearchProvider, Turn,
};
#[cfg(doc)]
use crate::{MessageBody, Progress, Reply, RepositoryOverview};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The agent, model and limits of a run. The defaults are the reference's: 10, 5, 150.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskOptions {
    /// Name of the agent, such as `plan-react`.
    pub agent: String,
    pub model: ModelChoice,
    /// The largest number of planning rounds; `None` for the agent's own, as with the other limits.
    pub max_iterations: Option<u32>,
    /// The largest number of model calls within one step of the plan.
    pub max_executor_steps: Option<u32>,
    /// The largest number of supersteps of the graph.
    pub recursion_limit: Option<u32>,
    /// Whether the run is suspended before tools are called until a person approves: see
    /// [`Event::ApprovalAsked`](crate::Event::ApprovalAsked).
    pub approve_tools: bool,
    /// How far the agent may go on its own.
    #[serde(default)]
    pub mode: Mode,
    /// Whether a model scores first if the request is about this repository, where the agent has such a gate.
    #[serde(default = "gated")]
    pub gate: bool,
    /// The most tokens, read and written, that the run may use; `None` for no limit.
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// The most US dollars that the run may spend; `None` for no limit. Counts only models whose prices are known.
    #[serde(default)]
    pub max_usd: Option<f64>,
    /// The profiles that are set up. `model` is the model of `default`, whatever its profile says.
    #[serde(default)]
    pub profiles: BTreeMap<ProfileName, ProfileSettings>,
    /// Known prices, by the name of the model.
    #[serde(default)]
    pub prices: BTreeMap<String, Prices>,
    /// Whether programs run without being asked about, each with its own limits: the person's word for the whole run.
    #[serde(default)]
    pub allow_run: bool,
    /// The program and arguments by which the person wants proposed changes checked; `None` to choose by the project.
    #[serde(default)]
    pub check: Option<Vec<String>>,
    /// The folder of the repository that the run is limited to: it searches, lists and reads only there, and callers elsewhere
    /// are still callers. `None` for all of it.
    #[serde(default)]
    pub folder: Option<String>,
}

fn gated() -> bool {
    true
}

/// The switch that people set: how far an agent may go on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing is changed and nothing runs.
    LookOnly,
    /// Each edit is shown before it is made.
    AskBeforeEdits,
    /// Edits are made as proposals, which a person reviews afterwards.
    #[default]
    EditFreely,
}

impl Default for AskOptions {
    fn default() -> Self {
        Self {
            agent: "plan-react".to_owned(),
            model: ModelChoice::Offline,
            max_iterations: None,
            max_executor_steps: None,
            recursion_limit: None,
            approve_tools: false,
            mode: Mode::default(),
            gate: true,
            max_tokens: None,
            max_usd: None,
            profiles: BTreeMap::new(),
            prices: BTreeMap::new(),
            allow_run: false,
            check: None,
            folder: None,
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
        /// Import a repository, index it, store it and open it: [`Progress`] messages, then [`Reply::Opened`]. Where none is open,
        /// [`MessageBody::Arriving`] between them says what of it can be used already.
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
        Ask {
            question: String,
            history: Vec<Turn>,
            options: AskOptions,
            /// The run before it in the conversation, whose proposed changes it goes on with.
            after: Option<String>,
            /// The conversation that the run is a part of: the `conversation` of an earlier run. `None` for a run that begins
            /// one.
            conversation: Option<String>,
            /// The run whose question it asks again, changed or of another model.
            instead_of: Option<String>,
        },
        /// List the files that the import left out: [`Reply::Skipped`].
        Skipped,
        /// List a folder's entries, `""` for the root: [`Reply::Directory`].
        ListDirectory { path: String },
        /// Read a file with highlighting and outline: [`Reply::File`].
        OpenFile { path: String },
        /// Ranked search for words or a symbol: [`Reply::Hits`].
        Search { query: String, limit: u32 },
        /// Search symbols and files, for the search palette: [`Reply::Found`].
        Find { query: String, limit: u32 },
        /// Search lines of text, for the search palette; asked after [`Find`](Command::Find), because it reads every file:
        /// [`Reply::Found`].
        FindLines { query: String, limit: u32 },
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
        /// Show a commit of the git history: [`Reply::Commit`].
        Commit { hash: String },
        /// List the open repository's stored runs: [`Reply::Runs`].
        Runs,
        /// Read a stored run: its recorded events in order, their citations checked against the open repository, then
        /// [`Reply::Run`].
        OpenRun { run: String },
        /// Continue a run that is paused, interrupted or awaits approval: the new events, numbered after the recorded
        /// ones, then [`Reply::Run`].
        ResumeRun {
            run: String,
            /// The answer of the person, for a run that awaits one.
            answer: Option<PersonAnswer>,
            /// The model from here on; that which the stored run names is not used.
            model: ModelChoice,
            /// The profiles from here on, likewise.
            profiles: BTreeMap<ProfileName, ProfileSettings>,
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
            /// The profiles from here on, likewise.
            profiles: BTreeMap<ProfileName, ProfileSettings>,
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
        /// Store a run, or the runs of a conversation, from a file that [`Reply::Download`] held: [`Reply::Run`] with the
        /// first. The model that the file names is not used.
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
        /// Give the run that the command with this id works on a message of the person, which its next superstep takes in:
        /// [`Reply::Ok`].
        Steer { request: u32, text: String },
        /// What a run proposes to change: [`Reply::ProposedChanges`].
        RunChanges { run: String },
        /// Reject, edit or take back proposed changes of a run: [`Reply::ProposedChanges`].
        DecideChanges { run: String, decision: ChangeDecision },
        /// Compare what is chosen of a run's changes with the folder's files, which the command holds:
        /// [`Reply::Acceptance`]. Nothing is changed.
        AcceptChanges { run: String, chosen: Vec<ChosenFile>, disk: Vec<DiskFile> },
        /// What is chosen of a run's changes was written to the folder: [`Reply::ProposedChanges`].
        ChangesWritten { run: String, chosen: Vec<ChosenFile> },
        /// Propose what a patch changes, as a run of its own that no model answers: its recorded events, then [`Reply::Run`]. One
        /// that cannot be read or does not fit is a [`Failed`](MessageBody::Failed), and nothing is changed.
        ProposePatch {
            /// The name of its file.
            name: String,
            patch: Vec<u8>,
            /// The run whose proposed changes it goes on with.
            after: Option<String>,
            /// The conversation that it becomes a part of.
            conversation: Option<String>,
        },
        /// Write a run's changes as a patch that `git apply` takes: [`Reply::Download`].
        ExportChanges { run: String },
        /// Write the files that a run changes into a zip archive: [`Reply::Download`].
        ExportChangedFiles { run: String },
        /// List what agents remember: for the person, for the open repository, and for the conversation that this run belongs
        /// to: [`Reply::Memory`].
        Memory { run: Option<String> },
        /// Change what agents remember, by hand: [`Reply::Ok`].
        ChangeMemory { change: MemoryChange },
        /// List the servers of tools that are set up: [`Reply::ToolServers`].
        ToolServers,
        /// Set up a server of tools, in place of one of the same name: [`Reply::ToolServers`]. Nothing is sent to it.
        AddToolServer {
            name: String,
            url: String,
            /// Empty for none; never written to a log or an error.
            token: String,
            /// Whether to store the token, encrypted; otherwise it is held for this session only.
            remember: bool,
        },
        /// Remove a server of tools with its token: [`Reply::ToolServers`].
        RemoveToolServer { name: String },
        /// Reach a server and list its tools: [`Reply::ServerTools`].
        ServerTools { name: String },
        /// Trust the tools with these definitions, which the person has seen, and no others of the server:
        /// [`Reply::ServerTools`].
        TrustTools { name: String, seen: Vec<String> },
        /// Who answers searches of the Web: [`Reply::WebSearch`].
        WebSearch,
        /// Set up who answers searches, in place of whoever was: [`Reply::WebSearch`]. Nothing is sent.
        SetWebSearch {
            provider: SearchProvider,
            /// Empty for the provider's own.
            url: String,
            /// Empty for that which is there; never written to a log or an error.
            key: String,
            /// Whether to store the key, encrypted; otherwise it is held for this session only.
            remember: bool,
        },
        /// Set up nobody, and delete the key: [`Reply::WebSearch`].
        RemoveWebSearch,
        /// Search once: [`Reply::WebFound`].
        TryWebSearch { query: String },
        /// Read the address of a repository on a git host, without sending anything: [`Reply::Address`].
        ReadAddress { address: String },
        /// Set the token for the git host of this address: [`Reply::Address`].
        SetHostToken {
            address: String,
            /// Never written to a log or an error; sent to the host's API alone.
            token: String,
            /// Whether to store the token, encrypted; otherwise it is held for this session only.
            remember: bool,
        },
        /// Delete the token for the git host of this address: [`Reply::Address`].
        ForgetHostToken { address: String },
        /// Compare the open repository with its folder, which is sent as an attachment (`FileSystemDirectoryHandle`), by the
        /// sizes and times of its files: [`Reply::FolderChanges`].
        CheckFolder,
        /// Look up a symbol by its file and its qualified name, which stay the same when a repository is imported again:
        /// [`Reply::Symbol`].
        SymbolNamed {
            path: String,
            name: String,
            /// Of several of that name, the one that is defined nearest to this line.
            line: Option<u32>,
        },
        /// List the names that the person has given to conversations: [`Reply::ConversationNames`].
        ConversationNames,
        /// Name a conversation, or with an empty name take its name away: [`Reply::ConversationNames`].
        NameConversation { conversation: String, name: String },
        /// Delete a conversation's runs, except those that are running, and its name: [`Reply::Runs`].
        DeleteConversation { conversation: String, runs: Vec<String> },
        /// Write these runs of a conversation to one file, which [`ImportRun`](Command::ImportRun) takes:
        /// [`Reply::Download`].
        ExportConversation { name: String, runs: Vec<String> },
        /// The coloured ranges of a text in the language of this name, as code in an answer names it: [`Reply::Highlighted`].
        Highlight { language: String, text: String },
        /// What the open repository is, at first sight: [`Reply::Overview`].
        Overview,
        /// The parts of a folder, of the whole repository for an empty path: [`Reply::PartsMap`].
        PartsMap { path: String },
        /// The files that most of the newest commits changed: [`Reply::ChangedMost`].
        ChangedMost,
        /// Find all references to a symbol: [`Reply::References`].
        References { symbol: u32 },
        /// What a type or method extends, and what extends or implements it: [`Reply::Relatives`].
        Relatives { symbol: u32 },
        /// Who calls a symbol within so many calls: [`Reply::Impact`].
        Impact { symbol: u32, depth: u32 },
        /// By which calls a symbol reaches another: [`Reply::CallPath`].
        CallPath { from: u32, to: u32 },
        /// Find all places in a file: [`Reply::FileMatches`]. What is no pattern is a [`Failed`](MessageBody::Failed).
        FindInFile { path: String, search: FileSearch },
        /// Bring the open repository up to date with its folder, which is sent as an attachment
        /// (`FileSystemDirectoryHandle`), where these files alone have another text: [`Progress`] messages, then
        /// [`Reply::Opened`]. Where more has to be read, the folder is imported as a whole.
        UpdateFolder { changed: Vec<String> },
        /// Load what imports and opens repositories, as one is about to come: [`Reply::Ok`].
        Prepare,
    }
);
