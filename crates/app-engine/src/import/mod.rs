//! Imports a repository in phases: it is read, parsed, indexed, linked and stored. Progress is reported, and the import
//! can be cancelled between any two steps.

mod changed;
pub mod git;
mod git_host;
mod parse;
mod read;
mod together;

use crate::arriving::Arriving;
use crate::failure;
use crate::git_hosts::GitHosts;
use crate::git_to_keep::GitToKeep;
use crate::opened::{Basis, Opened};
use crate::packs::Packs;
use crate::port::Port;
use crate::repository_store::{Beside, Earlier, Identity, RepositoryStore, Stamps};
use agent::CancelToken;
use codebase::{Codebase, CodebaseBuilder, Histories, ParsedFiles, Phase};
use futures::FutureExt;
use host_web::folder_handles;
use host_web::sentence;
use host_web::yield_now;
use js_sys::Array;
use protocol::{Failure, ImportPhase, ImportSource, Progress, Reach, RepositoryOrigin};
use read::Read;
use source::Snapshot;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::FileSystemDirectoryHandle;

pub struct Import<'a> {
    /// Sends progress to the page.
    pub port: &'a Port,
    pub cancel: &'a CancelToken,
    /// The language packs, which parse.
    pub packs: &'a Rc<Packs>,
    /// The git hosts, with their tokens.
    pub hosts: &'a GitHosts,
    /// The open repository, from which an import of a later state of it starts.
    pub open: Option<Rc<Opened>>,
    /// Where it lies as far as it can be used, while nothing is open.
    pub arriving: &'a RefCell<Option<Rc<Arriving>>>,
}

pub struct Imported {
    /// Its files, call graph and search index.
    pub codebase: Codebase,
    /// The facts of its files.
    pub parsed: Rc<ParsedFiles>,
    /// Storage key, or why it could not be stored.
    pub stored: Result<String, Failure>,
    /// The identity under which its runs are stored.
    pub identity: Identity,
    /// A stored repository that may be the same one.
    pub earlier: Option<Earlier>,
    /// The state on a git host that it is.
    pub origin: Option<RepositoryOrigin>,
}

/// The open repository with some other texts, not stored yet.
pub struct Updated {
    /// Its files, call graph and search index.
    pub codebase: Codebase,
    /// The facts of its files.
    pub parsed: ParsedFiles,
    pub git: GitToKeep,
    /// Sizes and times of the files of its folder.
    pub stamps: Stamps,
}

/// A snapshot after it was parsed, indexed and linked.
pub struct Built {
    /// Its files, call graph and search index.
    pub codebase: Codebase,
    /// The facts of the parsers, to be used again by the next import.
    pub parsed: ParsedFiles,
}

impl Import<'_> {
    /// Imports a repository and stores it.
    pub async fn run(
        &self,
        source: &ImportSource,
        attachments: &Array,
        store: &RepositoryStore,
    ) -> Result<Imported, Failure> {
        let read = self.read(source, attachments, store).boxed_local().await?;
        self.take(read, attachments, store).await
    }

    /// The open repository with the present text of these files of its folder. `None` where the folder has to be imported as a
    /// whole.
    pub async fn update(
        &self,
        folder: &FileSystemDirectoryHandle,
        changed: &[String],
        store: &RepositoryStore,
    ) -> Result<Option<Updated>, Failure> {
        let Some(Read { snapshot, git, stamps: Some(stamps), parsed, .. }) =
            self.read_changed(folder, changed, store).await?
        else {
            return Ok(None);
        };
        let Built { codebase, parsed } = self.built(snapshot, parsed, &git, store).await?;
        self.check()?;
        Ok(Some(Updated { codebase, parsed, git, stamps }))
    }

    /// Parses, indexes and links what was read, starting from the facts that came with it, or from what is open or stored.
    async fn built(
        &self,
        snapshot: Snapshot,
        parsed: Option<ParsedFiles>,
        git: &GitToKeep,
        store: &RepositoryStore,
    ) -> Result<Built, Failure> {
        self.show_texts(&snapshot);
        let (base, before) = match parsed {
            Some(parsed) => (None, Rc::new(parsed)),
            None => self.start_of(&snapshot.name, store).await,
        };
        let history = git.repository().await.ok().flatten();
        let histories = git::histories(history.as_ref()).await;
        self.check()?;
        self.build(base, snapshot, histories, &before).await
    }

    /// Builds and stores what was read.
    async fn take(&self, read: Read, attachments: &Array, store: &RepositoryStore) -> Result<Imported, Failure> {
        let Read { snapshot, git, origin, stamps, parsed } = read;
        let Built { codebase, parsed } = self.built(snapshot, parsed, &git, store).await?;
        let parsed = Rc::new(parsed);
        self.check()?;
        self.progress(ImportPhase::Storing, 0, None, codebase.snapshot().pack.len() as u64);
        yield_now().await;
        self.check()?;
        let index = codebase.to_bytes().map_err(|error| failure::internal(sentence(&error)))?;
        let folder = attachments.get(0).dyn_into::<FileSystemDirectoryHandle>().ok();
        let earlier = store.earlier(codebase.snapshot(), folder.as_ref(), origin.as_ref()).await?;
        let identity = match &earlier {
            Some(Earlier::Same { identity: own @ Identity::Own(_), .. }) => own.clone(),
            _ => Identity::fresh(),
        };
        let beside = Beside { identity: &identity, git: &git, origin: origin.as_ref(), stamps: stamps.as_ref() };
        // A repository that could not be stored is open all the same, and the page shows why it is not stored.
        let stored = store.save(codebase.snapshot(), &index, &parsed, &beside).await;
        if let Ok(id) = &stored {
            if self.cancel.is_cancelled() {
                store.delete(id).await?;
                return Err(failure::cancelled());
            }
            if let Some(folder) = &folder {
                // Where it cannot be kept, the person is asked the next time.
                drop(folder_handles::remember(id, folder).await);
            }
        }
        Ok(Imported { codebase, parsed, stored, identity, earlier, origin })
    }

    /// What an import of a repository of this name starts from: the open one, where this build of the engine made it, and the
    /// facts of its files; else the facts alone of the newest that is stored.
    async fn start_of(&self, name: &str, store: &RepositoryStore) -> (Option<Rc<Codebase>>, Rc<ParsedFiles>) {
        let open = self.open.as_ref().filter(|open| open.codebase.snapshot().name == name);
        let codebase = open.map(|open| Rc::clone(&open.codebase));
        match open.map(|open| &open.basis) {
            Some(Basis::Built(parsed)) => (codebase, Rc::clone(parsed)),
            Some(Basis::Stored) => (codebase, Rc::new(store.parsed(open.map_or("", |open| &open.id)).await)),
            Some(Basis::Facts) | None => (None, Rc::new(store.parsed_before(name).await)),
        }
    }

    /// Parses, indexes and links a snapshot. Files whose content is in `before` are not parsed again; with `base`, a codebase
    /// that was made with these facts, what has not changed is taken over.
    pub async fn build(
        &self,
        base: Option<Rc<Codebase>>,
        snapshot: Snapshot,
        histories: Histories,
        before: &ParsedFiles,
    ) -> Result<Built, Failure> {
        let mut builder = match base {
            Some(base) => CodebaseBuilder::over(base, snapshot.clone()),
            None => CodebaseBuilder::new(snapshot.clone()),
        };
        builder.set_histories(histories);
        let mut parsed = ParsedFiles::by(self.packs.build());
        builder.reuse(before, &mut parsed);
        self.parse(&snapshot, &mut builder, &mut parsed).boxed_local().await?;
        let report = async |at: codebase::Progress| {
            let phase = match at.phase {
                Phase::Indexing | Phase::Packing => ImportPhase::Indexing,
                Phase::Linking => ImportPhase::Linking,
            };
            self.progress(phase, at.done, Some(at.total), 0);
            yield_now().await;
            self.check()
        };
        let codebase = match self.open {
            Some(_) => builder.build(report).boxed_local().await?,
            None => {
                let mut show = |unlinked| self.show(Reach::Symbols, || unlinked);
                builder.build_showing(report, &mut show).boxed_local().await?
            }
        };
        Ok(Built { codebase, parsed })
    }

    /// Lets people use what was read, as [`show`](Self::show).
    pub fn show_texts(&self, snapshot: &Snapshot) {
        self.show(Reach::Text, || Codebase::of_texts(snapshot.clone()));
    }

    /// Lets people use what there is. While another repository is open, or an earlier state of this one, that stays in use until
    /// the import is over.
    fn show(&self, reach: Reach, codebase: impl FnOnce() -> Codebase) {
        if self.open.is_none() {
            let arriving = Arriving::new(self.port.request(), codebase(), reach);
            self.port.arriving(arriving.summary());
            self.arriving.replace(Some(Rc::new(arriving)));
        }
    }

    fn check(&self) -> Result<(), Failure> {
        if self.cancel.is_cancelled() { Err(failure::cancelled()) } else { Ok(()) }
    }

    fn progress(&self, phase: ImportPhase, done: u32, total: Option<u32>, bytes: u64) {
        self.port.progress(Progress { phase, done, total, bytes, skipped: 0, wait_ms: 0 });
    }
}
