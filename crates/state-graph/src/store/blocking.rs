//! Stores whose calls return at once.

use futures::FutureExt;
use futures::future::LocalBoxFuture;

use super::{CheckpointStore, LogEnd, StoreError, check_run_name};

/// A store that waits for nothing but its medium: memory, files, a database in the process. It is a [`CheckpointStore`]
/// whose calls do their work when their future is first polled. Names are checked before they get here.
pub trait BlockingStore {
    /// As [`CheckpointStore::append`].
    ///
    /// # Errors
    /// As there.
    fn append_now(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), StoreError>;

    /// As [`CheckpointStore::read`].
    ///
    /// # Errors
    /// As there.
    fn read_now(&self, run: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// As [`CheckpointStore::runs`].
    ///
    /// # Errors
    /// As there.
    fn runs_now(&self) -> Result<Vec<String>, StoreError>;

    /// As [`CheckpointStore::remove`].
    ///
    /// # Errors
    /// As there.
    fn remove_now(&self, run: &str) -> Result<(), StoreError>;
}

impl<T: BlockingStore> CheckpointStore for T {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move { check_run_name(run).and_then(|()| self.append_now(run, end, bytes)) }.boxed_local()
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        async move { check_run_name(run).and_then(|()| self.read_now(run)) }.boxed_local()
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        async move { self.runs_now() }.boxed_local()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move { check_run_name(run).and_then(|()| self.remove_now(run)) }.boxed_local()
    }
}
