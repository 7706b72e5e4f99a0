//! Imports a repository in phases: it is read, parsed, indexed, linked and stored. Progress is reported, and the import
//! can be cancelled between any two steps.

pub mod git;
mod git_host;
mod parse;
mod read;

use crate::failure;
use crate::git_hosts::GitHosts;
use crate::packs::Packs;
use crate::port::Port;
use crate::repository_store::{Beside, Earlier, Identity, RepositoryStore};
use agent::CancelToken;
use codebase::{Codebase, CodebaseBuilder, Histories, ParsedFiles, Phase};
use host_web::folder_handles;
use host_web::sentence;
use host_web::yield_now;
use js_sys::Array;
use protocol::{Failure, ImportPhase, ImportSource, Progress, RepositoryOrigin};
use read::Read;
use source::Snapshot;
use wasm_bindgen::JsCast;
use web_sys::FileSystemDirectoryHandle;

pub struct Import<'a> {
    /// Sends progress to the page.
    pub port: &'a Port,
    pub cancel: &'a CancelToken,
    /// The language packs, which parse.
    pub packs: &'a Packs,
    /// The git hosts, with their tokens.
    pub hosts: &'a GitHosts,
}

pub struct Imported {
    /// Its files, call graph and search index.
    pub codebase: Codebase,
    /// Storage key, or why it could not be stored.
    pub stored: Result<String, Failure>,
    /// The identity under which its runs are stored.
    pub identity: Identity,
    /// A stored repository that may be the same one.
    pub earlier: Option<Earlier>,
    /// The state on a git host that it is.
    pub origin: Option<RepositoryOrigin>,
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
        let Read { snapshot, git, origin, stamps } = self.read(source, attachments, store).await?;
        let before = store.parsed_before(&snapshot.name).await;
        let history = git.repository().await.ok().flatten();
        let histories = git::histories(history.as_ref()).await;
        self.check()?;
        let Built { codebase, parsed } = self.build(snapshot, histories, &before).await?;
        drop(before);
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
        Ok(Imported { codebase, stored, identity, earlier, origin })
    }

    /// Parses, indexes and links a snapshot. Files whose content is in `before` are not parsed again.
    pub async fn build(
        &self,
        snapshot: Snapshot,
        histories: Histories,
        before: &ParsedFiles,
    ) -> Result<Built, Failure> {
        let mut builder = CodebaseBuilder::new(snapshot.clone());
        builder.set_histories(histories);
        let mut parsed = ParsedFiles::by(self.packs.build());
        builder.reuse(before, &mut parsed);
        self.parse(&snapshot, &mut builder, &mut parsed).await?;
        let codebase = builder.build(async |at: codebase::Progress| {
            let phase = match at.phase {
                Phase::Indexing | Phase::Packing => ImportPhase::Indexing,
                Phase::Linking => ImportPhase::Linking,
            };
            self.progress(phase, at.done, Some(at.total), 0);
            yield_now().await;
            self.check()
        });
        Ok(Built { codebase: codebase.await?, parsed })
    }

    fn check(&self) -> Result<(), Failure> {
        if self.cancel.is_cancelled() { Err(failure::cancelled()) } else { Ok(()) }
    }

    fn progress(&self, phase: ImportPhase, done: u32, total: Option<u32>, bytes: u64) {
        self.port.progress(Progress { phase, done, total, bytes, skipped: 0, wait_ms: 0 });
    }
}
