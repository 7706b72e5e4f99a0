//! What was wanted and was not there.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// A page of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId {
    /// Which table: numbered by whoever puts the tables together.
    pub table: u8,
    /// Which page of it, from 0.
    pub page: u32,
}

/// The pages that were read and were not there. Shared by the tables of one index; clones note into the same set.
#[derive(Debug, Clone, Default)]
pub struct Missing(Arc<Mutex<BTreeSet<PageId>>>);

impl Missing {
    /// Notes a page.
    pub fn note(&self, id: PageId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    /// Hands over what was noted, in order, and forgets it.
    pub fn take(&self) -> Vec<PageId> {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *noted).into_iter().collect()
    }
}
