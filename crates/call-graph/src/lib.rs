//! Who calls whom: resolution rules over [`FileFacts`], with rule and confidence on every edge.
//!
//! [`CallGraph::build`] numbers all files (`program`), finds out which file is which module (`modules`), lets
//! functions, classes and containers flow through an assignment graph until nothing moves (`solver`, driven by
//! `rules`), and reads edges off the call sites (`build`). Names alone come last and are marked as such. What has
//! no edge is counted with its reason: an answer can say what it does not know.
//!
//! The graph is a pure function of the files: the same files give the same bytes, in whatever order they come.
//! Start at [`CallGraph`], then [`Rule`].

mod build;
mod edge;
mod graph;
mod modules;
pub mod paged;
mod program;
mod query;
mod rules;
mod solver;
mod stats;
mod symbol;
mod whole;

pub use build::CallGraphBuilder;
pub use edge::{Edge, UnresolvedReason, UnresolvedSite};
pub use graph::{CallGraph, Named};
pub use query::neighbourhood::{Direction, Neighbourhood};
pub use rules::Rule;
pub use stats::Stats;
pub use symbol::{Symbol, SymbolId};

use facts::FileFacts;
use source::{FileId, Language, RepoPath};

/// One parsed file.
#[derive(Debug, Clone, Copy)]
pub struct SourceFile<'a> {
    /// Its number in the snapshot; ids follow path order.
    pub id: FileId,
    /// Where it is.
    pub path: &'a RepoPath,
    /// What it is written in.
    pub language: Language,
    /// What it says.
    pub facts: &'a FileFacts,
}

impl CallGraph {
    /// Resolves the calls of these files.
    pub fn build(files: &[SourceFile<'_>]) -> Self {
        Self::builder(files).finish()
    }

    /// As [`build`](Self::build), in pieces: for a host that has other things to do, or may be told to stop.
    pub fn builder<'a>(files: &[SourceFile<'a>]) -> CallGraphBuilder<'a> {
        CallGraphBuilder::new(files)
    }
}
