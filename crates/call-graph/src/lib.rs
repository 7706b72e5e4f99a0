//! Who calls whom: resolution rules over [`FileFacts`], with rule and confidence on every edge.
//!
//! [`CallGraph::build`] numbers all files (`program`), finds out which file is which module (`modules`, by `languages`), lets
//! functions, classes and containers flow through an assignment graph until nothing moves (`solver`, driven by
//! `rules`), and reads edges off the call sites (`assemble`). Names alone come last and are marked as such. What has
//! no edge is counted with its reason: an answer can say what it does not know.
//!
//! The graph is a pure function of the files: the same files give the same bytes, in whatever order they come.
//! Start at [`CallGraph`], then [`Rule`].
//!
//! `#[inline(never)]` keeps what stages run in functions of a few kilobytes, which browsers compile in less time than one of
//! their sum (ARCHITECTURE.md has the measure).

// The example of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod assemble;
mod containers;
mod definitions;
mod edge;
mod graph;
mod language_rules;
mod languages;
mod local_names;
mod modules;
mod moved;
mod page_error;
pub mod paged;
mod program;
mod query;
mod rule;
mod rules;
mod solver;
mod stats;
mod symbol;
mod test_fixtures;
mod whole;

pub use assemble::CallGraphBuilder;
pub use edge::{Edge, UnresolvedReason, UnresolvedSite};
pub use graph::CallGraph;
pub use local_names::LocalName;
pub use moved::EditedFile;
pub use paged::PagedGraph;
pub use query::neighbourhood::{Direction, Neighbourhood};
pub use rule::Rule;
pub use stats::Stats;
pub use symbol::{Named, Symbol, SymbolId};
pub use whole::WholeGraph;

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
    /// What the parser reports of it.
    pub facts: &'a FileFacts,
}
