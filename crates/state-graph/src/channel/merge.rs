//! A map union: a write's entries are inserted, replacing those with an equal key.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::writes::Writes;

/// A map whose `extend` replaces the value of an equal key.
pub trait Map: IntoIterator + Extend<Self::Item> {}

impl<K: Ord, V> Map for BTreeMap<K, V> {}
impl<K: Eq + Hash, V, H: BuildHasher> Map for HashMap<K, V, H> {}
impl Map for serde_json::Map<String, serde_json::Value> {}

/// Inserts the entries of every write in order.
pub fn apply<M: Map>(current: &mut M, writes: &mut Writes<M>) {
    super::append::apply(current, writes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_entry_replaces_an_earlier_one() {
        let mut map = BTreeMap::from([("a", 1), ("b", 2)]);
        apply(&mut map, &mut Writes::One(BTreeMap::from([("b", 3), ("c", 4)])));
        assert_eq!(map, BTreeMap::from([("a", 1), ("b", 3), ("c", 4)]));
    }
}
