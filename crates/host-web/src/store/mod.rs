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
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

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

    /// The bytes of a file from `from` on, at most `most`; fewer only at its end. `None` where there is none.
    fn read_part<'a>(
        &'a self,
        folder: &'a str,
        name: &'a str,
        from: u64,
        most: usize,
    ) -> StoreFuture<'a, Option<Vec<u8>>> {
        async move {
            let whole = self.read(folder, name).await?;
            Ok(whole.map(|bytes| {
                let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
                bytes[from..from.saturating_add(most).min(bytes.len())].to_vec()
            }))
        }
        .boxed_local()
    }

    /// Writes what a file of the browser's holds, as [`write`](Self::write) does, without holding all of it in memory where
    /// that can be avoided.
    fn copy<'a>(&'a self, folder: &'a str, name: &'a str, file: &'a File) -> StoreFuture<'a, ()> {
        async move {
            let bytes = bytes_of(file, 0, file.size()).await?;
            self.write(folder, name, &bytes).await
        }
        .boxed_local()
    }

    /// Every folder, sorted; those whose name begins with a dot are the store's own and left out.
    fn folders(&self) -> StoreFuture<'_, Vec<String>>;

    /// Deletes a file; no error where there is none.
    fn remove_file<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, ()>;

    /// Deletes a folder with all it holds; no error where there is none.
    fn remove<'a>(&'a self, folder: &'a str) -> StoreFuture<'a, ()>;
}

/// A part of a file of the browser's.
///
/// # Errors
/// The browser's: it is gone, or may not be read.
pub async fn bytes_of(file: &File, from: u64, to: f64) -> Result<Vec<u8>, JsFailure> {
    let part = file.slice_with_f64_and_f64(from as f64, to)?;
    let buffer = JsFuture::from(part.array_buffer()).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}
