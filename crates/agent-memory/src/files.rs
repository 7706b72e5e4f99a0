//! Where a host keeps the stored forms.

use crate::{MemoryError, MemoryFuture, Scope};
use futures::FutureExt;
use futures::future::ready;
use limits::agent::MEMORY_FILE_BYTES;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// A file of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemoryFile<'c> {
    /// The values of a scope.
    Values(Scope<'c>),
    /// What the conversation with this id keeps from run to run.
    Turns(&'c str),
    /// Answers about the repository that are given again.
    Answers,
}

impl MemoryFile<'_> {
    /// The name of the file, for hosts whose repositories share a folder. Both names may consist of letters, digits, `-`, `_`
    /// and `.`.
    ///
    /// # Errors
    /// [`MemoryError::Files`] for a name that does not fit.
    pub fn name(self, repository: &str) -> Result<String, MemoryError> {
        let (kind, name) = match self {
            Self::Values(Scope::Person) => return Ok("person.json".to_owned()),
            Self::Values(Scope::Repository) => ("repository", repository),
            Self::Values(Scope::Conversation(name)) => ("conversation", name),
            Self::Turns(name) => ("turns", name),
            Self::Answers => ("answers", repository),
        };
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.len() > 150 || !name.chars().all(fits) {
            return Err(MemoryError::Files(format!("`{name}` can't be a part of a file's name")));
        }
        Ok(format!("{kind}-{name}.json"))
    }
}

impl Display for MemoryFile<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values(scope) => write!(f, "what is remembered for the {scope}"),
            Self::Turns(_) => f.write_str("what is kept of the conversation"),
            Self::Answers => f.write_str("the answers that are kept"),
        }
    }
}

/// The files of one repository and its person.
pub trait MemoryFiles {
    /// The name of a file, for messages.
    fn place(&self, file: MemoryFile<'_>) -> String;

    /// Its bytes; `None` where there is no file yet. A file larger than
    /// [`MEMORY_FILE_BYTES`] may be cut to one byte more than that: it is an error to the
    /// caller.
    fn read<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>>;

    /// Replaces a file as a whole, durably, if it still has the bytes `before` (`None`: there is none); false where it
    /// has others.
    fn replace<'a>(&'a self, file: MemoryFile<'a>, before: Option<&'a [u8]>, after: &'a [u8])
    -> MemoryFuture<'a, bool>;

    /// Removes a file, durably; that there is none is no error.
    fn remove<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, ()>;
}

/// Times that a change is made again because somebody else changed the file meanwhile.
const ATTEMPTS: u32 = 5;

/// Changes a file: `parse` gives what it holds, `change` makes another of it. What stays as it was is not stored.
///
/// # Errors
/// Those of the files, of `parse` and of `change`; [`MemoryError::Busy`].
pub async fn change<T: Clone + PartialEq, R>(
    files: &dyn MemoryFiles,
    file: MemoryFile<'_>,
    parse: impl Fn(Option<&[u8]>) -> Result<T, MemoryError>,
    to_bytes: impl Fn(&T) -> Vec<u8>,
    change: impl Fn(&mut T) -> Result<R, MemoryError>,
) -> Result<R, MemoryError> {
    for _ in 0..ATTEMPTS {
        let bytes = files.read(file).await?;
        let before = parse(bytes.as_deref())?;
        let mut after = before.clone();
        let result = change(&mut after)?;
        if after == before || files.replace(file, bytes.as_deref(), &to_bytes(&after)).await? {
            return Ok(result);
        }
    }
    Err(MemoryError::Busy(file.to_string()))
}

/// Whether a file was written to its end, for hosts that can't replace one in a single step: all files are JSON.
pub fn is_whole(bytes: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok()
}

/// The stored form of what is kept beside the values: JSON with a version.
pub mod stored {
    use super::*;
    use serde::de::DeserializeOwned;

    const VERSION: u32 = 1;

    #[derive(Serialize, Deserialize)]
    struct Versioned<T> {
        version: u32,
        kept: T,
    }

    /// What a file holds; the default where there is none.
    ///
    /// # Errors
    /// [`MemoryError::Damaged`].
    pub fn parse<T: DeserializeOwned + Default>(
        files: &dyn MemoryFiles,
        file: MemoryFile<'_>,
        bytes: Option<&[u8]>,
    ) -> Result<T, MemoryError> {
        let Some(bytes) = bytes else { return Ok(T::default()) };
        let damaged = |why| MemoryError::Damaged { what: file.to_string(), place: files.place(file), why };
        if bytes.len() > MEMORY_FILE_BYTES {
            let bytes = bytes.len();
            return Err(damaged(format!("it has {bytes} bytes, and at most {MEMORY_FILE_BYTES} are read")));
        }
        let stored: Versioned<T> = serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
        if stored.version != VERSION {
            return Err(damaged(format!("it has version {}, and this Quarry reads {VERSION}", stored.version)));
        }
        Ok(stored.kept)
    }

    /// The bytes of a file.
    pub fn to_bytes<T: Serialize>(kept: &T) -> Vec<u8> {
        serde_json::to_vec(&Versioned { version: VERSION, kept }).expect("plain data with text keys is always JSON")
    }
}

/// Files in memory: for tests, and for hosts that can store nothing.
#[derive(Debug, Default)]
pub struct InMemoryFiles(RefCell<BTreeMap<String, Vec<u8>>>);

impl MemoryFiles for InMemoryFiles {
    fn place(&self, file: MemoryFile<'_>) -> String {
        format!("the file in memory of {file}")
    }

    fn read<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>> {
        ready(file.name("this").map(|name| self.0.borrow().get(&name).cloned())).boxed_local()
    }

    fn replace<'a>(
        &'a self,
        file: MemoryFile<'a>,
        before: Option<&'a [u8]>,
        after: &'a [u8],
    ) -> MemoryFuture<'a, bool> {
        let replaced = file.name("this").map(|name| {
            let mut files = self.0.borrow_mut();
            let same = files.get(&name).map(Vec::as_slice) == before;
            if same {
                files.insert(name, after.to_vec());
            }
            same
        });
        ready(replaced).boxed_local()
    }

    fn remove<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, ()> {
        let removed = file.name("this").map(|name| drop(self.0.borrow_mut().remove(&name)));
        ready(removed).boxed_local()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        assert_eq!(MemoryFile::Values(Scope::Person).name("../x").as_deref(), Ok("person.json"));
        assert_eq!(MemoryFile::Turns("run-1").name("shop").as_deref(), Ok("turns-run-1.json"));
        assert_eq!(MemoryFile::Answers.name("shop").as_deref(), Ok("answers-shop.json"));
        for name in ["", "../shop", "a/b", "a\\b", "é", &"x".repeat(151)] {
            for file in [MemoryFile::Values(Scope::Conversation(name)), MemoryFile::Turns(name)] {
                assert!(file.name("shop").is_err(), "{name}");
            }
            assert!(MemoryFile::Values(Scope::Repository).name(name).is_err(), "{name}");
        }
    }
}
