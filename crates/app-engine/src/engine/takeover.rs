//! Replaces an earlier copy of a repository by a new import: automatically if it is the same repository, else if the
//! person confirms that it is. The runs move to the import. Also deletes repositories with their runs.

use super::Engine;
use crate::import::Imported;
use crate::opened::Opened;
use crate::port::Port;
use crate::repository_store::{Earlier, Identity};
use crate::run_store::RunStore;
use crate::runs::refused;
use crate::{failure, memory};
use agent::About;
use host_web::folder_handles;
use protocol::{Failure, Reply, StoredRepository};
use std::rc::Rc;

impl Engine {
    /// After an import was stored as `id`: deletes an earlier copy of the same repository. Returns a copy that the
    /// person has to be asked about. The import is kept even if this fails: errors are sent as notices.
    pub(super) async fn take_over(&self, imported: &Imported, id: &str, port: &Port) -> Option<StoredRepository> {
        let (done, left) = match &imported.earlier {
            Some(Earlier::Same { stored, identity }) => {
                (self.replace_same(stored, identity, imported, id).await, Some(stored))
            }
            Some(Earlier::Alike(stored)) => return Some(stored.clone()),
            None => (self.adopt_orphans(imported, id).await, None),
        };
        match done {
            Ok(()) => None,
            Err(failure) => {
                port.notice(failure);
                left.cloned()
            }
        }
    }

    async fn replace_same(
        &self,
        stored: &StoredRepository,
        identity: &Identity,
        imported: &Imported,
        id: &str,
    ) -> Result<(), Failure> {
        self.move_runs(identity, &stored.id, &imported.identity, id).await?;
        self.store.delete(&stored.id).await?;
        self.forget_folder(&stored.id).await;
        Ok(())
    }

    /// Replaces an earlier repository by the open one, because the person confirmed that it is the same.
    pub(super) async fn replace(&self, earlier: &str) -> Result<Reply, Failure> {
        let opened = self.current()?;
        let stored = self.store.list().await?.into_iter().find(|row| row.id == earlier && row.id != opened.id);
        let stored = stored.ok_or_else(|| failure::not_found("The earlier copy is no longer stored."))?;
        let theirs = self.store.identity(&stored).await?;
        let ours = &opened.identity;
        let kept = match theirs {
            Identity::Own(_) => &theirs,
            Identity::Named(_) => ours,
        };
        self.move_runs(ours, &opened.id, kept, &opened.id).await?;
        self.move_runs(&theirs, &stored.id, kept, &opened.id).await?;
        self.store.identify(&opened.id, kept).await?;
        self.opened.replace(Some(Rc::new(Opened { identity: kept.clone(), ..Opened::clone(&opened) })));
        self.store.delete(&stored.id).await?;
        self.forget_folder(&stored.id).await;
        self.use_room().await;
        self.stored().await
    }

    /// Deletes a repository, and its runs unless another repository shares them.
    pub(super) async fn delete(&self, id: &str) -> Result<(), Failure> {
        let row = self.store.list().await?.into_iter().find(|row| row.id == id);
        let runs = match &row {
            Some(row) => {
                let identity = self.store.identity(row).await?;
                let runs = self.runs_under(&identity, id).await?;
                let is_shared = runs.is_shared_with_one_of(&row.name);
                (!is_shared).then_some((runs, identity))
            }
            None => None,
        };
        self.store.delete(id).await?;
        self.forget_folder(id).await;
        if let Some((runs, identity)) = runs {
            let memory = self.store.memory(&identity);
            for conversation in runs.conversations().await.map_err(refused)? {
                memory::forget_conversation(&*memory, &conversation).await?;
            }
            memory::forget_repository(&*memory).await?;
            runs.clear().await.map_err(refused)?;
            self.names_under(&identity).forget().await?;
        }
        self.use_room().await;
        Ok(())
    }

    /// The runs under an identity that the stored repository `id` has.
    pub(super) async fn runs_under(&self, identity: &Identity, id: &str) -> Result<RunStore, Failure> {
        let shared = self.store.sharing(identity, id).await?;
        self.run_stores.of(identity, shared, &self.store.kind).await.map_err(refused)
    }

    /// Moves runs from one identity to another, each given with a repository that has it.
    async fn move_runs(&self, from: &Identity, from_id: &str, to: &Identity, to_id: &str) -> Result<(), Failure> {
        if from == to {
            return Ok(());
        }
        let names = (self.names_under(from), self.names_under(to));
        let (from, to) = (self.runs_under(from, from_id).await?, self.runs_under(to, to_id).await?);
        for (run, _) in from.sizes().await.map_err(refused)? {
            if self.active.borrow().contains(&run) || from.lock(&run).await.is_none() {
                return Err(failure::busy_run());
            }
        }
        from.hand_over(&to, |_| true).await.map_err(refused)?;
        names.0.hand_over(&names.1).await
    }

    /// Takes over the runs of a repository of this name that was never stored or has been deleted: before there were
    /// identities, runs were stored under the name of the repository.
    async fn adopt_orphans(&self, imported: &Imported, id: &str) -> Result<(), Failure> {
        let name = &imported.codebase.snapshot().name;
        let is_kept = self.store.list().await?.iter().any(|row| row.id != id && row.name == *name);
        if is_kept {
            return Ok(());
        }
        let from = self.runs_under(&Identity::Named(name.clone()), id).await?;
        let to = self.runs_under(&imported.identity, id).await?;
        let is_its = |log: &[u8]| About::peek(log).is_ok_and(|about| about.repository == *name);
        from.hand_over(&to, is_its).await.map_err(refused)
    }

    /// Removes the folder handle. If that fails, the handle refers to a repository that is not stored any more, which
    /// does no harm.
    async fn forget_folder(&self, id: &str) {
        drop(folder_handles::forget(id).await);
    }
}
