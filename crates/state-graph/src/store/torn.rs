//! Appends that failed half-way and could not be undone, for stores that write in place.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::{LogEnd, StoreError};

/// By run: how long its log was before the failed append, and how long it is since, in bytes.
#[derive(Debug, Default)]
pub struct TornAppends(RefCell<BTreeMap<String, (u64, u64)>>);

impl TornAppends {
    /// As [`LogEnd::check`], except that a log may be longer by what this store's own failed append left in it: the next
    /// append overwrites that.
    ///
    /// # Errors
    /// [`StoreErrorKind::Conflict`](super::StoreErrorKind::Conflict) where another writer was.
    pub fn check(&self, run: &str, end: LogEnd, found: u64) -> Result<(), StoreError> {
        let is_own = self.0.borrow_mut().remove(run) == Some((end.length, found));
        end.check(run, if is_own { end.length } else { found })
    }

    /// Takes note of an append at `end` that failed and left a log of this length.
    pub fn failed(&self, run: &str, end: LogEnd, left: u64) {
        if left != end.length {
            self.0.borrow_mut().insert(run.to_owned(), (end.length, left));
        }
    }

    /// Forgets a run whose log was deleted.
    pub fn removed(&self, run: &str) {
        self.0.borrow_mut().remove(run);
    }
}
