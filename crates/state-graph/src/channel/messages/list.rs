//! A list of messages with an index by id.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::merge::merge;
use super::store::MessageStore;
use super::write::{Message, MessageWrites};
use crate::channel::id_index::IdIndex;

/// A list of messages that finds one by its id without a search, so that adding to a long conversation, and replacing
/// in it, cost the same as in a short one. It reads like a slice and changes through a messages channel only.
///
/// Serialised as a plain list. Of several messages with the same id (a list that came from elsewhere may have them)
/// the last is the one that is found.
#[derive(Clone)]
pub struct Messages<M> {
    list: Vec<M>,
    index: IdIndex,
}

impl<M: Message> Messages<M> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// The message with this id.
    pub fn get_id(&self, id: &str) -> Option<&M> {
        let place = self.index.find(id, |place| self.list[place].id() == Some(id))?;
        self.list.get(place)
    }

    /// The messages as a `Vec`.
    pub fn into_vec(self) -> Vec<M> {
        self.list
    }
}

impl<M: Message> MessageStore for Messages<M> {
    type Message = M;

    fn messages(&self) -> &[M] {
        &self.list
    }

    fn index(&self) -> Option<&IdIndex> {
        Some(&self.index)
    }

    fn set_ids(&mut self, ids: Vec<String>) {
        self.list.set_ids(ids);
        self.index = IdIndex::of(&self.list, |message| message.id());
    }

    fn merge(&mut self, write: MessageWrites<M>) {
        merge(&mut self.list, &mut self.index, write);
    }
}

impl<M: Message> From<Vec<M>> for Messages<M> {
    fn from(list: Vec<M>) -> Self {
        let index = IdIndex::of(&list, |message| message.id());
        Self { list, index }
    }
}

impl<M: Message, const N: usize> From<[M; N]> for Messages<M> {
    fn from(list: [M; N]) -> Self {
        Self::from(Vec::from(list))
    }
}

impl<M: Message> FromIterator<M> for Messages<M> {
    fn from_iter<I: IntoIterator<Item = M>>(messages: I) -> Self {
        Self::from(Vec::from_iter(messages))
    }
}

impl<M> Default for Messages<M> {
    fn default() -> Self {
        Self { list: Vec::new(), index: IdIndex::default() }
    }
}

impl<M> Deref for Messages<M> {
    type Target = [M];

    fn deref(&self) -> &[M] {
        &self.list
    }
}

impl<M> IntoIterator for Messages<M> {
    type Item = M;
    type IntoIter = std::vec::IntoIter<M>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a, M> IntoIterator for &'a Messages<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<M: PartialEq> PartialEq for Messages<M> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<M: Eq> Eq for Messages<M> {}

impl<M: fmt::Debug> fmt::Debug for Messages<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl<M: Serialize> Serialize for Messages<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl<'de, M: Message + Deserialize<'de>> Deserialize<'de> for Messages<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
