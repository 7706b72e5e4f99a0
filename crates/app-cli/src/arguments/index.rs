//! `quarry index`

use super::Embeddings;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `quarry index`
#[derive(Debug, Args)]
pub struct IndexOptions {
    /// A folder, or a .zip, .tar.gz, .tgz or .tar file
    #[arg(value_name = "DIR")]
    pub repository: PathBuf,
    /// The directory to write the index to; without it, and without `index.out` in DIR/quarry.toml, only the summary is
    /// printed
    #[arg(long, value_name = "INDEX")]
    pub out: Option<PathBuf>,
    /// Index only files that a pattern matches, or that are in a folder it matches; may be given more than once.
    /// Written as in a .gitignore. Replaces index.include of quarry.toml
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Leave out what a pattern matches, even if it is included; may be given more than once. Replaces index.exclude of
    /// quarry.toml
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// The name of the repository [default: that of its folder or archive]
    #[arg(long)]
    pub name: Option<String>,
    /// List every file that was left out, with the reason
    #[arg(long)]
    pub skipped: bool,
    /// Delete chunks in INDEX that the new manifest does not name; --prune=older keeps those that the previous manifest
    /// named, which its readers may still load. Without it no chunk is deleted
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub prune: Option<Prune>,
    /// The server of embeddings, for vectors of definitions beside the words.
    #[command(flatten)]
    pub embeddings: Embeddings,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Which chunks that the new manifest does not name are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Prune {
    /// All of them
    All,
    /// Those that the previous manifest did not name either
    Older,
}
