//! The stores of runs. The runs of a repository are stored under its [`Identity`], so that a folder that is imported
//! again keeps its runs.

use crate::repository_store::Identity;
use agent::About;
use host_web::store::{OnFull, OverflowStore};
use host_web::{LockGuard, OpfsCheckpointStore, try_lock};
use protocol::StorageKind;
use state_graph::{CheckpointStore, LogEnd, MemoryStore, StoreError};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Version of the layout; part of the name of the root folder, so that each version has its own.
const ROOT: &str = "quarry-runs-1";

/// The run stores of all repositories.
#[derive(Default)]
pub struct RunStores {
    opened: RefCell<HashMap<String, Medium>>,
}

/// Where the logs of one folder are.
#[derive(Clone)]
struct Medium {
    store: Rc<OverflowStore>,
    /// `None` where all is in memory.
    opfs: Option<Rc<OpfsCheckpointStore>>,
}

/// The runs of one repository.
#[derive(Clone)]
pub struct RunStore {
    folder: String,
    identity: Identity,
    /// Names of other repositories whose runs lie in the same folder.
    shared: Vec<String>,
    medium: Medium,
}

impl RunStores {
    /// The runs of a repository; in memory if the repository is. `shared`: see [`Identity::owns`].
    pub async fn of(
        &self,
        identity: &Identity,
        shared: Vec<String>,
        kind: &StorageKind,
    ) -> Result<RunStore, StoreError> {
        let folder = identity.folder();
        let known = self.opened.borrow().get(&folder).cloned();
        let medium = match known {
            Some(known) => known,
            None => {
                let medium = Medium::open(&folder, kind).await?;
                self.opened.borrow_mut().insert(folder.clone(), medium.clone());
                medium
            }
        };
        Ok(RunStore { folder, identity: identity.clone(), shared, medium })
    }
}

impl Medium {
    async fn open(folder: &str, kind: &StorageKind) -> Result<Self, StoreError> {
        Ok(match kind {
            StorageKind::Memory { .. } => {
                Self { store: Rc::new(OverflowStore::new(Rc::new(MemoryStore::default()))), opfs: None }
            }
            StorageKind::Opfs { .. } => {
                let opfs = Rc::new(OpfsCheckpointStore::open(ROOT, folder).await?);
                Self { store: Rc::new(OverflowStore::new(Rc::clone(&opfs) as _)), opfs: Some(opfs) }
            }
        })
    }
}

impl RunStore {
    /// The store as the port of `state-graph`.
    pub fn port(&self) -> Rc<dyn CheckpointStore> {
        Rc::clone(&self.medium.store) as _
    }

    /// False if the run, or the end of its log, is in memory only.
    pub fn is_stored(&self, run: &str) -> bool {
        self.medium.opfs.is_some() && self.medium.store.is_stored(run)
    }

    /// Sets the listener that is called when storage is full for the run; `None` removes it.
    pub fn when_full(&self, run: &str, listener: Option<OnFull>) {
        self.medium.store.listen(run, listener);
    }

    /// Stores the runs that are in memory, if there is room again.
    pub async fn store_again(&self) -> Result<(), StoreError> {
        let stored = self.medium.store.store_again().await;
        self.release().await;
        stored
    }

    /// Whether a log in the folder is of one of this repository's runs. A log that cannot be read belongs to all.
    pub fn owns(&self, log: &[u8]) -> bool {
        About::peek(log).map_or(true, |about| self.identity.owns(&about.repository, &self.shared))
    }

    /// Whether another repository has the very same runs as the one of this name.
    pub fn is_shared_with_one_of(&self, name: &str) -> bool {
        match self.identity {
            Identity::Own(_) => !self.shared.is_empty(),
            Identity::Named(_) => self.shared.iter().any(|other| other == name),
        }
    }

    /// Its runs, with the sizes of their logs in bytes.
    pub async fn sizes(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let mut sizes = Vec::new();
        for run in self.port().runs().await? {
            // Deleted meanwhile, or of another repository.
            if let Some(log) = self.port().read(&run).await?.filter(|log| self.owns(log)) {
                sizes.push((run, log.len() as u64));
            }
        }
        Ok(sizes)
    }

    /// The conversations of its runs. A log that cannot be read belongs to none that is known.
    pub async fn conversations(&self) -> Result<BTreeSet<String>, StoreError> {
        let mut conversations = BTreeSet::new();
        for (run, _) in self.sizes().await? {
            let about = self.port().read(&run).await?.and_then(|log| About::peek(&log).ok());
            conversations.extend(about.map(|about| About { run, ..about }.conversation().to_owned()));
        }
        Ok(conversations)
    }

    /// Moves the runs that `which` selects by their logs to another repository. Runs that exist there are not replaced.
    pub async fn hand_over(&self, to: &Self, which: impl Fn(&[u8]) -> bool) -> Result<(), StoreError> {
        if self.folder == to.folder {
            return Ok(());
        }
        for (run, _) in self.sizes().await? {
            let Some(log) = self.port().read(&run).await?.filter(|log| which(log)) else { continue };
            match to.port().read(&run).await? {
                Some(there) if there == log => {}
                Some(_) => continue,
                None => to.port().append(&run, LogEnd::NEW, &log).await?,
            }
            self.port().remove(&run).await?;
        }
        to.release().await;
        Ok(())
    }

    pub async fn clear(&self) -> Result<(), StoreError> {
        for (run, _) in self.sizes().await? {
            self.port().remove(&run).await?;
        }
        Ok(())
    }

    /// Closes the files that are open for writing, so that other tabs can open them.
    pub async fn release(&self) {
        if let Some(opfs) = &self.medium.opfs {
            opfs.close().await;
        }
    }

    /// Locks a run for this tab; `None` if another tab has it locked.
    pub async fn lock(&self, run: &str) -> Option<LockGuard> {
        // Where the lock manager fails, the lock of the file itself remains.
        try_lock(&format!("quarry-run-{}-{run}", self.folder)).await.ok().flatten()
    }
}
