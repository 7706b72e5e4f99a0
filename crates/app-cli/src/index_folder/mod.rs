//! Index directories on disk: read, and written so that a reader never finds an incomplete one.

mod content;
mod lock;
mod moment;
mod prune;
mod writer;

pub use content::{Content, content, holds_index};
pub use prune::{Stale, stale};
pub use writer::{IndexWriter, Tally};

use anyhow::{Context, Result};
use codebase::storage::directory::MANIFEST;
use codebase::{IndexFiles, IndexSource, StorageError};
use futures::future::{LocalBoxFuture, ready};
use std::path::PathBuf;

/// Reads the files of an index directory.
pub struct IndexFolder(pub PathBuf);

impl IndexFolder {
    /// When the index was made, by the time of its manifest, which is written last.
    pub fn made(&self) -> Result<String> {
        let path = self.0.join(MANIFEST);
        let time = std::fs::metadata(&path).and_then(|about| about.modified());
        Ok(moment::utc(time.with_context(|| path.display().to_string())?))
    }

    fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.0.join(name);
        let failed = |error: std::io::Error| format!("{} could not be read: {error}; index again", path.display());
        let length = std::fs::metadata(&path).map_err(failed)?.len();
        if length > limits::index::CHUNK_BYTES {
            return Err(format!("{} has {length} bytes, which no file of an index has; index again", path.display()));
        }
        std::fs::read(&path).map_err(failed)
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
