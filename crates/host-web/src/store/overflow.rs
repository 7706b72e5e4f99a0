//! Logs of runs that continue in memory where storage is full.
//!
//! A run whose log does not fit is copied to memory with all that is stored of it, so that it can continue, be shown and
//! be exported as long as the tab is open. What was stored stays stored. Once there is space again, the rest is
//! added to it.

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use state_graph::store::{CheckpointStore, LogEnd, MemoryStore, StoreError, StoreErrorKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Called with the store's refusal when a run is stored no more.
pub type OnFull = Rc<dyn Fn(&StoreError)>;

/// A store, and memory for what does not fit into it.
pub struct OverflowStore {
    store: Rc<dyn CheckpointStore>,
    memory: MemoryStore,
    /// The runs that are in memory.
    over: RefCell<BTreeSet<String>>,
    /// By run.
    listeners: RefCell<BTreeMap<String, OnFull>>,
    /// Held while a log is written, so that none grows while it is moved back to the store.
    writing: Mutex<()>,
}

impl OverflowStore {
    /// Over a store in which nothing is in memory yet.
    pub fn new(store: Rc<dyn CheckpointStore>) -> Self {
        Self {
            store,
            memory: MemoryStore::default(),
            over: RefCell::default(),
            listeners: RefCell::default(),
            writing: Mutex::new(()),
        }
    }

    /// False where not all of a run is stored.
    pub fn is_stored(&self, run: &str) -> bool {
        !self.over.borrow().contains(run)
    }

    /// Calls `listener` when storage is full for the run; it replaces the run's earlier listener.
    pub fn listen(&self, run: &str, listener: Option<OnFull>) {
        let mut listeners = self.listeners.borrow_mut();
        match listener {
            Some(listener) => listeners.insert(run.to_owned(), listener),
            None => listeners.remove(run),
        };
    }

    /// Stores what is in memory, as far as there is space now.
    ///
    /// # Errors
    /// The first refusal; what could not be stored stays in memory.
    pub async fn store_again(&self) -> Result<(), StoreError> {
        let runs: Vec<String> = self.over.borrow().iter().cloned().collect();
        for run in runs {
            self.move_back(&run).await?;
        }
        Ok(())
    }

    async fn move_back(&self, run: &str) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        let Some(log) = self.memory.read(run).await? else { return Ok(()) };
        let stored = self.store.read(run).await?.unwrap_or_default();
        let Some(rest) = log.strip_prefix(&stored[..]) else {
            // Another writer has continued the stored log: the two are different runs now.
            return Ok(());
        };
        if !rest.is_empty() {
            self.store.append(run, LogEnd::at(stored.len() as u64), rest).await?;
        }
        self.over.borrow_mut().remove(run);
        self.memory.remove(run).await
    }

    async fn write(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        if !self.is_stored(run) {
            return self.memory.append(run, end, bytes).await;
        }
        match self.store.append(run, end, bytes).await {
            Err(error) if error.kind == StoreErrorKind::Full => self.overflow(run, end, bytes, &error).await,
            done => done,
        }
    }

    async fn overflow(&self, run: &str, end: LogEnd, bytes: &[u8], error: &StoreError) -> Result<(), StoreError> {
        let found = self.store.read(run).await?;
        let length = found.as_ref().map(|log| log.len() as u64);
        // The store may have cut the torn end before storage was full.
        if length != Some(end.whole) {
            end.check(run, length.unwrap_or(0))?;
        }
        let mut log = found.unwrap_or_default();
        log.truncate(usize::try_from(end.whole).unwrap_or(usize::MAX));
        log.extend_from_slice(bytes);
        self.memory.remove(run).await?;
        self.memory.append(run, LogEnd::NEW, &log).await?;
        self.over.borrow_mut().insert(run.to_owned());
        let listener = self.listeners.borrow().get(run).cloned();
        if let Some(listener) = listener {
            listener(error);
        }
        Ok(())
    }

    async fn delete(&self, run: &str) -> Result<(), StoreError> {
        let _writing = self.writing.lock().await;
        self.store.remove(run).await?;
        self.over.borrow_mut().remove(run);
        self.memory.remove(run).await
    }

    async fn list(&self) -> Result<Vec<String>, StoreError> {
        let stored: BTreeSet<String> = self.store.runs().await?.into_iter().collect();
        Ok(stored.union(&self.over.borrow()).cloned().collect())
    }
}

impl CheckpointStore for OverflowStore {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        self.write(run, end, bytes).boxed_local()
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        if self.is_stored(run) { self.store.read(run) } else { self.memory.read(run) }
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.list().boxed_local()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        self.delete(run).boxed_local()
    }
}
