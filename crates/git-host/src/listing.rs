//! What a host lists of a repository.

/// What an entry of a listing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, whose content is a path.
    Link,
    /// Another repository, of which only a commit is named.
    Submodule,
}

/// An entry of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path in the repository, as the host gives it.
    pub path: String,
    /// What it is.
    pub kind: EntryKind,
    /// Its name as a git object.
    pub id: String,
    /// Its bytes, where the host names them.
    pub size: Option<u64>,
}

/// All entries of a repository at a commit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// In the order in which the host gave them.
    pub entries: Vec<Entry>,
    /// Folders of which the host lists only a part.
    pub cut: Vec<String>,
}

impl EntryKind {
    /// By git's mode and type of object, as all hosts name them.
    pub(crate) fn of(mode: &str, object: &str) -> Self {
        match (object, mode.trim_start_matches('0')) {
            ("tree", _) => Self::Folder,
            ("commit", _) | (_, "160000") => Self::Submodule,
            (_, "120000") => Self::Link,
            _ => Self::File,
        }
    }
}
