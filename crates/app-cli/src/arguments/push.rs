//! `quarry push`

use super::Repository;
use clap::Args;
use std::path::PathBuf;

/// `quarry push`
#[derive(Debug, Args)]
pub struct PushOptions {
    /// The index to publish; a folder or an archive is indexed first, with the settings of its quarry.toml.
    #[command(flatten)]
    pub repository: Repository,
    /// The base URL of the Worker, such as `https://quarry.example.workers.dev`
    #[arg(long, value_name = "URL")]
    pub to: String,
    /// The id of the repository in the Worker's addresses: letters, digits, `.`, `_` and `-`
    #[arg(long, value_name = "ID")]
    pub repo: String,
    /// Let everyone read it; without this reading needs a token, even if it was public before
    #[arg(long)]
    pub public: bool,
    /// The environment variable that holds a token with the scope `admin`
    #[arg(long, value_name = "NAME", default_value = "QUARRY_TOKEN")]
    pub token_env: String,
    /// A file that holds the token; used instead of the environment variable
    #[arg(long, value_name = "FILE", conflicts_with = "token_env")]
    pub token_file: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
