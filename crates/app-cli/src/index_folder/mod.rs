//! An index directory on disk: reading it, and writing it so that a reader never sees half of anything.

mod lock;
mod prune;
mod writer;

pub use prune::{Stale, stale};
pub use writer::{IndexWriter, Tally};

use codebase::{IndexFiles, IndexSource, StorageError};
use futures::future::{LocalBoxFuture, ready};
use source::filter;
use std::path::{Path, PathBuf};

/// Files of an index directory, to be read.
pub struct IndexFolder(pub PathBuf);

impl IndexFolder {
    fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.0.join(name);
        std::fs::read(&path).map_err(|error| format!("{} could not be read: {error}; index again", path.display()))
    }
}

impl IndexFiles for IndexFolder {
    fn write(&mut self, name: &str, _bytes: &[u8]) -> Result<(), String> {
        Err(format!("{} is only read, {name} is not written", self.0.display()))
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.file(name)
    }
}

impl IndexSource for IndexFolder {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.file(name).map_err(StorageError::Files)))
    }
}

/// Whether a folder holds an index: a web app's `manifest.json` makes none.
pub fn holds_index(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join(codebase::storage::directory::MANIFEST));
    manifest.is_ok_and(|text| filter::is_index_manifest(&text))
}
