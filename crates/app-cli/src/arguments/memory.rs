//! `quarry memory`

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `quarry memory`
#[derive(Debug, Args)]
pub struct MemoryOptions {
    /// The sub-command.
    #[command(subcommand)]
    pub command: MemoryCommand,
}

/// `quarry memory ...`
#[derive(Debug, Subcommand)]
pub enum MemoryCommand {
    /// List what agents remember, each value with where it came from
    List {
        /// Whose memory.
        #[command(flatten)]
        of: Of,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Print a value
    Show {
        /// Whose memory.
        #[command(flatten)]
        of: Of,
        /// The key of the value
        key: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Store a value, in place of the one under this key
    Set {
        /// Whose memory.
        #[command(flatten)]
        of: Of,
        /// The key of the value
        key: String,
        /// The value
        value: String,
    },
    /// Delete a value
    Delete {
        /// Whose memory.
        #[command(flatten)]
        of: Of,
        /// The key of the value
        key: String,
    },
    /// Delete all values of a scope, which has to be named; also where they are damaged
    Clear {
        /// Whose memory.
        #[command(flatten)]
        of: Of,
    },
    /// Forget the answers about a repository that are kept to be given again
    ForgetAnswers {
        /// The repository, as it was given to `quarry ask`
        #[arg(value_name = "DIR|INDEX")]
        repository: PathBuf,
    },
}

/// Whose memory.
#[derive(Debug, Args)]
pub struct Of {
    /// The repository, as it was given to `quarry ask`
    #[arg(value_name = "DIR|INDEX")]
    pub repository: PathBuf,
    /// Whom or what the values belong to [default: repository; for `list`, all]
    #[arg(long, value_enum)]
    pub scope: Option<ScopeName>,
    /// A run of the conversation, for `--scope conversation`
    #[arg(long, value_name = "RUN")]
    pub run: Option<String>,
}

/// Whom or what values belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeName {
    /// You, in every repository
    Person,
    /// The repository
    Repository,
    /// A conversation about it: name one of its runs by --run
    Conversation,
}
