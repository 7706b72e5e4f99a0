//! A set of ids that only grows.

use super::id_index::IdIndex;

/// Ids, and an index of them.
#[derive(Debug, Default)]
pub(crate) struct IdSet {
    ids: Vec<String>,
    index: IdIndex,
}

impl IdSet {
    /// Adds an id; false if it was there.
    pub(crate) fn insert(&mut self, id: &str) -> bool {
        if self.contains(id) {
            return false;
        }
        self.index.set(id, self.ids.len(), |_| false);
        self.ids.push(id.to_owned());
        true
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        self.index.find(id, |place| self.ids[place] == id).is_some()
    }
}
