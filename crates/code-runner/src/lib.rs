//! Running programs over a repository with proposed changes: the port [`Runner`], what runs, and how it ended.
//!
//! A program is an argument list on every host, never a line for a shell: natively a process, in a browser tab an interpreter
//! that understands `python` and `node`. So what a person is asked about, what is remembered and what runs are the same
//! value, a [`Command`]. The base of a run's files is the host's; the port is handed the proposed changes alone.

mod command;
mod outcome;
pub mod scripted;

pub use command::{Command, RunLimits};
pub use outcome::{End, Ran, RunError, Stream};

use futures::future::LocalBoxFuture;
use source::RepoPath;
use std::sync::Arc;

/// A language whose code can be run without a file of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// JavaScript, and TypeScript whose types are removed first: `node`.
    JavaScript,
    /// Python 3: `python`.
    Python,
}

/// A file that a run sees otherwise than the base has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Its path.
    pub path: RepoPath,
    /// Its whole text; `None` where it is deleted, or was moved away.
    pub text: Option<Arc<str>>,
}

/// What is to run: a command, and the files that differ from the base.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The program.
    pub command: &'a Command,
    /// Every file that differs from the base; sorted by path, each once.
    pub changes: &'a [FileChange],
}

/// Gets output while a program runs, in pieces of whole characters.
pub type OnOutput<'a> = &'a mut dyn FnMut(Stream, &str);

/// Runs programs over the files of a repository.
///
/// A run sees the base with the changes and can write to its own copy; nothing that it writes reaches the repository or a
/// later run's base. It is ended, with everything that it has started, at each of its limits and when its future is
/// dropped. Nothing here asks a person: who calls has done so.
pub trait Runner {
    /// Where programs run, for people: `this machine`, `this tab`.
    fn place(&self) -> &'static str;

    /// The languages whose code can be run here.
    fn languages(&self) -> Vec<Language>;

    /// Whether this command could be tried here at all: the program is one that runs here, and the folder is inside of the
    /// repository. Looks at the words alone, so that a person is not asked about what cannot run.
    ///
    /// # Errors
    /// Why not: a sentence.
    fn check(&self, command: &Command) -> Result<(), RunError>;

    /// Runs a program until it ends or a limit ends it.
    ///
    /// # Errors
    /// That it could not be started: nothing ran. A program that fails is no error.
    fn run<'a>(&'a self, job: Job<'a>, on: OnOutput<'a>) -> LocalBoxFuture<'a, Result<Ran, RunError>>;
}
