//! Files that outlive the page, in folders one level deep.

mod active_log;
mod checkpoints;
mod memory;
mod opfs;
mod opfs_folder;
mod opfs_probe;
mod opfs_write;
mod overflow;
mod sweep;

pub use checkpoints::OpfsCheckpointStore;
pub use memory::MemoryFileStore;
pub use opfs::OpfsFileStore;
pub use overflow::{OnFull, OverflowStore};
pub use sweep::sweep;

pub(crate) use opfs::next_values;

use crate::JsFailure;
use futures::future::LocalBoxFuture;

/// A few large files in named folders. Writes replace whole files and are durable when their future is ready; nothing
/// is cached; nothing is retried.
pub trait FileStore {
    /// Writes a file, making its folder where needed.
    fn write<'a>(
        &'a self,
        folder: &'a str,
        name: &'a str,
        bytes: &'a [u8],
    ) -> LocalBoxFuture<'a, Result<(), JsFailure>>;

    /// Reads a file; `None` where there is none.
    fn read<'a>(&'a self, folder: &'a str, name: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, JsFailure>>;

    /// Size of a file; `None` where there is none.
    fn size<'a>(&'a self, folder: &'a str, name: &'a str) -> LocalBoxFuture<'a, Result<Option<u64>, JsFailure>>;

    /// Every folder, sorted; those whose name begins with a dot are the store's own and left out.
    fn folders(&self) -> LocalBoxFuture<'_, Result<Vec<String>, JsFailure>>;

    /// Deletes a folder with all it holds; no error where there is none.
    fn remove<'a>(&'a self, folder: &'a str) -> LocalBoxFuture<'a, Result<(), JsFailure>>;
}
