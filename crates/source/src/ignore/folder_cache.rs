//! Decisions about folders are cached, so that a file costs no more than a look-up of the folder it is in.

use std::collections::BTreeMap;

/// About how many bytes are kept. A repository has some thousands of folders; one made to harm could name as many as its
/// archive has entries, each below long names.
const MOST_BYTES: usize = 16 << 20;
/// What an entry costs beside its name, about.
const ENTRY: usize = 128;

/// A cache of decisions by folder. It is emptied when it is full; what it does not hold is decided again.
#[derive(Debug)]
pub(crate) struct FolderCache<V> {
    /// An ordered map, as whoever named the folders could make hashes collide.
    known: BTreeMap<Box<str>, V>,
    bytes: usize,
}

impl<V> FolderCache<V> {
    pub(crate) fn get(&self, folder: &str) -> Option<&V> {
        self.known.get(folder)
    }

    pub(crate) fn insert(&mut self, folder: &str, verdict: V) {
        // A verdict names the folder or one above it, and what decided.
        self.bytes += ENTRY + 3 * folder.len();
        if self.bytes > MOST_BYTES {
            self.clear();
        }
        self.known.insert(folder.into(), verdict);
    }

    pub(crate) fn clear(&mut self) {
        self.known.clear();
        self.bytes = 0;
    }
}

impl<V> Default for FolderCache<V> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), bytes: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_small() {
        let mut cache = FolderCache::default();
        for number in 0..100_000 {
            cache.insert(&format!("{number}/{}", "x".repeat(1000)), number);
            assert!(cache.known.len() * 3000 < MOST_BYTES);
        }
        assert!(cache.get("99999").is_none() && cache.known.values().any(|number| *number == 99_999));
    }
}
