//! Reports how much of the browser's storage is used, and frees some.

use super::Engine;
use crate::failure;
use crate::runs::refused;
use host_web::OpfsFileStore;
use protocol::{Failure, Reply, RepositoryUse, StorageUse};

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
        for (run, _) in runs.sizes().await.map_err(refused)? {
            if !self.active.borrow().contains(&run) && runs.lock(&run).await.is_some() {
                runs.port().remove(&run).await.map_err(refused)?;
            }
        }
        self.use_room().await;
        self.storage_use().await
    }

    /// After something was deleted: stores the runs of the open repository that are in memory because storage was full.
    pub(super) async fn use_room(&self) {
        if let Ok(runs) = self.runs().await {
            // Still too little room: they stay in memory, and are listed as not stored.
            drop(runs.store.store_again().await);
        }
    }
}
