//! The port through which git data is read.

use futures::future::LocalBoxFuture;

/// What a host answers.
pub type FileFuture<'a, T> = LocalBoxFuture<'a, Result<T, FileError>>;

/// Why a file of the git data could not be read: a sentence that names it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FileError(pub String);

/// The files of a `.git` folder, by their paths in it: `HEAD`, `refs/heads/main`, `objects/pack/pack-1.idx`.
///
/// Nothing is cached here and nothing retried: [`Repository`](crate::Repository) keeps the blocks that it has read.
pub trait GitFiles {
    /// The paths of all files below a folder, in any order; none where there is no such folder.
    fn list<'a>(&'a self, folder: &'a str) -> FileFuture<'a, Vec<String>>;

    /// A file's size in bytes; `None` where there is no such file.
    fn size<'a>(&'a self, path: &'a str) -> FileFuture<'a, Option<u64>>;

    /// The bytes of a file from `from` on, at most `most`; fewer only at the file's end. `None` where there is no such file.
    fn read<'a>(&'a self, path: &'a str, from: u64, most: usize) -> FileFuture<'a, Option<Vec<u8>>>;

    /// Awaited every few commits of a long question, so that a host with one thread can handle messages, such as one that
    /// cancels it.
    fn pause(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}
