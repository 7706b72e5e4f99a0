//! What a messages channel keeps its messages in: a list, with or without an index by id.

use super::merge::merge;
use super::write::{Message, MessageWrites};
use crate::channel::id_index::IdIndex;

/// A list of messages: a `Vec`, or [`Messages`](super::Messages), which finds a message by its id without a search.
pub trait MessageStore {
    /// The messages.
    type Message: Message;

    /// The messages in order.
    fn messages(&self) -> &[Self::Message];

    /// The index, where there is one.
    #[doc(hidden)]
    fn index(&self) -> Option<&IdIndex>;

    /// Gives these ids, in order, to the messages that have none.
    fn set_ids(&mut self, ids: Vec<String>);

    /// Merges one write by the channel's rule. A message without an id is added and stays without; a removal of a
    /// message that is not there does nothing.
    fn merge(&mut self, write: MessageWrites<Self::Message>);
}

impl<M: Message> MessageStore for Vec<M> {
    type Message = M;

    fn messages(&self) -> &[M] {
        self
    }

    fn index(&self) -> Option<&IdIndex> {
        None
    }

    fn set_ids(&mut self, ids: Vec<String>) {
        self.iter_mut().filter(|message| message.id().is_none()).zip(ids).for_each(|(message, id)| message.set_id(id));
    }

    fn merge(&mut self, write: MessageWrites<M>) {
        let write = match write.into_one_put() {
            Ok(message) => return put(self, message),
            Err(write) => write,
        };
        let mut index = IdIndex::of(self, |message| message.id());
        merge(self, &mut index, write);
    }
}

/// Adds or replaces one message by search: cheaper than an index that serves only once.
fn put<M: Message>(list: &mut Vec<M>, message: M) {
    let place = message.id().and_then(|id| list.iter().rposition(|other| other.id() == Some(id)));
    match place {
        Some(place) => list[place] = message,
        None => list.push(message),
    }
}
