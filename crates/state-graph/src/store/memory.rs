//! Logs in memory: for tests, and where nothing else is to be had.

use super::{CheckpointStore, LogEnd, StoreError, check_run_name};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Keeps logs until it is dropped. A clone has copies of them and goes its own way.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore(RefCell<BTreeMap<String, Vec<u8>>>);

impl CheckpointStore for MemoryStore {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move {
            check_run_name(run)?;
            let mut logs = self.0.borrow_mut();
            end.check(run, logs.get(run).map_or(0, |log| log.len() as u64))?;
            match logs.get_mut(run) {
                Some(log) => {
                    log.truncate(usize::try_from(end.whole).unwrap_or(usize::MAX));
                    log.extend_from_slice(bytes);
                }
                None => drop(logs.insert(run.to_owned(), bytes.to_vec())),
            }
            Ok(())
        }
        .boxed_local()
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        async move {
            check_run_name(run)?;
            Ok(self.0.borrow().get(run).cloned())
        }
        .boxed_local()
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        async move { Ok(self.0.borrow().keys().cloned().collect()) }.boxed_local()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        async move {
            check_run_name(run)?;
            self.0.borrow_mut().remove(run);
            Ok(())
        }
        .boxed_local()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;

    #[test]
    fn is_a_store() {
        block_on(crate::store::conformance(&MemoryStore::default())).unwrap();
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        let store = MemoryStore::default();
        block_on(store.append("a", LogEnd::NEW, b"one")).unwrap();
        let clone = store.clone();
        block_on(store.append("a", LogEnd::at(3), b"two")).unwrap();
        assert_eq!(block_on(clone.read("a")).unwrap().as_deref(), Some(&b"one"[..]));
    }
}
