//! The writes of one node to one channel.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What one node wrote to one channel in one superstep: nothing, one write, or (rarely) several in order.
///
/// Several writes follow the channel's rule one after the other; a channel that takes one value per step refuses
/// them. Serialised as a list of writes.
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
        *self = match self.take() {
            Self::None => Self::One(write),
            Self::One(first) => Self::Many(vec![first, write]),
            Self::Many(mut writes) => {
                writes.push(write);
                Self::Many(writes)
            }
        };
    }

    /// Adds the writes of another after those already there.
    pub fn append(&mut self, later: Self) {
        if self.is_empty() {
            *self = later;
            return;
        }
        later.into_iter().for_each(|write| self.push(write));
    }

    /// The writes, which are no longer here afterwards.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// The writes in order.
    pub fn as_slice(&self) -> &[W] {
        match self {
            Self::None => &[],
            Self::One(write) => std::slice::from_ref(write),
            Self::Many(writes) => writes,
        }
    }

    /// The writes in order, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [W] {
        match self {
            Self::None => &mut [],
            Self::One(write) => std::slice::from_mut(write),
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
    /// serde_json's error, if a value has no JSON form.
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

impl<W> FromIterator<W> for Writes<W> {
    fn from_iter<I: IntoIterator<Item = W>>(writes: I) -> Self {
        let mut all = Self::None;
        writes.into_iter().for_each(|write| all.push(write));
        all
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_writes_come_after_earlier_ones() {
        let mut all = Writes::None;
        for later in [Writes::None, Writes::One(1), Writes::None, Writes::Many(vec![2, 3]), Writes::One(4)] {
            all.append(later);
        }
        assert_eq!(all, Writes::Many(vec![1, 2, 3, 4]));
        assert_eq!((all.take().len(), all), (4, Writes::None));
    }
}
