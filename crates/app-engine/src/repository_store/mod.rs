//! Stored repositories: `pack`, `index`, `facts` (what parsers found, so that the next import of the same folder parses only
//! what changed), `note` (when it came in, and its [`Identity`]), then `table` as the commit marker, in one folder each.
//!
//! A folder without a readable table is the rest of a broken-off import and is deleted at the next start, unless
//! another tab holds its lock, that is, is importing at the moment.

mod identity;
mod names;
mod note;
mod twin;

pub use identity::Identity;
pub use names::file_name;
pub use twin::Earlier;

use crate::failure;
use codebase::ParsedFiles;
use compact_sort::CompactSort;
use host_web::store::sweep;
use host_web::{FileStore, JsFailure, LockGuard, MemoryFileStore, OpfsFileStore, PerformanceClock, try_lock};
use names::lock_name;
use note::Note;
use protocol::{Failure, StorageKind, StoredRepository};
use source::{Snapshot, store};
use std::rc::Rc;

/// Version of the folder layout; part of the root folder's name, so that versions do not meet.
const ROOT: &str = "quarry-1";

/// A repository read back.
pub struct Loaded {
    pub snapshot: Snapshot,
    /// What `codebase` made of it; empty where it was lost.
    pub index: Vec<u8>,
    /// What its runs are kept under.
    pub identity: Identity,
}

/// The stored repositories.
pub struct RepositoryStore {
    files: Rc<dyn FileStore>,
    /// Where they are kept.
    pub kind: StorageKind,
}

impl RepositoryStore {
    /// Opens the browser's storage, or memory where that is refused.
    pub async fn open() -> Self {
        match OpfsFileStore::open(ROOT).await {
            Ok(files) => {
                let kind = StorageKind::Opfs { persisted: OpfsFileStore::persist().await };
                // What cannot be deleted now stays for the next start.
                drop(sweep(&files, "table", lock_name).await);
                Self { files: Rc::new(files), kind }
            }
            Err(why) => {
                let kind = StorageKind::Memory { why: why.to_string() };
                Self { files: Rc::new(MemoryFileStore::default()), kind }
            }
        }
    }

    /// What is there, newest first. What cannot be read any more is left out.
    pub async fn list(&self) -> Result<Vec<StoredRepository>, Failure> {
        let mut rows = Vec::new();
        for id in self.files.folders().await.map_err(|error| failure::storage(&error))? {
            if let Ok(Some(row)) = self.row(&id).await {
                rows.push(row);
            }
        }
        rows.compact_sort_by(|a, b| b.imported_at.total_cmp(&a.imported_at).then_with(|| a.id.cmp(&b.id)));
        Ok(rows)
    }

    async fn row(&self, id: &str) -> Result<Option<StoredRepository>, JsFailure> {
        let Some(table) = self.files.read(id, "table").await? else { return Ok(None) };
        let mut stored_bytes = table.len() as u64;
        for name in ["pack", "index", "facts", "note"] {
            stored_bytes += self.files.size(id, name).await?.unwrap_or(0);
        }
        let imported_at = self.note(id).await?.imported_at;
        let Ok((name, files, source_bytes)) = store::peek(&table) else {
            // Damaged or of another version: listed, so that it can be deleted.
            let name = format!("{id} (cannot be read)");
            return Ok(Some(StoredRepository {
                id: id.to_owned(),
                name,
                files: 0,
                source_bytes: 0,
                stored_bytes,
                imported_at,
            }));
        };
        let files = files as u32;
        Ok(Some(StoredRepository { id: id.to_owned(), name, files, source_bytes, stored_bytes, imported_at }))
    }

    /// Writes a repository and returns its id.
    pub async fn save(
        &self,
        snapshot: &Snapshot,
        index: &[u8],
        parsed: &ParsedFiles,
        identity: &Identity,
    ) -> Result<String, Failure> {
        let id = names::random();
        let _lock = self.lock(&id).await?;
        let result = self.write(&id, snapshot, index, &parsed.to_bytes(), identity).await;
        if let Err(error) = result {
            // What cannot be deleted now is swept at the next start.
            drop(self.files.remove(&id).await);
            return Err(failure::storage(&error));
        }
        Ok(id)
    }

    async fn write(
        &self,
        id: &str,
        snapshot: &Snapshot,
        index: &[u8],
        facts: &[u8],
        identity: &Identity,
    ) -> Result<(), JsFailure> {
        let note = Note::new(PerformanceClock::wall_ms(), identity);
        self.files.write(id, "pack", &snapshot.pack).await?;
        self.files.write(id, "index", index).await?;
        self.files.write(id, "facts", facts).await?;
        self.files.write(id, "note", &note.to_bytes()?).await?;
        self.files.write(id, "table", &store::encode_table(snapshot)).await
    }

    /// Reads a repository back.
    pub async fn load(&self, id: &str) -> Result<Loaded, Failure> {
        let read = async |name: &str| self.files.read(id, name).await.map_err(|error| failure::storage(&error));
        let table = read("table").await?.ok_or_else(|| failure::not_found("This repository is no longer stored."))?;
        // Where a file is missing, decoding fails: a repository that is damaged is refused, its index is made again.
        let pack = read("pack").await?.unwrap_or_default();
        let snapshot = store::decode(&table, pack).map_err(|error| failure::bad_input(sentence(&error)))?;
        let identity = self.note(id).await.map_err(|error| failure::storage(&error))?.identity(&snapshot.name);
        Ok(Loaded { snapshot, index: read("index").await?.unwrap_or_default(), identity })
    }

    /// What was parsed of the newest stored repository of this name; nothing where there is none, or it cannot be read.
    pub async fn parsed_before(&self, name: &str) -> ParsedFiles {
        // Only a cache: without it every file is parsed.
        let stored = self.list().await.ok();
        match stored.and_then(|rows| rows.into_iter().find(|row| row.name == name)) {
            Some(row) => self.parsed(&row.id).await,
            None => ParsedFiles::default(),
        }
    }

    /// What was parsed of a stored repository; nothing where that cannot be read.
    pub async fn parsed(&self, id: &str) -> ParsedFiles {
        let bytes = self.files.read(id, "facts").await.ok().flatten();
        // Only a cache: without it every file is parsed.
        bytes.and_then(|bytes| ParsedFiles::from_bytes(&bytes).ok()).unwrap_or_default()
    }

    /// Writes a new index beside a stored repository.
    pub async fn save_index(&self, id: &str, index: &[u8], parsed: &ParsedFiles) -> Result<(), Failure> {
        let _lock = self.lock(id).await?;
        let refused = |error| failure::storage(&error);
        self.files.write(id, "facts", &parsed.to_bytes()).await.map_err(refused)?;
        self.files.write(id, "index", index).await.map_err(refused)
    }

    /// Deletes a repository, its runs excepted. The table goes first with the folder; what a crash leaves is swept at the
    /// next start.
    pub async fn delete(&self, id: &str) -> Result<(), Failure> {
        let _lock = self.lock(id).await?;
        self.files.remove(id).await.map_err(|error| failure::storage(&error))
    }

    async fn lock(&self, id: &str) -> Result<LockGuard, Failure> {
        match try_lock(&lock_name(id)).await {
            Ok(Some(guard)) => Ok(guard),
            Ok(None) => Err(failure::busy()),
            Err(error) => Err(failure::storage(&error)),
        }
    }
}

/// An error's text as a sentence.
pub fn sentence(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let mut chars = text.chars();
    let first = chars.next().map_or_else(String::new, |first| first.to_uppercase().collect());
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}
