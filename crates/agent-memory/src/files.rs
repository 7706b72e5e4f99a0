//! Where a host keeps the stored form of each scope.

use crate::{MemoryFuture, Scope};
use futures::FutureExt;
use futures::future::ready;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// One file a scope.
pub trait MemoryFiles {
    /// The name of a scope's file, for messages.
    fn place(&self, scope: Scope) -> String;

    /// Its bytes; `None` where there is no file yet. A file larger than
    /// [`MEMORY_FILE_BYTES`](limits::agent::MEMORY_FILE_BYTES) may be cut to one byte more than that: it is an error to the
    /// caller.
    fn read(&self, scope: Scope) -> MemoryFuture<'_, Option<Vec<u8>>>;

    /// Replaces a file as a whole, durably, if it still has the bytes `before` (`None`: there is none); false where it
    /// has others.
    fn replace<'a>(&'a self, scope: Scope, before: Option<&'a [u8]>, after: &'a [u8]) -> MemoryFuture<'a, bool>;
}

/// Files in memory: for tests, and for hosts that can store nothing.
#[derive(Debug, Default)]
pub struct InMemoryFiles(RefCell<BTreeMap<Scope, Vec<u8>>>);

impl MemoryFiles for InMemoryFiles {
    fn place(&self, scope: Scope) -> String {
        format!("the memory of the {scope}")
    }

    fn read(&self, scope: Scope) -> MemoryFuture<'_, Option<Vec<u8>>> {
        ready(Ok(self.0.borrow().get(&scope).cloned())).boxed_local()
    }

    fn replace<'a>(&'a self, scope: Scope, before: Option<&'a [u8]>, after: &'a [u8]) -> MemoryFuture<'a, bool> {
        let mut files = self.0.borrow_mut();
        let same = files.get(&scope).map(Vec::as_slice) == before;
        if same {
            files.insert(scope, after.to_vec());
        }
        ready(Ok(same)).boxed_local()
    }
}
