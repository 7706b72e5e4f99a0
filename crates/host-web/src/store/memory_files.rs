//! What agents remember, as one JSON file a scope among the stored files.
//!
//! A stored file is not replaced in one step, so each text is first written beside it: where a tab ends in the middle of a
//! write, one of the two is whole.

use super::FileStore;
use crate::{JsFailure, LockGuard, try_lock, yield_now};
use agent_memory::files::is_whole;
use agent_memory::{MemoryError, MemoryFile, MemoryFiles, MemoryFuture, StoredMemory};
use futures::FutureExt;
use std::rc::Rc;

/// The folder of the store. Its name begins with a dot, so that it is not among the repositories.
const FOLDER: &str = ".memory";
/// Held by the tab that writes.
const LOCK: &str = "quarry-memory";
/// How often it is tried again.
const TURNS: u32 = 100;

/// The files of a [`FileStore`] in which agents keep what they remember.
pub struct StoredMemoryFiles<S: ?Sized> {
    files: Rc<S>,
    repository: String,
}

impl<S: FileStore + ?Sized> StoredMemoryFiles<S> {
    /// The memory of the agents that work on the repository with this identity, which becomes a part of the names of files.
    pub fn memory(files: Rc<S>, repository: impl Into<String>) -> StoredMemory<Self> {
        StoredMemory::new(Self { files, repository: repository.into() })
    }

    /// The file, or the one beside it where only that is whole.
    async fn read_whole(&self, name: &str) -> Result<Option<Vec<u8>>, MemoryError> {
        let file = self.files.read(FOLDER, name).await.map_err(failure)?;
        if file.as_deref().is_none_or(is_whole) {
            return Ok(file);
        }
        let beside = self.files.read(FOLDER, &beside(name)).await.map_err(failure)?;
        Ok(beside.filter(|bytes| is_whole(bytes)).or(file))
    }

    fn name(&self, file: MemoryFile<'_>) -> Result<String, MemoryError> {
        file.name(&self.repository)
    }
}

impl<S: FileStore + ?Sized> MemoryFiles for StoredMemoryFiles<S> {
    fn place(&self, file: MemoryFile<'_>) -> String {
        self.name(file).map_or_else(|error| error.to_string(), |name| format!("{FOLDER}/{name}"))
    }

    fn read<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>> {
        async move { self.read_whole(&self.name(file)?).await }.boxed_local()
    }

    fn replace<'a>(
        &'a self,
        file: MemoryFile<'a>,
        before: Option<&'a [u8]>,
        after: &'a [u8],
    ) -> MemoryFuture<'a, bool> {
        async move {
            let name = self.name(file)?;
            // Another tab that writes right now changes the file, so what was read of it is out of date.
            let Some(_lock) = try_lock(LOCK).await.map_err(failure)? else { return Ok(false) };
            if self.read_whole(&name).await?.as_deref() != before {
                return Ok(false);
            }
            self.files.write(FOLDER, &beside(&name), after).await.map_err(failure)?;
            self.files.write(FOLDER, &name, after).await.map_err(failure)?;
            Ok(true)
        }
        .boxed_local()
    }

    fn remove<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, ()> {
        async move {
            let name = self.name(file)?;
            let _lock = lock(file).await?;
            // The one beside it last: where the tab ends in between, the file is absent, and what is beside it is not read.
            self.files.remove_file(FOLDER, &name).await.map_err(failure)?;
            self.files.remove_file(FOLDER, &beside(&name)).await.map_err(failure)
        }
        .boxed_local()
    }
}

/// Waits a little for the lock: the browser lets go of one some turns after it was dropped.
async fn lock(file: MemoryFile<'_>) -> Result<LockGuard, MemoryError> {
    for _ in 0..TURNS {
        if let Some(lock) = try_lock(LOCK).await.map_err(failure)? {
            return Ok(lock);
        }
        yield_now().await;
    }
    Err(MemoryError::Busy(file.to_string()))
}

/// The name of the file that is written first.
fn beside(name: &str) -> String {
    format!("{name}.new")
}

fn failure(error: JsFailure) -> MemoryError {
    MemoryError::Files(error.to_string())
}
