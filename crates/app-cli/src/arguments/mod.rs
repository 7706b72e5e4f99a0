//! The arguments of the command line. Scripts rely on their names and defaults, which therefore never change.

mod answering;
mod changes;
mod embeddings;
mod index;
mod memory;
mod outside;
mod push;
mod repository;
mod resume;
mod runs;

pub use answering::{Answering, Spending};
pub use changes::{ApplyOptions, DiffOptions};
pub use embeddings::Embeddings;
pub use index::{IndexOptions, Prune};
pub use memory::{MemoryCommand, MemoryOptions, Of as MemoryOf, ScopeName};
pub use outside::{Outside, ServersOptions};
pub use push::PushOptions;
pub use repository::Repository;
pub use resume::{ApprovalOptions, ForkOptions, Place, ReplayOptions, ResumeOptions};
pub use runs::{AskOptions, ListOptions, RunsCommand, RunsOptions, ShowOptions, TimelineFormat, Words};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;

/// Answers questions about a code repository.
#[derive(Debug, Parser)]
#[command(name = "quarry", version, about, max_term_width = 100)]
pub struct Arguments {
    /// The folder of stored runs [default: quarry/runs in the system's folder for application state]
    #[arg(long, global = true, value_name = "DIR", env = "QUARRY_RUNS")]
    pub runs: Option<OsString>,
    /// The sub-command.
    #[command(subcommand)]
    pub command: Command,
}

/// The sub-commands; the first line of each is its help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Index a folder or archive, and write the index to a directory
    Index(IndexOptions),
    /// Publish an index on a Quarry Worker
    Push(PushOptions),
    /// Search code, symbols and prose
    Search(SearchOptions),
    /// List the calls of a symbol
    Callers(CallsOptions),
    /// List what a symbol calls
    Callees(CallsOptions),
    /// List all references to a symbol: calls, imports, types, reads and writes, each with how sure it is
    References(CallsOptions),
    /// List what extends or implements a type, or overrides a method
    Implementations(CallsOptions),
    /// List what a type extends or implements, or which methods a method overrides
    Supertypes(CallsOptions),
    /// List who is reached by a change of a symbol: its callers, their callers and so on, nearest first
    Impact(ImpactOptions),
    /// Find the shortest chain of calls from one symbol to another
    Path(PathOptions),
    /// Print the whole call graph
    CallGraph(CallGraphOptions),
    /// Ask an agent a question about a repository. On a terminal, a line that you type while an agent that acts works is a
    /// message to it
    Ask(AskOptions),
    /// List the agents, with when to take which
    Agents,
    /// Serve a repository to coding agents, by the Model Context Protocol on stdin and stdout
    Mcp(McpOptions),
    /// List the servers of tools (MCP) that a file sets up, with their tools, and note which of them you trust
    McpServers(ServersOptions),
    /// List, show, delete, export and import stored runs
    Runs(RunsOptions),
    /// List, change and delete what agents remember
    Memory(MemoryOptions),
    /// Continue a stored run
    Resume(ResumeOptions),
    /// Start a new run from a checkpoint of a stored run
    Fork(ForkOptions),
    /// Show a stored run again from its log, without a model or tools; its citations are checked against the repository
    /// if that can be read
    Replay(ReplayOptions),
    /// Print what a run proposes to change, as a patch
    Diff(DiffOptions),
    /// Write what a run proposes to change to the repository's folder, all or nothing
    Apply(ApplyOptions),
    /// Draw an agent's graph
    Graph(GraphOptions),
}

/// `quarry search`
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// The repository to read.
    #[command(flatten)]
    pub repository: Repository,
    /// Words, a symbol, a question, "exact words" or a /regular expression/
    pub query: String,
    /// The largest number of results
    #[arg(short = 'n', default_value_t = 10)]
    pub limit: usize,
    /// The server of embeddings, for an index with vectors.
    #[command(flatten)]
    pub embeddings: Embeddings,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// `quarry callers`, `quarry callees`, `quarry references`, `quarry implementations`, `quarry supertypes`
#[derive(Debug, Args)]
pub struct CallsOptions {
    /// The repository to read.
    #[command(flatten)]
    pub repository: Repository,
    /// A symbol's name: its own, partly or fully qualified
    pub symbol: String,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// `quarry impact`
#[derive(Debug, Args)]
pub struct ImpactOptions {
    /// The repository to read, and the symbol.
    #[command(flatten)]
    pub calls: CallsOptions,
    /// How many calls are followed
    #[arg(long, value_name = "CALLS", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
}

/// `quarry path`
#[derive(Debug, Args)]
pub struct PathOptions {
    /// The repository to read.
    #[command(flatten)]
    pub repository: Repository,
    /// The symbol that calls: its name, partly or fully qualified
    pub from: String,
    /// The one that is reached
    pub to: String,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// `quarry call-graph`
#[derive(Debug, Args)]
pub struct CallGraphOptions {
    /// The repository to read.
    #[command(flatten)]
    pub repository: Repository,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = CallGraphFormat::Json)]
    pub format: CallGraphFormat,
}

/// Formats of a call graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CallGraphFormat {
    /// `{caller: [{callee, path, line, rule, confidence}]}`.
    Json,
    /// Mermaid text
    Mermaid,
    /// Graphviz
    Dot,
}

/// `quarry mcp`
#[derive(Debug, Args)]
pub struct McpOptions {
    /// The repository to read.
    #[command(flatten)]
    pub repository: Repository,
    /// The model of runs that the tool `ask` starts.
    #[command(flatten)]
    pub answering: Answering,
}

/// `quarry graph`
#[derive(Debug, Args)]
pub struct GraphOptions {
    /// The name of the agent, such as plan-react
    pub agent: String,
    /// The format of the drawing
    #[arg(long, value_enum, default_value_t = GraphFormat::Mermaid)]
    pub format: GraphFormat,
}

/// Formats of an agent's graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// Mermaid text
    Mermaid,
    /// Text for a terminal
    Ascii,
    /// An SVG document
    Svg,
}

/// The arguments of a command line, or the exit code of its error.
#[cfg(test)]
fn parsed(line: &str) -> Result<Arguments, i32> {
    Arguments::try_parse_from(line.split(' ')).map_err(|error| error.exit_code())
}
