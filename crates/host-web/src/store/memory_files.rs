//! What agents remember, as one JSON file a scope among the stored files.
//!
//! A stored file is not replaced in one step, so each text is first written beside it: where a tab ends in the middle of a
//! write, one of the two is whole.

use super::FileStore;
use crate::{JsFailure, try_lock};
use agent_memory::{MemoryError, MemoryFiles, MemoryFuture, Scope, StoredMemory, Values};
use futures::FutureExt;
use std::rc::Rc;

/// The folder of the store. Its name begins with a dot, so that it is not among the repositories.
const FOLDER: &str = ".memory";
/// Held by the tab that writes.
const LOCK: &str = "quarry-memory";

/// The files of a [`FileStore`] in which agents keep what they remember.
pub struct StoredMemoryFiles<S: ?Sized> {
    files: Rc<S>,
    repository: String,
    conversation: Option<String>,
}

impl<S: FileStore + ?Sized> StoredMemoryFiles<S> {
    /// The memory of the agents that work on the repository with this identity, in this conversation if there is one.
    /// Both become parts of the names of files.
    pub fn memory(files: Rc<S>, repository: impl Into<String>, conversation: Option<String>) -> StoredMemory<Self> {
        StoredMemory::new(Self { files, repository: repository.into(), conversation })
    }

    /// The file, or the one beside it where only that is whole.
    async fn read_whole(&self, scope: Scope, name: &str) -> Result<Option<Vec<u8>>, MemoryError> {
        let is_whole = |bytes: &Vec<u8>| Values::parse(scope, bytes, name).is_ok();
        let file = self.files.read(FOLDER, name).await.map_err(failure)?;
        if file.as_ref().is_none_or(is_whole) {
            return Ok(file);
        }
        let beside = self.files.read(FOLDER, &beside(name)).await.map_err(failure)?;
        Ok(beside.filter(is_whole).or(file))
    }

    fn name(&self, scope: Scope) -> Result<String, MemoryError> {
        let name = match (scope, &self.conversation) {
            (Scope::Person, _) => "person.json".to_owned(),
            (Scope::Repository, _) => format!("repository-{}.json", self.repository),
            (Scope::Conversation, Some(conversation)) => format!("conversation-{conversation}.json"),
            (Scope::Conversation, None) => return Err(MemoryError::NoScope(scope)),
        };
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.len() <= 200 && name.chars().all(fits) {
            Ok(name)
        } else {
            Err(MemoryError::Files(format!("`{name}` can't be the name of a file")))
        }
    }
}

impl<S: FileStore + ?Sized> MemoryFiles for StoredMemoryFiles<S> {
    fn place(&self, scope: Scope) -> String {
        self.name(scope).map_or_else(|error| error.to_string(), |name| format!("{FOLDER}/{name}"))
    }

    fn read(&self, scope: Scope) -> MemoryFuture<'_, Option<Vec<u8>>> {
        async move { self.read_whole(scope, &self.name(scope)?).await }.boxed_local()
    }

    fn replace<'a>(&'a self, scope: Scope, before: Option<&'a [u8]>, after: &'a [u8]) -> MemoryFuture<'a, bool> {
        async move {
            let name = self.name(scope)?;
            // Another tab that writes right now changes the file, so what was read of it is out of date.
            let Some(_lock) = try_lock(LOCK).await.map_err(failure)? else { return Ok(false) };
            if self.read_whole(scope, &name).await?.as_deref() != before {
                return Ok(false);
            }
            self.files.write(FOLDER, &beside(&name), after).await.map_err(failure)?;
            self.files.write(FOLDER, &name, after).await.map_err(failure)?;
            Ok(true)
        }
        .boxed_local()
    }
}

/// The name of the file that is written first.
fn beside(name: &str) -> String {
    format!("{name}.new")
}

fn failure(error: JsFailure) -> MemoryError {
    MemoryError::Files(error.to_string())
}
