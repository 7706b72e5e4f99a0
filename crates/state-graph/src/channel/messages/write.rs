//! Messages and the changes to a list of them.

use serde::{Deserialize, Serialize};

/// Something with an id that a messages channel can hold.
pub trait Message {
    /// The id, or None while it has none. The channel gives an id to every message it takes in.
    fn id(&self) -> Option<&str>;

    /// Sets the id.
    fn set_id(&mut self, id: String);
}

/// One change to a messages channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageWrite<M> {
    /// Adds the message at the end, or replaces the one with the same id in place.
    Put(M),
    /// Removes the message with this id.
    Remove(String),
    /// Removes every message before this point.
    RemoveAll,
}

impl<M> MessageWrite<M> {
    /// Removes the message with this id.
    pub fn remove(id: impl Into<String>) -> Self {
        Self::Remove(id.into())
    }

    /// The id that it names, if it does.
    pub(super) fn id(&self) -> Option<&str>
    where
        M: Message,
    {
        match self {
            Self::Put(message) => message.id(),
            Self::Remove(id) => Some(id),
            Self::RemoveAll => None,
        }
    }

    pub(super) fn as_put(&self) -> Option<&M> {
        if let Self::Put(message) = self { Some(message) } else { None }
    }

    pub(super) fn as_put_mut(&mut self) -> Option<&mut M> {
        if let Self::Put(message) = self { Some(message) } else { None }
    }
}

impl<M: Message> From<M> for MessageWrite<M> {
    fn from(message: M) -> Self {
        Self::Put(message)
    }
}

/// A list of changes that are one write: what the update's builder method takes. Made from a message, a change, or a
/// list or iterator of either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageWrites<M>(pub Vec<MessageWrite<M>>);

impl<M> MessageWrites<M> {
    pub(super) fn into_one_put(mut self) -> Result<M, Self> {
        match (self.0.len(), self.0.pop()) {
            (1, Some(MessageWrite::Put(message))) => Ok(message),
            (_, last) => {
                self.0.extend(last);
                Err(self)
            }
        }
    }
}

impl<M: Message> From<M> for MessageWrites<M> {
    fn from(message: M) -> Self {
        Self(vec![MessageWrite::Put(message)])
    }
}

impl<M> From<MessageWrite<M>> for MessageWrites<M> {
    fn from(write: MessageWrite<M>) -> Self {
        Self(vec![write])
    }
}

impl<M: Message> From<Vec<M>> for MessageWrites<M> {
    fn from(messages: Vec<M>) -> Self {
        messages.into_iter().collect()
    }
}

impl<M: Message, const N: usize> From<[M; N]> for MessageWrites<M> {
    fn from(messages: [M; N]) -> Self {
        messages.into_iter().collect()
    }
}

impl<M> From<Vec<MessageWrite<M>>> for MessageWrites<M> {
    fn from(writes: Vec<MessageWrite<M>>) -> Self {
        Self(writes)
    }
}

impl<M, const N: usize> From<[MessageWrite<M>; N]> for MessageWrites<M> {
    fn from(writes: [MessageWrite<M>; N]) -> Self {
        Self(writes.into())
    }
}

impl<M: Message> FromIterator<M> for MessageWrites<M> {
    fn from_iter<I: IntoIterator<Item = M>>(messages: I) -> Self {
        Self(messages.into_iter().map(MessageWrite::Put).collect())
    }
}

impl<M> FromIterator<MessageWrite<M>> for MessageWrites<M> {
    fn from_iter<I: IntoIterator<Item = MessageWrite<M>>>(writes: I) -> Self {
        Self(writes.into_iter().collect())
    }
}
