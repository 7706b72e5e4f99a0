//! A cache bounded by the bytes it holds.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// Bytes by key; the half that was used least recently is dropped when there are too many.
#[derive(Debug)]
pub struct ByteCache<K, V = ()> {
    held: FxHashMap<K, Held<V>>,
    bytes: usize,
    most: usize,
    uses: u64,
}

#[derive(Debug)]
struct Held<V> {
    bytes: Rc<[u8]>,
    note: V,
    used: u64,
}

impl<K: Copy + Eq + Hash, V: Copy> ByteCache<K, V> {
    pub fn new(most: usize) -> Self {
        Self { held: FxHashMap::default(), bytes: 0, most, uses: 0 }
    }

    pub fn get(&mut self, key: K) -> Option<(Rc<[u8]>, V)> {
        self.uses += 1;
        let held = self.held.get_mut(&key)?;
        held.used = self.uses;
        Some((Rc::clone(&held.bytes), held.note))
    }

    pub fn insert(&mut self, key: K, bytes: Rc<[u8]>, note: V) {
        // One that is larger than half of the room would drop all others.
        if bytes.len() > self.most / 2 {
            return;
        }
        self.uses += 1;
        self.bytes += bytes.len();
        if let Some(before) = self.held.insert(key, Held { bytes, note, used: self.uses }) {
            self.bytes -= before.bytes.len();
        }
        if self.bytes > self.most {
            self.drop_half();
        }
    }

    fn drop_half(&mut self) {
        let mut uses: Vec<(u64, usize)> = self.held.values().map(|held| (held.used, held.bytes.len())).collect();
        uses.sort_unstable();
        let mut freed = 0;
        let newest_dropped = uses.iter().find(|(_, size)| {
            freed += size;
            self.bytes - freed <= self.most / 2
        });
        let newest_dropped = newest_dropped.map_or(u64::MAX, |(used, _)| *used);
        self.held.retain(|_, held| held.used > newest_dropped);
        self.bytes = self.held.values().map(|held| held.bytes.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_stays() {
        let mut cache: ByteCache<u32, u32> = ByteCache::new(100);
        for key in 0..10 {
            cache.insert(key, vec![0; 10].into(), key);
        }
        assert_eq!(cache.get(0).map(|(_, note)| note), Some(0));
        cache.insert(10, vec![0; 10].into(), 10);
        assert_eq!(cache.bytes, 50);
        assert!(cache.get(0).is_some() && cache.get(10).is_some() && cache.get(1).is_none());
        cache.insert(11, vec![0; 60].into(), 11);
        assert!(cache.get(11).is_none());
    }
}
