//! The store of repositories. Each has a folder with `pack`, `index`, `facts` (of the parsers, so that the next import
//! of the same folder parses only what changed), `note` (time of the import, and its [`Identity`]), `git` with packs beside it
//! (what is kept of its git data, if it came with any), `stamps` (sizes and times of the files of its folder), and `table`, which
//! is written last as the commit marker.
//!
//! A folder without a readable table was left by an import that did not finish. It is deleted at the next start, unless
//! another tab holds its lock, that is, is importing at the moment.

mod git;
mod identity;
mod names;
mod note;
mod stamps;
mod twin;

pub use git::GitData;
pub use identity::Identity;
pub use names::file_name;
pub use stamps::Stamps;
pub use twin::Earlier;

use crate::failure;
use crate::git_to_keep::GitToKeep;
use crate::packs::engine_build;
use agent_memory::MemoryStore;
use codebase::ParsedFiles;
use compact_sort::CompactSort;
use futures::join;
use host_web::store::sweep;
use host_web::{
    FileStore, JsFailure, LockGuard, MemoryFileStore, OpfsFileStore, PerformanceClock, StoredMemoryFiles, sentence,
    try_lock,
};
use names::lock_name;
use note::Note;
use protocol::{Failure, RepositoryOrigin, StorageKind, StoredRepository};
use source::store::Contents;
use source::{ContentHash, Snapshot, store};
use std::rc::Rc;

/// Version of the folder layout; part of the name of the root folder, so that each version has its own.
const ROOT: &str = "quarry-1";

pub struct Loaded {
    pub snapshot: Snapshot,
    /// The stored index of the codebase; empty if it was lost.
    pub index: Vec<u8>,
    /// The identity under which its runs are stored.
    pub identity: Identity,
    /// The state on a git host that it was imported from.
    pub origin: Option<RepositoryOrigin>,
    /// Whether this build of the engine made the index.
    pub is_of_this_build: bool,
}

/// What is stored beside the files of a repository.
pub struct Beside<'a> {
    /// The identity under which its runs are stored.
    pub identity: &'a Identity,
    pub git: &'a GitToKeep,
    /// The state on a git host that it was imported from.
    pub origin: Option<&'a RepositoryOrigin>,
    /// Sizes and times of the files of its folder.
    pub stamps: Option<&'a Stamps>,
}

pub struct RepositoryStore {
    files: Rc<dyn FileStore>,
    /// Whether it is in OPFS or in memory.
    pub kind: StorageKind,
}

impl RepositoryStore {
    /// The files of the store, for what is kept beside repositories.
    pub fn files(&self) -> Rc<dyn FileStore> {
        Rc::clone(&self.files)
    }

    /// What agents remember about the repository of this identity.
    pub fn memory(&self, identity: &Identity) -> Rc<dyn MemoryStore> {
        let (Identity::Own(name) | Identity::Named(name)) = identity;
        // Its hash: a display name may hold what no name of a file may.
        let name = ContentHash::of(name.as_bytes()).to_string();
        Rc::new(StoredMemoryFiles::memory(Rc::clone(&self.files), name))
    }

    /// Opens the browser's storage, or memory if that is refused.
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

    /// The stored repositories, newest first. Those that cannot be read any more are left out.
    pub async fn list(&self) -> Result<Vec<StoredRepository>, Failure> {
        let mut rows = Vec::new();
        for id in self.files.folders().await.map_err(failure::storage)? {
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
        for name in ["pack", "index", "facts", "note", stamps::NAME] {
            stored_bytes += self.files.size(id, name).await?.unwrap_or(0);
        }
        stored_bytes += self.git_bytes(id).await?;
        let note = self.note(id).await?;
        // A table that is damaged or of another version: listed, so that it can be deleted.
        let unreadable = |_| Contents { name: format!("{id} (cannot be read)"), paths: Vec::new(), bytes: 0 };
        let Contents { name, paths, bytes: source_bytes } = store::contents(&table).unwrap_or_else(unreadable);
        let (id, files) = (id.to_owned(), paths.len() as u32);
        let link = note.identity(&name).link();
        let Note { imported_at, origin, .. } = note;
        let origin = origin.map(Box::new);
        Ok(Some(StoredRepository { id, name, files, source_bytes, stored_bytes, imported_at, link, origin }))
    }

    /// An id under which nothing is stored.
    pub fn fresh_id() -> String {
        names::random()
    }

    /// Writes a repository and returns its id.
    pub async fn save(
        &self,
        snapshot: &Snapshot,
        index: &[u8],
        parsed: &ParsedFiles,
        beside: &Beside<'_>,
    ) -> Result<String, Failure> {
        let id = Self::fresh_id();
        self.save_as(&id, snapshot, index, parsed, beside).await?;
        Ok(id)
    }

    /// Writes a repository under an id that is [fresh](Self::fresh_id).
    pub async fn save_as(
        &self,
        id: &str,
        snapshot: &Snapshot,
        index: &[u8],
        parsed: &ParsedFiles,
        beside: &Beside<'_>,
    ) -> Result<(), Failure> {
        let _lock = self.lock(id).await?;
        let facts = parsed.to_bytes();
        let mut result = self.write(id, snapshot, index, &facts, beside).await;
        if let (Err(error), false) = (&result, beside.git.packs.is_empty()) {
            // Without the git data there may be room.
            let without = GitToKeep::left_out_for(error);
            drop(self.files.remove(id).await);
            let beside = Beside { git: &without, ..*beside };
            result = self.write(id, snapshot, index, &facts, &beside).await;
        }
        if let Err(error) = result {
            // What cannot be deleted now is swept at the next start.
            drop(self.files.remove(id).await);
            return Err(failure::storage(error));
        }
        Ok(())
    }

    async fn write(
        &self,
        id: &str,
        snapshot: &Snapshot,
        index: &[u8],
        facts: &[u8],
        beside: &Beside<'_>,
    ) -> Result<(), JsFailure> {
        let note = Note::new(PerformanceClock::wall_ms(), beside.identity, beside.origin.cloned(), engine_build());
        let note = note.to_bytes()?;
        let write = |name, bytes| self.files.write(id, name, bytes);
        // Together: most of the time the browser opens files.
        let (pack, index, facts, note) = join!(
            write("pack", snapshot.pack.as_bytes()),
            write("index", index),
            write("facts", facts),
            write("note", &note)
        );
        pack.and(index).and(facts).and(note)?;
        self.write_git(id, beside.git).await?;
        self.write_stamps(id, beside.stamps).await?;
        self.files.write(id, "table", &store::encode_table(snapshot)).await
    }

    pub async fn load(&self, id: &str) -> Result<Loaded, Failure> {
        let (snapshot, index, note) = join!(self.snapshot(id), self.files.read(id, "index"), self.note(id));
        let (snapshot, index) = (snapshot?, index.map_err(failure::storage)?);
        let note = note.map_err(failure::storage)?;
        let identity = note.identity(&snapshot.name);
        // Builds without a name, as in development, all look the same.
        let is_of_this_build = !note.engine.is_empty() && note.engine == engine_build();
        // Where there is no index, reading it fails, and it is made again.
        Ok(Loaded { snapshot, index: index.unwrap_or_default(), identity, origin: note.origin, is_of_this_build })
    }

    /// The files of a stored repository. One that is damaged is refused.
    pub async fn snapshot(&self, id: &str) -> Result<Snapshot, Failure> {
        let (table, pack) = join!(self.files.read(id, "table"), self.files.read(id, "pack"));
        let table = table.map_err(failure::storage)?;
        let table = table.ok_or_else(|| failure::not_found("This repository is no longer stored."))?;
        // Without its file decoding fails, as the table says how long the text is.
        let pack = pack.map_err(failure::storage)?.unwrap_or_default();
        store::decode(&table, pack).map_err(|error| failure::bad_input(sentence(&error)))
    }

    /// The facts of the newest stored repository of this name; empty if there is none or it cannot be read.
    pub async fn parsed_before(&self, name: &str) -> ParsedFiles {
        // Only a cache: without it every file is parsed.
        let stored = self.list().await.ok();
        match stored.and_then(|rows| rows.into_iter().find(|row| row.name == name)) {
            Some(row) => self.parsed(&row.id).await,
            None => ParsedFiles::default(),
        }
    }

    /// The facts of a stored repository; empty if they cannot be read.
    pub async fn parsed(&self, id: &str) -> ParsedFiles {
        let bytes = self.files.read(id, "facts").await.ok().flatten();
        // Only a cache: without it every file is parsed.
        bytes.and_then(|bytes| ParsedFiles::from_bytes(&bytes).ok()).unwrap_or_default()
    }

    pub async fn save_index(&self, id: &str, index: &[u8], parsed: &ParsedFiles) -> Result<(), Failure> {
        let _lock = self.lock(id).await?;
        self.files.write(id, "facts", &parsed.to_bytes()).await.map_err(failure::storage)?;
        self.files.write(id, "index", index).await.map_err(failure::storage)?;
        let mut note = self.note(id).await.map_err(failure::storage)?;
        note.engine = engine_build();
        self.files.write(id, "note", &note.to_bytes().map_err(failure::storage)?).await.map_err(failure::storage)
    }

    /// Deletes a repository, but not its runs. The table is deleted first; if the deletion is interrupted, the next
    /// start completes it.
    pub async fn delete(&self, id: &str) -> Result<(), Failure> {
        let _lock = self.lock(id).await?;
        self.files.remove(id).await.map_err(failure::storage)
    }

    async fn lock(&self, id: &str) -> Result<LockGuard, Failure> {
        match try_lock(&lock_name(id)).await {
            Ok(Some(guard)) => Ok(guard),
            Ok(None) => Err(failure::busy()),
            Err(error) => Err(failure::storage(error)),
        }
    }
}
