//! Logs in memory: for tests, and where nothing else is to be had.

use super::{BlockingStore, LogEnd, StoreError};
use std::cell::RefCell;

/// Keeps logs until it is dropped. A clone has copies of them and goes its own way.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore(RefCell<Vec<Log>>);

/// The logs are a list sorted by name: a map would be a large piece of a small binary.
#[derive(Debug, Clone)]
struct Log {
    run: String,
    bytes: Vec<u8>,
}

/// The place of a run's log, or where it would be.
fn place(logs: &[Log], run: &str) -> Result<usize, usize> {
    logs.binary_search_by(|log| log.run.as_str().cmp(run))
}

impl BlockingStore for MemoryStore {
    fn append_now(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), StoreError> {
        let mut logs = self.0.borrow_mut();
        let place = place(&logs, run);
        end.check(run, place.map_or(0, |place| logs[place].bytes.len() as u64))?;
        match place {
            Ok(place) => {
                let log = &mut logs[place].bytes;
                log.truncate(usize::try_from(end.whole).unwrap_or(usize::MAX));
                log.extend_from_slice(bytes);
            }
            Err(place) => logs.insert(place, Log { run: run.to_owned(), bytes: bytes.to_vec() }),
        }
        Ok(())
    }

    fn read_now(&self, run: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let logs = self.0.borrow();
        Ok(place(&logs, run).ok().map(|place| logs[place].bytes.clone()))
    }

    fn runs_now(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.0.borrow().iter().map(|log| log.run.clone()).collect())
    }

    fn remove_now(&self, run: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().retain(|log| log.run != run);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::CheckpointStore;
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
