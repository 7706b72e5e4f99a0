//! Files in memory, for browsers that refuse storage: they last until the tab is closed.

use super::{FileStore, StoreFuture};
use futures::FutureExt;
use futures::future::ready;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Files in memory.
#[derive(Debug, Default)]
pub struct MemoryFileStore(RefCell<BTreeMap<String, BTreeMap<String, Vec<u8>>>>);

impl FileStore for MemoryFileStore {
    fn write<'a>(&'a self, folder: &'a str, name: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.0.borrow_mut().entry(folder.to_owned()).or_default().insert(name.to_owned(), bytes.to_vec());
        ready(Ok(())).boxed_local()
    }

    fn read<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        ready(Ok(self.0.borrow().get(folder).and_then(|files| files.get(name)).cloned())).boxed_local()
    }

    fn size<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<u64>> {
        let files = self.0.borrow();
        let size = files.get(folder).and_then(|files| files.get(name)).map(|bytes| bytes.len() as u64);
        ready(Ok(size)).boxed_local()
    }

    fn folders(&self) -> StoreFuture<'_, Vec<String>> {
        let shown = |name: &&String| !name.starts_with('.');
        ready(Ok(self.0.borrow().keys().filter(shown).cloned().collect())).boxed_local()
    }

    fn remove_file<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, ()> {
        if let Some(files) = self.0.borrow_mut().get_mut(folder) {
            files.remove(name);
        }
        ready(Ok(())).boxed_local()
    }

    fn remove<'a>(&'a self, folder: &'a str) -> StoreFuture<'a, ()> {
        self.0.borrow_mut().remove(folder);
        ready(Ok(())).boxed_local()
    }
}
