//! `quarry index`

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `quarry index`
#[derive(Debug, Args)]
pub struct IndexOptions {
    /// A folder, or a .zip, .tar.gz, .tgz or .tar file.
    #[arg(value_name = "DIR")]
    pub repository: PathBuf,
    /// Where to write the index; without it, and without `index.out` in DIR/quarry.toml, only the summary is printed.
    #[arg(long, value_name = "INDEX")]
    pub out: Option<PathBuf>,
    /// Take only files that a pattern matches, or that lie in a folder it matches; may be given more than once. Written
    /// as in a .gitignore. Replaces index.include of quarry.toml.
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Leave out what a pattern matches, whatever is included; may be given more than once. Replaces index.exclude of
    /// quarry.toml.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// What the repository is called; by default as its folder or archive.
    #[arg(long)]
    pub name: Option<String>,
    /// List everything that was left out, with its reason.
    #[arg(long)]
    pub skipped: bool,
    /// Delete chunks in INDEX that the new manifest does not name; with --prune=older keep those that the manifest
    /// before named, whose readers may still want them. By default all stay.
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub prune: Option<Prune>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// Which chunks that the new manifest does not name are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Prune {
    /// Every one.
    All,
    /// Those that the manifest before did not name either.
    Older,
}
