//! Reports how much of the browser's storage is used, and frees some.

use super::Engine;
use crate::port::Port;
use crate::run_store::RunStore;
use crate::runs::refused;
use crate::{failure, memory};
use agent_memory::MemoryStore;
use host_web::OpfsFileStore;
use protocol::{Command, Failure, Reply, RepositoryUse, StorageUse};
use std::collections::BTreeSet;

impl Engine {
    /// Every stored repository with the storage that it and its runs use.
    pub(super) async fn storage_use(&self) -> Result<Reply, Failure> {
        let mut repositories = Vec::new();
        for stored in self.store.list().await? {
            let identity = self.store.identity(&stored).await?;
            let sizes = self.runs_under(&identity, &stored.id).await?.sizes().await.map_err(refused)?;
            let run_bytes = sizes.iter().map(|(_, bytes)| bytes).sum();
            repositories.push(RepositoryUse { stored, runs: sizes.len() as u32, run_bytes });
        }
        let estimate = OpfsFileStore::estimate().await;
        let (used, quota) = estimate.map_or((None, None), |(used, quota)| (Some(used), Some(quota)));
        Ok(Reply::StorageUse { storage: StorageUse { used, quota, repositories } })
    }

    /// Deletes a stored repository's runs, except those that are running.
    pub(super) async fn delete_runs(&self, repository: &str) -> Result<Reply, Failure> {
        let row = self.store.list().await?.into_iter().find(|row| row.id == repository);
        let row = row.ok_or_else(|| failure::not_found("This repository is no longer stored."))?;
        let runs = self.runs_under(&self.store.identity(&row).await?, &row.id).await?;
        let before = runs.conversations().await.map_err(refused)?;
        for (run, _) in runs.sizes().await.map_err(refused)? {
            if !self.active.borrow().contains(&run) && runs.lock(&run).await.is_some() {
                runs.port().remove(&run).await.map_err(refused)?;
            }
        }
        let memory = self.store.memory(&self.store.identity(&row).await?);
        forget_ended(&*memory, before, &runs).await?;
        self.use_room().await;
        self.storage_use().await
    }

    /// Deletes a run of the open repository, and what its conversation remembers if it was the last one of that.
    pub(super) async fn delete_run(&self, run: &str, port: &Port) -> Result<Reply, Failure> {
        let runs = self.runs().await?;
        let before = runs.conversation(run).await?.into_iter().collect();
        let reply = runs.answer(Command::DeleteRun { run: run.to_owned() }, port).await?;
        let memory = self.store.memory(&self.current()?.identity);
        forget_ended(&*memory, before, &runs.store).await?;
        Ok(reply)
    }

    /// After something was deleted: stores the runs of the open repository that are in memory because storage was full.
    pub(super) async fn use_room(&self) {
        if let Ok(runs) = self.runs().await {
            // Still too little room: they stay in memory, and are listed as not stored.
            drop(runs.store.store_again().await);
        }
    }
}

/// Forgets the conversations that have no run any more.
async fn forget_ended(memory: &dyn MemoryStore, before: BTreeSet<String>, runs: &RunStore) -> Result<(), Failure> {
    let after = runs.conversations().await.map_err(refused)?;
    for ended in before.difference(&after) {
        memory::forget_conversation(memory, ended).await?;
    }
    Ok(())
}
