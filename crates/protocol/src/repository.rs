//! Repositories: coming in, stored, open.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

tagged_in_json!(
    /// Where a repository comes from. Handles and files travel beside the command, in order.
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
    }
);

tagged_in_json!(
    /// Where repositories are kept.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum StorageKind {
        /// The origin's private file system.
        Opfs {
            /// The browser promised not to evict it.
            persisted: bool,
        },
        /// In memory only, and why.
        Memory {
            /// The browser's message.
            why: String,
        },
    }
);

/// A repository in storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredRepository {
    /// Storage key.
    pub id: String,
    /// For people.
    pub name: String,
    /// Files stored.
    pub files: u32,
    /// Bytes of source.
    pub source_bytes: u64,
    /// Bytes in storage, index included.
    pub stored_bytes: u64,
    /// When it was imported, milliseconds since 1970.
    pub imported_at: f64,
}

/// A stored repository and the room that it takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RepositoryUse {
    /// The repository.
    pub stored: StoredRepository,
    /// How many runs it has.
    pub runs: u32,
    /// Bytes of its runs in storage.
    pub run_bytes: u64,
}

/// What takes room in storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StorageUse {
    /// Bytes that the site uses, where the browser reports it.
    pub used: Option<u64>,
    /// Bytes that the browser gives the site, where it reports it.
    pub quota: Option<u64>,
    /// Newest first.
    pub repositories: Vec<RepositoryUse>,
}

/// What is being done.
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

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done.
    pub phase: ImportPhase,
    /// Files done.
    pub done: u32,
    /// Files in all, where known.
    pub total: Option<u32>,
    /// Bytes done.
    pub bytes: u64,
    /// Entries skipped so far.
    pub skipped: u32,
}

/// An entry that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedEntry {
    pub path: String,
    /// Why, in words.
    pub reason: String,
}

/// How well calls are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CallStats {
    /// Call sites in all.
    pub sites: u32,
    /// Sites with a proven target.
    pub proven: u32,
    /// Sites with possible targets only.
    pub possible: u32,
    /// Sites that should have a target in the repository and have none.
    pub unresolved: u32,
    /// Sites that call a library or the language.
    pub external: u32,
    /// Of `unresolved`, those for which linking had reached its limit of work.
    pub work_limit: u32,
}

/// The open repository at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RepositoryOverview {
    /// Storage key.
    pub id: String,
    /// For people.
    pub name: String,
    pub files: u32,
    /// Bytes of source.
    pub bytes: u64,
    /// Symbols.
    pub symbols: u32,
    /// Files a language: (name, count), most first.
    pub languages: Vec<(String, u32)>,
    /// Calls.
    pub calls: CallStats,
    /// Entries left out.
    pub skipped: u32,
    /// Files read in another encoding than UTF-8: (path, encoding).
    pub decoded: Vec<(String, String)>,
    /// Files that a grammar could not wholly read.
    pub syntax_errors: u32,
    /// From the start of the import, or of the opening, to the first question possible.
    pub ready_ms: f64,
    /// Questions made from this repository's own symbols.
    pub suggestions: Vec<String>,
    /// Where it is kept.
    pub storage: StorageKind,
    /// Set where it could not be stored: why. It is open all the same.
    pub not_stored: Option<String>,
    /// Set after an import where a stored repository of the same name has much the same files: an earlier state of this
    /// one, or another checkout. Both are kept until [`Command::Replace`](crate::Command::Replace).
    pub earlier: Option<StoredRepository>,
}
