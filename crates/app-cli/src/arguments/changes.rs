//! The arguments of the commands about the changes that a run proposes.

use clap::Args;
use std::path::PathBuf;

/// `quarry diff`
#[derive(Debug, Args)]
pub struct DiffOptions {
    /// The id of the run
    pub run: String,
    /// The folder of the repository [default: the path that the run recorded]; required for an imported run
    #[arg(long, value_name = "DIR")]
    pub repository: Option<PathBuf>,
}

/// `quarry apply`
#[derive(Debug, Args)]
pub struct ApplyOptions {
    /// The id of the run
    pub run: String,
    /// Only say whether the changes can be written
    #[arg(long)]
    pub check: bool,
    /// The folder of the repository [default: the path that the run recorded]; required for an imported run
    #[arg(long, value_name = "DIR")]
    pub repository: Option<PathBuf>,
}
