//! `quarry push`

use super::Repository;
use clap::Args;
use std::path::PathBuf;

/// `quarry push`
#[derive(Debug, Args)]
pub struct PushOptions {
    /// What is published; a folder or an archive is indexed first, by its quarry.toml.
    #[command(flatten)]
    pub repository: Repository,
    /// The Worker, as `https://quarry.example.workers.dev`.
    #[arg(long, value_name = "URL")]
    pub to: String,
    /// What the repository is called in the Worker's addresses: letters, digits, `.`, `_` and `-`.
    #[arg(long, value_name = "ID")]
    pub repo: String,
    /// Let everyone read it; without this a token is needed, also where it was public before.
    #[arg(long)]
    pub public: bool,
    /// The environment variable that holds a token with the scope `admin`.
    #[arg(long, value_name = "NAME", default_value = "QUARRY_TOKEN")]
    pub token_env: String,
    /// A file that holds the token instead.
    #[arg(long, value_name = "FILE", conflicts_with = "token_env")]
    pub token_file: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}
