//! The pages that were needed and are not loaded.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// A page of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId {
    /// Which table: numbered by the owner of the tables.
    pub table: u8,
    /// Which page of it, from 0.
    pub page: u32,
}

/// The pages of the page faults so far. Shared by the tables of one index; clones note into the same set.
#[derive(Debug, Clone, Default)]
pub struct Missing(Arc<Mutex<BTreeSet<PageId>>>);

impl Missing {
    /// Notes a page.
    pub fn note(&self, id: PageId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    /// True while nothing is noted.
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Returns what was noted, in order, and clears it.
    pub fn take(&self) -> Vec<PageId> {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *noted).into_iter().collect()
    }
}
