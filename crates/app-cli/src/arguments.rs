//! The command line. Scripts rely on it: names and defaults stay.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Answers questions about a code repository.
#[derive(Debug, Parser)]
#[command(name = "quarry", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Index a folder or archive, and write the index to a directory.
    Index(IndexOptions),
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
    /// Draw an agent's graph.
    Graph(GraphOptions),
}

/// `quarry index`
#[derive(Debug, Args)]
pub struct IndexOptions {
    /// A folder, or a .zip, .tar.gz, .tgz or .tar file.
    #[arg(value_name = "DIR")]
    pub repository: PathBuf,
    /// Where to write the index; without it only the summary is printed.
    #[arg(long, value_name = "INDEX")]
    pub out: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `quarry search`
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// A folder, an archive, or an index made by `quarry index`.
    #[arg(value_name = "DIR|INDEX")]
    pub repository: PathBuf,
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
    /// A folder, an archive, or an index made by `quarry index`.
    #[arg(value_name = "DIR|INDEX")]
    pub repository: PathBuf,
    /// A function's or method's own, partly or fully qualified name.
    pub symbol: String,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `quarry call-graph`
#[derive(Debug, Args)]
pub struct CallGraphOptions {
    /// A folder, an archive, or an index made by `quarry index`.
    #[arg(value_name = "DIR|INDEX")]
    pub repository: PathBuf,
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

/// `quarry ask`
#[derive(Debug, Args)]
pub struct AskOptions {
    /// A folder, an archive, or an index made by `quarry index`.
    #[arg(value_name = "DIR|INDEX")]
    pub repository: PathBuf,
    /// The question.
    pub question: String,
    /// The agent.
    #[arg(long, default_value = "plan-react")]
    pub agent: String,
    /// `offline`, or the name of a model at --base-url.
    #[arg(long, default_value = "offline")]
    pub model: String,
    /// A Chat Completions endpoint; the key is read from the environment variable QUARRY_API_KEY.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Most planning rounds.
    #[arg(long, default_value_t = 10, env = "MAX_ITERATIONS")]
    pub max_iterations: u32,
    /// Most model calls within one step of the plan.
    #[arg(long, default_value_t = 5, env = "MAX_EXECUTOR_STEPS")]
    pub max_executor_steps: u32,
    /// Most supersteps of the graph.
    #[arg(long, default_value_t = 150)]
    pub recursion_limit: u32,
    /// Print one event a line, as JSON.
    #[arg(long)]
    pub json: bool,
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
}
