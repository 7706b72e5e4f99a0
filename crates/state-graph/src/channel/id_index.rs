//! The position of the message with an id in a list: a hash table of positions.
//!
//! It holds no ids (a slot is a place and a part of the id's hash; the list itself has the id), so it is eight bytes
//! a slot, is copied with a plain memory copy, and is compiled once for all kinds of messages.

/// A table from ids to places in a list. One place an id.
#[derive(Clone, Debug, Default)]
pub struct IdIndex {
    /// A power of two of them, or none; at most three quarters are filled.
    slots: Vec<Slot>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    place: u32,
}

const FREE: Slot = Slot { hash: 0, place: u32::MAX };

impl IdIndex {
    /// The table of a list. Of several with the same id, the last has it; what has no id is left out.
    pub(crate) fn of<'t, T>(list: &'t [T], id: impl Fn(&'t T) -> Option<&'t str>) -> Self {
        let mut index = Self { slots: vec![FREE; slots_for(list.len())], len: 0 };
        for (place, item) in list.iter().enumerate() {
            if let Some(name) = id(item) {
                index.set(name, place, |other| id(&list[other]) == Some(name));
            }
        }
        index
    }

    /// How many ids are in it.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The place of an id. `is` is true for the place whose item has that id.
    pub(crate) fn find(&self, id: &str, is: impl Fn(usize) -> bool) -> Option<usize> {
        let slot = self.slots.get(self.slot(hash(id), &is)?)?;
        (slot.place != FREE.place).then_some(slot.place as usize)
    }

    /// Sets the place of an id. `is` as in [`find`](Self::find).
    pub(crate) fn set(&mut self, id: &str, place: usize, is: impl Fn(usize) -> bool) {
        self.make_room();
        let hash = hash(id);
        let Some(at) = self.slot(hash, &is) else { return };
        if self.slots[at].place == FREE.place {
            self.len += 1;
        }
        self.slots[at] = Slot { hash, place: place as u32 };
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Follows a list from which items were removed: `places[place]` is the new place, None for a removed one.
    pub(crate) fn follow(&mut self, places: &[Option<u32>]) {
        let old = std::mem::take(self);
        self.slots = vec![FREE; slots_for(old.len)];
        for slot in old.slots {
            if let Some(Some(place)) = places.get(slot.place as usize) {
                self.put(Slot { place: *place, ..slot });
                self.len += 1;
            }
        }
    }

    /// The slot with the id, or the free one where it would be; None in a table without slots.
    fn slot(&self, hash: u32, is: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.place == FREE.place || (slot.hash == hash && is(slot.place as usize)) {
                return Some(at);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a slot whose id is not in the table where it belongs.
    fn put(&mut self, slot: Slot) {
        if let Some(at) = self.slot(slot.hash, &|_| false) {
            self.slots[at] = slot;
        }
    }

    fn make_room(&mut self) {
        let slots = slots_for(self.len + 1);
        if slots <= self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![FREE; slots]);
        old.into_iter().filter(|slot| slot.place != FREE.place).for_each(|slot| self.put(slot));
    }
}

fn slots_for(ids: usize) -> usize {
    if ids == 0 { 0 } else { (ids + ids / 3 + 1).next_power_of_two().max(8) }
}

/// FNV-1a, with its well-mixed upper half spread over the whole.
fn hash(id: &str) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in id.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(ids: &[String]) -> IdIndex {
        IdIndex::of(ids, |id| Some(id))
    }

    #[test]
    fn finds_what_is_there_and_nothing_else() {
        let ids: Vec<String> = (0..1000).map(|n| format!("msg-{n}")).collect();
        let mut index = index(&ids[..500]);
        for place in 500..1000 {
            index.set(&ids[place], place, |other| ids[other] == ids[place]);
        }
        assert_eq!(index.len(), 1000);
        for (place, id) in ids.iter().enumerate() {
            assert_eq!(index.find(id, |other| ids[other] == *id), Some(place));
        }
        assert_eq!(index.find("msg-1000", |other| ids[other] == "msg-1000"), None);
        assert_eq!(IdIndex::default().find("msg-1", |_| true), None);
    }

    #[test]
    fn the_last_of_equal_ids_has_the_place() {
        let ids = ["a", "b", "a"].map(str::to_owned);
        let index = index(&ids);
        assert_eq!((index.len(), index.find("a", |other| ids[other] == "a")), (2, Some(2)));
    }

    #[test]
    fn follows_removals() {
        let ids: Vec<String> = (0..100).map(|n| format!("msg-{n}")).collect();
        let mut index = index(&ids);
        let mut kept = 0..;
        let places: Vec<Option<u32>> = (0..100).map(|n| if n % 3 == 0 { None } else { kept.next() }).collect();
        index.follow(&places);
        let left: Vec<&String> = (0..100).filter(|n| n % 3 != 0).map(|n| &ids[n]).collect();
        assert_eq!(index.len(), left.len());
        for (n, id) in ids.iter().enumerate() {
            let place = left.iter().position(|other| *other == id);
            assert_eq!(index.find(id, |other| left[other] == id), place, "{n}");
        }
    }

    #[test]
    fn ids_with_the_same_hash_are_distinguished() {
        let mut seen = std::collections::HashMap::new();
        let pair = (0..).find_map(|n| {
            let id = format!("{n}");
            seen.insert(hash(&id), id.clone()).map(|other| [other, id])
        });
        let ids = pair.unwrap();
        let index = index(&ids);
        assert_eq!(index.len(), 2);
        for (place, id) in ids.iter().enumerate() {
            assert_eq!(index.find(id, |other| ids[other] == *id), Some(place));
        }
    }

    #[test]
    fn ids_that_differ_little_spread_well() {
        let ids: Vec<String> = (0..10_000).map(|n| format!("msg-{n}")).collect();
        let index = index(&ids);
        let mask = index.slots.len() - 1;
        let steps = |(at, slot): (usize, &Slot)| at.wrapping_sub(slot.hash as usize) & mask;
        let filled = index.slots.iter().enumerate().filter(|(_, slot)| slot.place != FREE.place);
        let total: usize = filled.map(steps).sum();
        assert!(total < 20_000, "{total} steps past the first slot for 10,000 ids");
    }
}
