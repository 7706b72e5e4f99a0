//! Repositories: their import, storage and overview.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::RepositoryOrigin;
use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// Where the files of a repository come from. Handles and files are sent as attachments of the command, in order.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ImportSource {
        /// One `FileSystemDirectoryHandle`.
        Folder { name: String },
        /// A pair `[path, File]` for each file, the path as the browser gives it: a list of 100,000 paths goes to the
        /// engine without passing through the page's memory.
        Files { name: String },
        /// One `File`: .zip, .tar.gz, .tgz or .tar.
        Archive { name: String },
        /// Quarry's own source, packed by the build.
        Sample,
        /// The address of a repository on a git host, as it was typed. No attachment.
        GitHost { address: String },
        /// Stored repositories as one, each in a folder of its name. No attachment.
        Stored { name: String, repositories: Vec<String> },
    }
);

tagged_in_json!(
    /// Where repositories are stored.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum StorageKind {
        /// The origin private file system of the page's origin.
        Opfs {
            /// Whether the browser promised not to evict it.
            persisted: bool,
        },
        /// In memory, until the tab is closed.
        Memory {
            /// Why there is no other storage: the browser's message.
            why: String,
        },
    }
);

/// A repository in storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredRepository {
    /// Storage key.
    pub id: String,
    /// Display name.
    pub name: String,
    pub files: u32,
    pub source_bytes: u64,
    /// Bytes in storage, index included.
    pub stored_bytes: u64,
    /// When it was imported, milliseconds since 1970.
    pub imported_at: f64,
    /// The state on a git host that it was imported from.
    #[serde(default)]
    pub origin: Option<Box<RepositoryOrigin>>,
    /// Its name in addresses, which stays the same when it is imported again.
    pub link: String,
}

/// A stored repository and the storage that its runs use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RepositoryUse {
    pub stored: StoredRepository,
    pub runs: u32,
    /// Bytes of its runs in storage.
    pub run_bytes: u64,
}

/// The storage that is used, in total and for each repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StorageUse {
    /// Bytes that the origin uses, if the browser reports it.
    pub used: Option<u64>,
    /// Bytes that the origin may use, if the browser reports it.
    pub quota: Option<u64>,
    /// The stored repositories, newest first.
    pub repositories: Vec<RepositoryUse>,
}

/// The phases of importing or opening a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportPhase {
    /// Finding and reading files.
    Reading,
    Parsing,
    /// Building the search index.
    Indexing,
    /// Resolving calls.
    Linking,
    /// Writing to storage.
    Storing,
    /// Reading from storage.
    Opening,
}

/// The progress of an import or of opening a repository.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub phase: ImportPhase,
    /// Files done in this phase.
    pub done: u32,
    /// Files in all, if known yet.
    pub total: Option<u32>,
    /// Bytes done in this phase.
    pub bytes: u64,
    /// Entries skipped so far.
    pub skipped: u32,
    /// Milliseconds until a git host is asked again that asks to slow down; 0 while nothing waits.
    #[serde(default)]
    pub wait_ms: u32,
}

/// How much of a repository can be used while it is still being imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Folders and files, without colours, and the palette by names of files and lines of text.
    Text,
    /// Symbols too: in outlines and the palette; and the search. Nothing yet that needs calls.
    Symbols,
}

/// A repository that is still being imported, as far as it can be used. Until it is [opened](crate::Reply::Opened) the engine
/// answers [`ListDirectory`](crate::Command::ListDirectory), [`OpenFile`](crate::Command::OpenFile),
/// [`Find`](crate::Command::Find), [`FindLines`](crate::Command::FindLines), [`FindInFile`](crate::Command::FindInFile) and
/// [`Skipped`](crate::Command::Skipped) about it, with [`Reach::Symbols`] also [`Search`](crate::Command::Search). What is found
/// then has no number of a symbol, and the numbers in outlines lead nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivingRepository {
    /// Display name.
    pub name: String,
    pub files: u32,
    /// Bytes of source.
    pub bytes: u64,
    /// Number of files and folders that were left out so far.
    pub skipped: u32,
    pub reach: Reach,
}

/// A file or folder that the import left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedEntry {
    pub path: String,
    /// The reason, in a sentence.
    pub reason: String,
}

/// How many call sites were resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CallStats {
    pub sites: u32,
    /// Sites with a proven target.
    pub proven: u32,
    /// Sites with possible targets only.
    pub possible: u32,
    /// Sites that should have a target in the repository and have none.
    pub unresolved: u32,
    /// Sites that call a library or a builtin of the language.
    pub external: u32,
    /// Of `unresolved`, the sites at which linking had reached its work limit.
    pub work_limit: u32,
}

/// The open repository: its counts and its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RepositoryOverview {
    /// Storage key.
    pub id: String,
    /// Display name.
    pub name: String,
    pub files: u32,
    /// Bytes of source.
    pub bytes: u64,
    pub symbols: u32,
    /// Number of files for each language, most first: (name, count).
    pub languages: Vec<(String, u32)>,
    pub calls: CallStats,
    /// Number of files and folders that were left out.
    pub skipped: u32,
    /// Files in another encoding than UTF-8: (path, encoding).
    pub decoded: Vec<(String, String)>,
    /// Number of files with syntax errors, which were parsed in part.
    pub syntax_errors: u32,
    /// Milliseconds from the start of the import, or of opening, until questions can be asked.
    pub ready_ms: f64,
    /// Example questions about this repository's own symbols.
    pub suggestions: Vec<String>,
    pub storage: StorageKind,
    /// If it could not be stored, the reason; it is open all the same.
    pub not_stored: Option<String>,
    /// After an import: a stored repository of the same name with mostly the same files, which is an earlier state of
    /// this one or another checkout. Both are kept until [`Command::Replace`](crate::Command::Replace).
    pub earlier: Option<StoredRepository>,
    /// What there is of its git history, and what is missing: sentences; `None` if it came without git data.
    pub git: Option<String>,
    /// The state on a git host that it was imported from.
    #[serde(default)]
    pub origin: Option<Box<RepositoryOrigin>>,
    /// Its name in addresses, which stays the same when it is imported again.
    pub link: String,
    /// The page of its remote `origin` on its host, without a user or a password: `https://github.com/pallets/flask`. `None`
    /// where the git data names none that is reached over HTTPS.
    pub host_page: Option<String>,
    /// The commit that is checked out, if it is known.
    pub commit: Option<String>,
}
