//! The command line. Scripts rely on it: names and defaults stay.

mod answering;
mod index;
mod push;
mod repository;
mod runs;

pub use answering::Answering;
pub use index::{IndexOptions, Prune};
pub use push::PushOptions;
pub use repository::Repository;
pub use runs::{
    ApprovalOptions, AskOptions, ForkOptions, ListOptions, Place, ReplayOptions, ResumeOptions, RunsCommand,
    RunsOptions, ShowOptions, TimelineFormat,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;

/// Answers questions about a code repository.
#[derive(Debug, Parser)]
#[command(name = "quarry", version, about, max_term_width = 100)]
pub struct Arguments {
    /// Where runs are kept; without it a folder of the system's for state.
    #[arg(long, global = true, value_name = "DIR", env = "QUARRY_RUNS")]
    pub runs: Option<OsString>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Index a folder or archive, and write the index to a directory.
    Index(IndexOptions),
    /// Publish an index on a Quarry Worker.
    Push(PushOptions),
    /// Search code, symbols and prose.
    Search(SearchOptions),
    /// Who calls a symbol.
    Callers(CallsOptions),
    /// What a symbol calls.
    Callees(CallsOptions),
    /// The whole call graph.
    CallGraph(CallGraphOptions),
    /// Ask an agent a question.
    Ask(AskOptions),
    /// Serve a repository to coding agents: the Model Context Protocol on stdin and stdout.
    Mcp(McpOptions),
    /// Stored runs: list them, look at one, delete, export, import.
    Runs(RunsOptions),
    /// Go on with a stored run.
    Resume(ResumeOptions),
    /// Go on from a checkpoint of a stored run as a run of its own.
    Fork(ForkOptions),
    /// Tell a stored run again, without a model or tools; what it cites is checked where the repository is at hand.
    Replay(ReplayOptions),
    /// Draw an agent's graph.
    Graph(GraphOptions),
}

/// `quarry search`
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// What is read.
    #[command(flatten)]
    pub repository: Repository,
    /// Words, a symbol or a question.
    pub query: String,
    /// Most results.
    #[arg(short = 'n', default_value_t = 10)]
    pub limit: usize,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `quarry callers`, `quarry callees`
#[derive(Debug, Args)]
pub struct CallsOptions {
    /// What is read.
    #[command(flatten)]
    pub repository: Repository,
    /// A function's or method's own, partly or fully qualified name.
    pub symbol: String,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `quarry call-graph`
#[derive(Debug, Args)]
pub struct CallGraphOptions {
    /// What is read.
    #[command(flatten)]
    pub repository: Repository,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = CallGraphFormat::Json)]
    pub format: CallGraphFormat,
}

/// Formats of a call graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CallGraphFormat {
    /// `{caller: [{callee, path, line, rule, confidence}]}`.
    Json,
    /// Mermaid text.
    Mermaid,
    /// Graphviz.
    Dot,
}

/// `quarry mcp`
#[derive(Debug, Args)]
pub struct McpOptions {
    /// What is read.
    #[command(flatten)]
    pub repository: Repository,
    /// Who answers what is asked with the tool `ask`.
    #[command(flatten)]
    pub answering: Answering,
}

/// `quarry graph`
#[derive(Debug, Args)]
pub struct GraphOptions {
    /// The agent.
    pub agent: String,
    /// How to draw it.
    #[arg(long, value_enum, default_value_t = GraphFormat::Mermaid)]
    pub format: GraphFormat,
}

/// Formats of an agent's graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// Mermaid text.
    Mermaid,
    /// Lines of a terminal.
    Ascii,
    /// An SVG document.
    Svg,
}
