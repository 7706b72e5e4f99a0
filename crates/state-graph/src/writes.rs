//! The writes of one node to one channel.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What one node wrote to one channel in one superstep: nothing, one write, or (rarely) several in order.
///
/// Several writes follow the channel's rule one after the other; a channel that takes one value per step refuses
/// them. Serialised as a list of writes, so that it reads back in any format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Writes<W> {
    /// The channel was not written.
    #[default]
    None,
    /// One write: the usual case, kept without an allocation.
    One(W),
    /// Two or more writes, in order.
    Many(Vec<W>),
}

impl<W> Writes<W> {
    /// Adds a write after those already there.
    pub fn push(&mut self, write: W) {
        *self = match std::mem::take(self) {
            Self::None => Self::One(write),
            Self::One(first) => Self::Many(vec![first, write]),
            Self::Many(mut writes) => {
                writes.push(write);
                Self::Many(writes)
            }
        };
    }

    /// The writes in order.
    pub fn as_slice(&self) -> &[W] {
        match self {
            Self::None => &[],
            Self::One(write) => std::slice::from_ref(write),
            Self::Many(writes) => writes,
        }
    }

    /// The last write, if any: for an overwrite channel, the value.
    pub fn last(&self) -> Option<&W> {
        self.as_slice().last()
    }

    /// Whether the channel was left alone.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::None)
    }

    /// How many writes there are.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }
}

impl<W: Serialize> Writes<W> {
    /// The form for people: the written value itself, or a list of values if there were several writes.
    ///
    /// # Errors
    /// What serde_json says of a value that has no JSON form.
    pub fn to_json(&self) -> Result<Option<serde_json::Value>, serde_json::Error> {
        match self {
            Self::None => Ok(None),
            Self::One(write) => serde_json::to_value(write).map(Some),
            Self::Many(writes) => serde_json::to_value(writes).map(Some),
        }
    }
}

impl<W> From<Vec<W>> for Writes<W> {
    fn from(mut writes: Vec<W>) -> Self {
        if writes.len() > 1 {
            return Self::Many(writes);
        }
        writes.pop().map_or(Self::None, Self::One)
    }
}

impl<W> IntoIterator for Writes<W> {
    type Item = W;
    type IntoIter = std::iter::Chain<std::option::IntoIter<W>, std::vec::IntoIter<W>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self {
            Self::None => (None, Vec::new()),
            Self::One(write) => (Some(write), Vec::new()),
            Self::Many(writes) => (None, writes),
        };
        one.into_iter().chain(many)
    }
}

impl<W: Serialize> Serialize for Writes<W> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de, W: Deserialize<'de>> Deserialize<'de> for Writes<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
