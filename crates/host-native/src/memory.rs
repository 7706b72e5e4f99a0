//! What agents remember, as one JSON file a scope below the state folder.

use agent_memory::{MemoryError, MemoryFiles, MemoryFuture, Scope, StoredMemory};
use futures::FutureExt;
use futures::future::ready;
use limits::agent::MEMORY_FILE_BYTES;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The files `person.json`, `repository-<name>.json` and `conversation-<name>.json` of a folder, which is made with the first
/// value.
///
/// A file is written whole beside the old one, which it then replaces, so it is never half written. A file `lock` is held
/// locked meanwhile, so that several processes may use the folder.
#[derive(Debug, Clone)]
pub struct MemoryFolder {
    folder: PathBuf,
    repository: String,
    conversation: Option<String>,
}

impl MemoryFolder {
    /// The memory of the agents that work on this repository, in this conversation if there is one. The names may consist
    /// of letters, digits, `-`, `_` and `.`; the folder is not touched before the first call.
    pub fn memory(
        folder: impl Into<PathBuf>,
        repository: impl Into<String>,
        conversation: Option<String>,
    ) -> StoredMemory<Self> {
        StoredMemory::new(Self { folder: folder.into(), repository: repository.into(), conversation })
    }

    fn path(&self, scope: Scope) -> Result<PathBuf, MemoryError> {
        let named = |kind: &str, name: &str| {
            let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            if name.is_empty() || name.len() > 150 || !name.chars().all(fits) {
                return Err(MemoryError::Files(format!("`{name}` can't be a part of a file's name")));
            }
            Ok(format!("{kind}-{name}.json"))
        };
        let name = match (scope, &self.conversation) {
            (Scope::Person, _) => "person.json".to_owned(),
            (Scope::Repository, _) => named("repository", &self.repository)?,
            (Scope::Conversation, Some(name)) => named("conversation", name)?,
            (Scope::Conversation, None) => return Err(MemoryError::NoScope(scope)),
        };
        Ok(self.folder.join(name))
    }

    fn replace_now(&self, scope: Scope, before: Option<&[u8]>, after: &[u8]) -> Result<bool, MemoryError> {
        let path = self.path(scope)?;
        let failed = |error: io::Error| failure("write", &path, &error);
        fs::create_dir_all(&self.folder).map_err(|error| failure("make the folder", &self.folder, &error))?;
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(self.folder.join("lock"));
        let lock = lock.map_err(failed)?;
        // Released when it is closed.
        lock.lock().map_err(failed)?;
        if read(&path)?.as_deref() != before {
            return Ok(false);
        }
        let beside = path.with_extension("json.new");
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(after)?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&beside, &path)).map_err(failed)?;
        Ok(true)
    }
}

impl MemoryFiles for MemoryFolder {
    fn place(&self, scope: Scope) -> String {
        self.path(scope).map_or_else(|error| error.to_string(), |path| path.display().to_string())
    }

    fn read(&self, scope: Scope) -> MemoryFuture<'_, Option<Vec<u8>>> {
        ready(self.path(scope).and_then(|path| read(&path))).boxed_local()
    }

    fn replace<'a>(&'a self, scope: Scope, before: Option<&'a [u8]>, after: &'a [u8]) -> MemoryFuture<'a, bool> {
        ready(self.replace_now(scope, before, after)).boxed_local()
    }
}

/// The bytes of a file, of a too large one only as many as show that.
fn read(path: &Path) -> Result<Option<Vec<u8>>, MemoryError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|error| failure("read", path, &error))?,
    };
    let mut bytes = Vec::new();
    file.take(MEMORY_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| failure("read", path, &error))?;
    Ok(Some(bytes))
}

fn failure(what: &str, path: &Path, error: &io::Error) -> MemoryError {
    MemoryError::Files(format!("could not {what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agent_memory::MemoryStore;
    use futures::executor::block_on;

    /// A folder of this test alone, empty at the start.
    fn folder(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("quarry-memory-{}-{test}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        folder
    }

    #[test]
    fn values_outlive_the_store() {
        let folder = folder("outlive");
        let open = || MemoryFolder::memory(&folder, "shop-1", None);
        assert_eq!(block_on(open().get(Scope::Person, "style")), Ok(None));
        assert!(!folder.exists(), "reading makes no folder");
        block_on(open().put(Scope::Person, "style", "terse")).unwrap();
        block_on(open().append(Scope::Repository, "log", "a")).unwrap();
        block_on(open().append(Scope::Repository, "log", "b")).unwrap();
        assert_eq!(block_on(open().get(Scope::Person, "style")), Ok(Some("terse".to_owned())));
        assert_eq!(block_on(open().get(Scope::Repository, "log")), Ok(Some("ab".to_owned())));
        let other = MemoryFolder::memory(&folder, "shop-2", None);
        assert_eq!(block_on(other.get(Scope::Repository, "log")), Ok(None), "another repository");
        let mut files: Vec<String> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        assert_eq!(files, ["lock", "person.json", "repository-shop-1.json"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_file_is_named_and_kept() {
        let folder = folder("damaged");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("person.json"), "{\"version\":1,\"val").unwrap();
        let memory = MemoryFolder::memory(&folder, "shop", None);
        let error = block_on(memory.put(Scope::Person, "a", "b")).unwrap_err().to_string();
        assert!(error.contains("person.json is damaged (") && error.ends_with("It is kept as it is"), "{error}");
        assert_eq!(fs::read_to_string(folder.join("person.json")).unwrap(), "{\"version\":1,\"val");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error() {
        let folder = folder("refused");
        fs::write(&folder, "a file where the folder should be").unwrap();
        let memory = MemoryFolder::memory(&folder, "shop", None);
        let error = block_on(memory.put(Scope::Person, "a", "b")).unwrap_err().to_string();
        assert!(error.contains("could not"), "{error}");
        fs::remove_file(&folder).unwrap();
    }

    #[test]
    fn names_do_not_leave_the_folder() {
        let memory = MemoryFolder::memory(folder("names"), "../shop", Some("a/b".to_owned()));
        for scope in [Scope::Repository, Scope::Conversation] {
            let error = block_on(memory.put(scope, "a", "b")).unwrap_err().to_string();
            assert!(error.contains("can't be a part of a file's name"), "{error}");
        }
        let none = MemoryFolder::memory(folder("names"), "shop", None);
        assert_eq!(
            block_on(none.get(Scope::Conversation, "a")).unwrap_err(),
            MemoryError::NoScope(Scope::Conversation)
        );
    }

    #[test]
    fn writers_side_by_side_lose_nothing() {
        let folder = folder("writers");
        let write = |name: &'static str| {
            let folder = folder.clone();
            move || {
                let memory = MemoryFolder::memory(folder, "shop", None);
                for n in 0..20 {
                    // Busy means that nothing was written.
                    while block_on(memory.put(Scope::Repository, &format!("{name}{n}"), "x")).is_err() {}
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write("a"));
            scope.spawn(write("b"));
        });
        let memory = MemoryFolder::memory(&folder, "shop", None);
        assert_eq!(block_on(memory.list(Scope::Repository)).unwrap().len(), 40);
        fs::remove_dir_all(&folder).unwrap();
    }
}
