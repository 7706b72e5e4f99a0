//! The pages that were needed and are not loaded.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
pub struct Missing(Arc<Mutex<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    pages: BTreeSet<PageId>,
    faults: u64,
}

impl Missing {
    /// Notes a page.
    pub fn note(&self, id: PageId) {
        let mut noted = self.noted();
        noted.pages.insert(id);
        noted.faults += 1;
    }

    /// True while nothing is noted.
    pub fn is_empty(&self) -> bool {
        self.noted().pages.is_empty()
    }

    /// Returns what was noted, in order, and clears it.
    pub fn take(&self) -> Vec<PageId> {
        std::mem::take(&mut self.noted().pages).into_iter().collect()
    }

    /// How many page faults there ever were. Code that compares it before and after a step knows whether the step had all that
    /// it wanted, and does not note pages on the strength of what it lacks.
    pub fn faults(&self) -> u64 {
        self.noted().faults
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
