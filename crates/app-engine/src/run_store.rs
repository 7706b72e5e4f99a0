//! Where the runs of a repository are kept: beside the repositories, by the repository's name, so that a folder that is
//! imported again keeps its runs.

use crate::repository_store::slug;
use host_web::{LockGuard, OpfsCheckpointStore, try_lock};
use protocol::StorageKind;
use state_graph::{CheckpointStore, MemoryStore, StoreError};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Version of the layout; part of the root folder's name, so that versions do not meet.
const ROOT: &str = "quarry-runs-1";

/// The run stores of all repositories.
#[derive(Default)]
pub struct RunStores {
    opened: RefCell<HashMap<String, RunStore>>,
}

/// The runs of one repository.
#[derive(Clone)]
pub struct RunStore {
    /// Its folder.
    folder: String,
    store: Rc<dyn CheckpointStore>,
    opfs: Option<Rc<OpfsCheckpointStore>>,
}

impl RunStores {
    /// The runs of the repository of this name; in memory where repositories are too.
    pub async fn of(&self, repository: &str, kind: &StorageKind) -> Result<RunStore, StoreError> {
        let folder = slug(repository);
        if let Some(known) = self.opened.borrow().get(&folder) {
            return Ok(known.clone());
        }
        let opened = match kind {
            StorageKind::Memory { .. } => {
                RunStore { folder: folder.clone(), store: Rc::new(MemoryStore::default()), opfs: None }
            }
            StorageKind::Opfs { .. } => {
                let opfs = Rc::new(OpfsCheckpointStore::open(ROOT, &folder).await?);
                RunStore { folder: folder.clone(), store: Rc::clone(&opfs) as _, opfs: Some(opfs) }
            }
        };
        self.opened.borrow_mut().insert(folder, opened.clone());
        Ok(opened)
    }
}

impl RunStore {
    /// As the agent takes it.
    pub fn port(&self) -> Rc<dyn CheckpointStore> {
        Rc::clone(&self.store)
    }

    /// Lets go of files that are open for writing, so that other tabs can have them.
    pub async fn release(&self) {
        if let Some(opfs) = &self.opfs {
            opfs.close().await;
        }
    }

    /// Takes a run for this tab; None while another tab works on it.
    pub async fn lock(&self, run: &str) -> Option<LockGuard> {
        // Where locks fail, nobody can be asked; the file's own lock is still there.
        try_lock(&format!("quarry-run-{}-{run}", self.folder)).await.ok().flatten()
    }
}
