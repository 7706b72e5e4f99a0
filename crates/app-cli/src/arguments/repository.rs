//! What a command reads.

use clap::Args;
use std::path::PathBuf;

/// A repository, or an index of one.
#[derive(Debug, Args)]
pub struct Repository {
    /// A folder, an archive, or an index made by `quarry index`.
    #[arg(value_name = "DIR|INDEX")]
    pub path: PathBuf,
    /// DIR is an index, whatever else lies in it. Without this only a folder that holds nothing but an index is read as one.
    #[arg(long)]
    pub index: bool,
}
