//! Imports and opens repositories, and describes the open one to the page.

use super::{Engine, later};
use crate::failure;
use crate::import::git::histories;
use crate::import::{Built, Import, Imported};
use crate::opened::{Basis, Opened};
use crate::port::Port;
use crate::repository_store::{Earlier, GitData};
use agent::{AgentKind, CancelToken};
use codebase::Codebase;
use host_web::sentence;
use protocol::{Failure, ImportPhase, Progress, Reply, StorageKind, StoredRepository};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Engine {
    /// What the page shows before a repository is open.
    pub(super) async fn welcome(&self) -> Result<Reply, Failure> {
        Ok(Reply::Welcome {
            storage: self.store.kind.clone(),
            stored: self.store.list().await?,
            agents: AgentKind::ALL.iter().map(|kind| kind.info()).collect(),
            sample_bytes: self.sample_bytes().await,
        })
    }

    /// Size of the bundled sample; requested from the server once.
    async fn sample_bytes(&self) -> Option<u64> {
        if let Some(known) = *self.sample_bytes.borrow() {
            return known;
        }
        let size = crate::packs::size_of("../sample/quarry.tar.gz").await;
        self.sample_bytes.replace(Some(size));
        size
    }

    /// An import, which may start from the open repository.
    pub(super) fn import<'e>(&'e self, port: &'e Port, cancel: &'e CancelToken) -> Import<'e> {
        let open = self.opened.borrow().clone();
        Import { port, cancel, packs: &self.packs, hosts: &self.git_hosts, open, arriving: &self.arriving }
    }

    pub(super) async fn open_imported(&self, imported: Imported, port: &Port, started: f64) -> Result<Reply, Failure> {
        let (earlier, id, not_stored) = match &imported.stored {
            Ok(id) => (self.take_over(&imported, id, port).await, id.clone(), None),
            Err(failure) => (None, "not-stored".to_owned(), Some(failure.message.clone())),
        };
        // Runs of what is not stored would lie where nothing leads to them, unless an earlier copy does.
        let is_reached = imported.stored.is_ok() || matches!(imported.earlier, Some(Earlier::Same { .. }));
        let runs = match &not_stored {
            Some(why) if !is_reached => StorageKind::Memory { why: why.clone() },
            _ => self.store.kind.clone(),
        };
        let Imported { codebase, parsed, identity, origin, .. } = imported;
        let git = if not_stored.is_none() { self.store.git(&id).await } else { GitData::default() };
        let (codebase, basis) = (Rc::new(codebase), Basis::Built(parsed));
        let opened = Opened { codebase, tool_cache: Rc::default(), id, identity, runs, git, origin, basis };
        Ok(self.set_open(opened, not_stored, earlier, started))
    }

    pub(super) fn set_open(
        &self,
        opened: Opened,
        not_stored: Option<String>,
        earlier: Option<StoredRepository>,
        started: f64,
    ) -> Reply {
        let ready_ms = self.clock.now_ms() - started;
        let overview = opened.overview(ready_ms, self.store.kind.clone(), not_stored, earlier);
        self.opened.replace(Some(Rc::new(opened)));
        // Loaded while the person looks at the repository. What fails is tried again with the first question, and said then.
        spawn_local(async { drop(later::load().await) });
        Reply::Opened { overview }
    }

    /// Opens a stored repository. An index that cannot be used (another version, damage, no lists) is built again from the
    /// stored text.
    pub(super) async fn reopen(&self, id: &str, port: &Port, cancel: CancelToken) -> Result<Reply, Failure> {
        let started = self.clock.now_ms();
        port.progress(Progress { phase: ImportPhase::Opening, done: 0, total: None, bytes: 0, skipped: 0, wait_ms: 0 });
        let loaded = self.store.load(id).await?;
        let git = self.store.git(id).await;
        let (codebase, basis) = match Codebase::from_bytes(&loaded.index, loaded.snapshot.clone()) {
            Ok(codebase) if codebase.has_lists() => {
                (codebase, if loaded.is_of_this_build { Basis::Stored } else { Basis::Facts })
            }
            _ => {
                let import = self.import(port, &cancel);
                import.show_texts(&loaded.snapshot);
                let (histories, before) = (histories(git.history.as_deref()).await, self.store.parsed(id).await);
                let Built { codebase, parsed } = import.build(None, loaded.snapshot, histories, &before).await?;
                let index = codebase.to_bytes().map_err(|error| failure::internal(sentence(&error)))?;
                // A refusal only means that the next opening makes the index again.
                drop(self.store.save_index(id, &index, &parsed).await);
                (codebase, Basis::Built(Rc::new(parsed)))
            }
        };
        let (id, identity, runs) = (id.to_owned(), loaded.identity, self.store.kind.clone());
        let origin = loaded.origin;
        let (codebase, tool_cache) = (Rc::new(codebase), Rc::default());
        let opened = Opened { codebase, tool_cache, id, identity, runs, git, origin, basis };
        Ok(self.set_open(opened, None, None, started))
    }
}
