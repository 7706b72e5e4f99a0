//! The port to git itself, where a host has it: what is checked out, and the few things that an agent may write.

use futures::future::LocalBoxFuture;

/// The text that git answers, or why there is none.
pub type WorkTreeFuture<'a, T> = LocalBoxFuture<'a, Result<T, WorkTreeError>>;

/// Why git did not do what was asked: a sentence for people and models.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WorkTreeError(pub String);

/// A branch that is ready for a pull request. Nothing was pushed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// The branch that is checked out.
    pub branch: String,
    /// The branch that it is to go into.
    pub base: String,
    /// Its commits, a line each, the newest first.
    pub commits: String,
    /// The files that it changes, with counts.
    pub stat: String,
}

/// A repository that is checked out in a folder, worked on by git itself: an argument list, never a shell.
///
/// What only reads runs no program that the repository's configuration or hooks name. A path that is given is a path and not
/// a pattern or an option.
pub trait WorkTree {
    /// What is changed and not committed: git's short form with the branch; empty files and folders aside.
    fn status(&self) -> WorkTreeFuture<'_, String>;

    /// The branches, the one that is checked out marked.
    fn branches(&self) -> WorkTreeFuture<'_, String>;

    /// The remotes with their addresses, without user names and passwords.
    fn remotes(&self) -> WorkTreeFuture<'_, String>;

    /// Adds these files to the next commit.
    fn add<'a>(&'a self, paths: &'a [String]) -> WorkTreeFuture<'a, String>;

    /// Commits what was added.
    fn commit<'a>(&'a self, message: &'a str) -> WorkTreeFuture<'a, String>;

    /// Checks a branch out; `create`: a new one from here. An error where files are changed and not committed.
    fn checkout<'a>(&'a self, branch: &'a str, create: bool) -> WorkTreeFuture<'a, String>;

    /// Says what a pull request of the branch into `base` would hold. An error where files are changed and not committed,
    /// and where there is nothing to request. Nothing is pushed.
    fn prepare<'a>(&'a self, base: &'a str) -> WorkTreeFuture<'a, Prepared>;
}
