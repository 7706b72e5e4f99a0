//! Files that outlive the page, in folders one level deep.

mod active_log;
mod checkpoints;
mod memory;
mod memory_files;
mod opfs;
mod opfs_folder;
mod opfs_probe;
mod opfs_write;
mod overflow;
mod sweep;

pub use checkpoints::OpfsCheckpointStore;
pub use memory::MemoryFileStore;
pub use memory_files::StoredMemoryFiles;
pub use opfs::OpfsFileStore;
pub use overflow::{OnFull, OverflowStore};
pub use sweep::sweep;

pub(crate) use opfs::next_values;

use crate::JsFailure;
use futures::future::LocalBoxFuture;

/// The result of an operation on stored files.
pub type StoreFuture<'a, T> = LocalBoxFuture<'a, Result<T, JsFailure>>;

/// A few large files in named folders. Writes replace whole files and are durable when their future is ready; nothing
/// is cached; nothing is retried.
pub trait FileStore {
    /// Writes a file, making its folder where needed.
    fn write<'a>(&'a self, folder: &'a str, name: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// Reads a file; `None` where there is none.
    fn read<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<Vec<u8>>>;

    /// Size of a file; `None` where there is none.
    fn size<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<u64>>;

    /// Every folder, sorted; those whose name begins with a dot are the store's own and left out.
    fn folders(&self) -> StoreFuture<'_, Vec<String>>;

    /// Deletes a folder with all it holds; no error where there is none.
    fn remove<'a>(&'a self, folder: &'a str) -> StoreFuture<'a, ()>;
}
