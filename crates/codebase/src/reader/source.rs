//! Where an index directory is read from: a port.

use crate::StorageError;
use futures::future::LocalBoxFuture;

/// Reads files of an index directory. Only `manifest.json` ever changes; every other file may be cached for ever.
pub trait IndexSource {
    /// A whole file by its plain name (`manifest.json`, `<hash>.bin`). Reads may overlap. A file that is not there, or that
    /// cannot be had, is [`StorageError::Files`] with a sentence that says what to do.
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>>;
}
