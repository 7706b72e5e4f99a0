//! The channel's rule.

use super::write::{Message, MessageWrite, MessageWrites};
use crate::channel::id_index::IdIndex;

/// Merges one write into a list whose index is `index`; both stay in step.
///
/// In order: a removal of all voids everything before it; a message with a known id replaces the last one with that id
/// in place, and cancels a removal of it; another is added at the end; a removal marks. What is marked at the end
/// goes, with all that have the same id.
pub(super) fn merge<M: Message>(list: &mut Vec<M>, index: &mut IdIndex, MessageWrites(write): MessageWrites<M>) {
    let mut removed: Vec<bool> = Vec::new();
    for write in write {
        match write {
            MessageWrite::Put(message) => {
                let place = put(list, index, message);
                if let Some(removed) = removed.get_mut(place) {
                    *removed = false;
                }
            }
            MessageWrite::Remove(id) => {
                if let Some(place) = find(list, index, &id) {
                    removed.resize(list.len(), false);
                    removed[place] = true;
                }
            }
            MessageWrite::RemoveAll => {
                list.clear();
                index.clear();
                removed.clear();
            }
        }
    }
    if removed.contains(&true) {
        removed.resize(list.len(), false);
        remove(list, index, &removed);
    }
}

fn find<M: Message>(list: &[M], index: &IdIndex, id: &str) -> Option<usize> {
    index.find(id, |place| list[place].id() == Some(id))
}

/// Replaces or adds a message and returns its place.
fn put<M: Message>(list: &mut Vec<M>, index: &mut IdIndex, message: M) -> usize {
    if let Some(id) = message.id() {
        if let Some(place) = find(list, index, id) {
            list[place] = message;
            return place;
        }
        index.set(id, list.len(), |_| false);
    }
    list.push(message);
    list.len() - 1
}

/// Removes the messages at the marked places and those with the same ids.
fn remove<M: Message>(list: &mut Vec<M>, index: &mut IdIndex, removed: &[bool]) {
    // The index has the last of several with the same id: that is the one that can be marked.
    let distinct = index.len() == list.len();
    let mut left = 0..;
    let places: Vec<Option<u32>> = (0..list.len())
        .map(|place| {
            let last = if distinct { None } else { list[place].id().and_then(|id| find(list, index, id)) };
            if removed[last.unwrap_or(place)] { None } else { left.next() }
        })
        .collect();
    index.follow(&places);
    let mut places = places.into_iter();
    list.retain(|_| places.next().flatten().is_some());
}
