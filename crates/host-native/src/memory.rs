//! What agents remember, as one JSON file a scope below the state folder.

use agent_memory::{MemoryError, MemoryFile, MemoryFiles, MemoryFuture, StoredMemory};
use futures::FutureExt;
use futures::future::ready;
use limits::agent::MEMORY_FILE_BYTES;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The files of [`MemoryFile::name`] in a folder, which is made with the first value.
///
/// A file is written whole beside the old one, which it then replaces, so it is never half written. A file `lock` is held
/// locked meanwhile, so that several processes may use the folder.
#[derive(Debug, Clone)]
pub struct MemoryFolder {
    folder: PathBuf,
    repository: String,
}

impl MemoryFolder {
    /// The memory of the agents that work on this repository, whose name becomes a part of the names of files. The folder is
    /// not touched before the first call.
    pub fn memory(folder: impl Into<PathBuf>, repository: impl Into<String>) -> StoredMemory<Self> {
        StoredMemory::new(Self { folder: folder.into(), repository: repository.into() })
    }

    fn path(&self, file: MemoryFile<'_>) -> Result<PathBuf, MemoryError> {
        Ok(self.folder.join(file.name(&self.repository)?))
    }

    /// Released when it is dropped.
    fn lock(&self) -> Result<File, MemoryError> {
        let path = self.folder.join("lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let locked = lock.and_then(|lock| lock.lock().map(|()| lock));
        locked.map_err(|error| failure("lock", &path, &error))
    }

    fn replace_now(&self, file: MemoryFile<'_>, before: Option<&[u8]>, after: &[u8]) -> Result<bool, MemoryError> {
        let path = self.path(file)?;
        fs::create_dir_all(&self.folder).map_err(|error| failure("make the folder", &self.folder, &error))?;
        let _lock = self.lock()?;
        if read(&path)?.as_deref() != before {
            return Ok(false);
        }
        let beside = path.with_extension("json.new");
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(after)?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&beside, &path)).map_err(|error| failure("write", &path, &error))?;
        Ok(true)
    }

    fn remove_now(&self, file: MemoryFile<'_>) -> Result<(), MemoryError> {
        let path = self.path(file)?;
        if !path.exists() {
            return Ok(());
        }
        let _lock = self.lock()?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failure("delete", &path, &error)),
            _ => Ok(()),
        }
    }
}

impl MemoryFiles for MemoryFolder {
    fn place(&self, file: MemoryFile<'_>) -> String {
        self.path(file).map_or_else(|error| error.to_string(), |path| path.display().to_string())
    }

    fn read<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>> {
        ready(self.path(file).and_then(|path| read(&path))).boxed_local()
    }

    fn replace<'a>(
        &'a self,
        file: MemoryFile<'a>,
        before: Option<&'a [u8]>,
        after: &'a [u8],
    ) -> MemoryFuture<'a, bool> {
        ready(self.replace_now(file, before, after)).boxed_local()
    }

    fn remove<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, ()> {
        ready(self.remove_now(file)).boxed_local()
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
    use agent_memory::{ConversationMemory, Exchange, MemoryStore, Origin, Scope};
    use futures::executor::block_on;

    /// A folder of this test alone, empty at the start.
    fn folder(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("quarry-memory-{}-{test}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        folder
    }

    fn origin() -> Origin {
        Origin::person(1.0)
    }

    #[test]
    fn values_outlive_the_store() {
        let folder = folder("outlive");
        let open = || MemoryFolder::memory(&folder, "shop-1");
        assert_eq!(block_on(open().get(Scope::Person, "style")), Ok(None));
        assert!(!folder.exists(), "reading makes no folder");
        block_on(open().put(Scope::Person, "style", "terse", origin())).unwrap();
        block_on(open().append(Scope::Repository, "log", "a", origin())).unwrap();
        block_on(open().append(Scope::Repository, "log", "b", origin())).unwrap();
        let style = block_on(open().get(Scope::Person, "style")).unwrap().unwrap();
        assert_eq!((style.value.as_str(), style.origin), ("terse", Some(origin())));
        assert_eq!(block_on(open().get(Scope::Repository, "log")).unwrap().unwrap().value, "ab");
        let other = MemoryFolder::memory(&folder, "shop-2");
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
        let memory = MemoryFolder::memory(&folder, "shop");
        let error = block_on(memory.put(Scope::Person, "a", "b", origin())).unwrap_err().to_string();
        assert!(error.contains("person.json is damaged (") && error.ends_with("It is kept as it is"), "{error}");
        assert_eq!(fs::read_to_string(folder.join("person.json")).unwrap(), "{\"version\":1,\"val");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error() {
        let folder = folder("refused");
        fs::write(&folder, "a file where the folder should be").unwrap();
        let memory = MemoryFolder::memory(&folder, "shop");
        let error = block_on(memory.put(Scope::Person, "a", "b", origin())).unwrap_err().to_string();
        assert!(error.contains("could not"), "{error}");
        fs::remove_file(&folder).unwrap();
    }

    #[test]
    fn names_do_not_leave_the_folder() {
        let memory = MemoryFolder::memory(folder("names"), "../shop");
        for scope in [Scope::Repository, Scope::Conversation("a/b")] {
            let error = block_on(memory.put(scope, "a", "b", origin())).unwrap_err().to_string();
            assert!(error.contains("can't be a part of a file's name"), "{error}");
        }
    }

    #[test]
    fn a_conversation_outlives_the_store_until_it_is_forgotten() {
        let folder = folder("conversation");
        let open = || MemoryFolder::memory(&folder, "shop");
        let mut kept = ConversationMemory::default();
        kept.add_exchange(Exchange { run: "r1".to_owned(), q: "Who?".to_owned(), a: "It.".to_owned() });
        block_on(ConversationMemory::forget(&open(), "c1")).unwrap();
        assert!(!folder.exists(), "forgetting makes no folder");
        block_on(kept.store(&open(), "c1", "r1")).unwrap();
        assert_eq!(block_on(ConversationMemory::load(&open(), "c1")), Ok(kept));
        block_on(ConversationMemory::forget(&open(), "c1")).unwrap();
        assert_eq!(block_on(ConversationMemory::load(&open(), "c1")), Ok(ConversationMemory::default()));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn writers_side_by_side_lose_nothing() {
        let folder = folder("writers");
        let write = |name: &'static str| {
            let folder = folder.clone();
            move || {
                let memory = MemoryFolder::memory(folder, "shop");
                for n in 0..20 {
                    // Busy means that nothing was written.
                    while block_on(memory.put(Scope::Repository, &format!("{name}{n}"), "x", origin())).is_err() {}
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write("a"));
            scope.spawn(write("b"));
        });
        let memory = MemoryFolder::memory(&folder, "shop");
        assert_eq!(block_on(memory.list(Scope::Repository)).unwrap().len(), 40);
        fs::remove_dir_all(&folder).unwrap();
    }
}
