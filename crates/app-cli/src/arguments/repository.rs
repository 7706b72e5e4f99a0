//! The repository or index that a command reads.

use clap::Args;
use std::path::PathBuf;

/// A repository, or an index of one.
#[derive(Debug, Args)]
pub struct Repository {
    /// A folder, an archive, or an index made by `quarry index`
    #[arg(value_name = "DIR|INDEX")]
    pub path: PathBuf,
    /// Read DIR as an index even if it holds other files too; without this a folder is read as an index only if it
    /// holds nothing else
    #[arg(long)]
    pub index: bool,
}
