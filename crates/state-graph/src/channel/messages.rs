//! A list of messages with identity: a write adds, replaces by id, or removes. LangGraph's `add_messages`.
//!
//! One difference on purpose: after a removal of everything, the rest of the write is merged like any other write,
//! where LangGraph returns it as it stands (duplicates and removals included).

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::ChannelError;
pub use super::message_write::{Message, MessageWrite, MessageWrites};
use crate::{MessageIds, Writes};

/// What a messages channel keeps its messages in.
pub trait MessageStore {
    /// The messages.
    type Message: Message;

    /// Finds the first removal of a message that will not be there, were the writes applied in this order.
    ///
    /// # Errors
    /// [`ChannelError::UnknownMessage`] with the field, the node and the id.
    fn check<'a>(
        &self,
        channel: &'static str,
        writes: impl Iterator<Item = (&'a str, &'a Writes<MessageWrites<Self::Message>>)> + Clone,
    ) -> Result<(), ChannelError>
    where
        Self::Message: 'a;

    /// Gives an id to every message that has none.
    fn name_all(&mut self, ids: &mut MessageIds<'_>);

    /// Applies one write that passed [`check`](MessageStore::check).
    fn apply(&mut self, write: MessageWrites<Self::Message>, ids: &mut MessageIds<'_>);
}

impl<M: Message> MessageStore for Vec<M> {
    type Message = M;

    fn check<'a>(
        &self,
        channel: &'static str,
        writes: impl Iterator<Item = (&'a str, &'a Writes<MessageWrites<M>>)> + Clone,
    ) -> Result<(), ChannelError>
    where
        M: 'a,
    {
        let removes = |writes: &Writes<MessageWrites<M>>| {
            writes.as_slice().iter().any(|w| w.0.iter().any(|w| matches!(w, MessageWrite::Remove(_))))
        };
        if !writes.clone().any(|(_, writes)| removes(writes)) {
            return Ok(());
        }
        let mut known: HashSet<&str> = self.iter().filter_map(M::id).collect();
        for (node, writes) in writes {
            for write in writes.as_slice() {
                check_write(&mut known, write).map_err(|id| ChannelError::UnknownMessage {
                    channel,
                    node: node.to_owned(),
                    id: id.to_owned(),
                })?;
            }
        }
        Ok(())
    }

    fn name_all(&mut self, ids: &mut MessageIds<'_>) {
        name_all(self, &mut [], ids);
    }

    fn apply(&mut self, write: MessageWrites<M>, ids: &mut MessageIds<'_>) {
        merge(self, write, ids);
    }
}

/// Applies every write of one node in order.
pub fn apply<C: MessageStore>(current: &mut C, writes: Writes<MessageWrites<C::Message>>, ids: &mut MessageIds<'_>) {
    for write in writes {
        current.apply(write, ids);
    }
}

/// The form for people: a list of the messages put, with `{"remove": id}` and `{"remove_all": true}` between them.
///
/// # Errors
/// What serde_json says of a message that has no JSON form.
pub fn to_json<M: Serialize>(writes: &Writes<MessageWrites<M>>) -> serde_json::Result<Option<Value>> {
    if writes.is_empty() {
        return Ok(None);
    }
    let changes = writes.as_slice().iter().flat_map(|write| &write.0).map(|write| match write {
        MessageWrite::Put(message) => serde_json::to_value(message),
        MessageWrite::Remove(id) => Ok(json!({ "remove": id })),
        MessageWrite::RemoveAll => Ok(json!({ "remove_all": true })),
    });
    changes.collect::<Result<Vec<_>, _>>().map(|changes| Some(Value::Array(changes)))
}

/// Merges one write into a list: the channel's rule as a plain function.
///
/// # Errors
/// When a removal names an id that is not there; the list is then unchanged.
///
/// ```
/// # use serde::Serialize;
/// use state_graph::{CounterIds, Message, MessageIds, MessageWrite, add_messages};
///
/// #[derive(Debug, PartialEq)]
/// struct Note(String, &'static str);
/// impl Message for Note {
///     fn id(&self) -> Option<&str> {
///         (!self.0.is_empty()).then_some(&self.0)
///     }
///     fn set_id(&mut self, id: String) {
///         self.0 = id;
///     }
/// }
///
/// let mut notes = vec![Note("a".into(), "draft")];
/// let mut ids = MessageIds::new(&CounterIds, 0);
/// add_messages(&mut notes, [Note("a".into(), "final"), Note("".into(), "new")], &mut ids)?;
/// assert_eq!(notes, [Note("a".into(), "final"), Note("msg-1".into(), "new")]);
/// add_messages(&mut notes, MessageWrite::remove("a"), &mut ids)?;
/// assert_eq!(notes, [Note("msg-1".into(), "new")]);
/// # Ok::<(), state_graph::channel::ChannelError>(())
/// ```
pub fn add_messages<M: Message>(
    messages: &mut Vec<M>,
    write: impl Into<MessageWrites<M>>,
    ids: &mut MessageIds<'_>,
) -> Result<(), ChannelError> {
    let writes = Writes::One(write.into());
    messages.check("messages", [("add_messages", &writes)].into_iter())?;
    apply(messages, writes, ids);
    Ok(())
}

/// Follows which ids are there through one write; the error is the unknown id.
fn check_write<'a, M: Message>(known: &mut HashSet<&'a str>, write: &'a MessageWrites<M>) -> Result<(), &'a str> {
    let (cleared, tail) = after_last_remove_all(&write.0);
    if cleared {
        known.clear();
    }
    let mut marked: HashSet<&str> = HashSet::new();
    for write in tail {
        match write {
            MessageWrite::Put(message) => {
                if let Some(id) = message.id() {
                    known.insert(id);
                    marked.remove(id);
                }
            }
            MessageWrite::Remove(id) if known.contains(id.as_str()) => {
                marked.insert(id);
            }
            MessageWrite::Remove(id) => return Err(id),
            MessageWrite::RemoveAll => {}
        }
    }
    known.retain(|id| !marked.contains(id));
    Ok(())
}

fn after_last_remove_all<M>(writes: &[MessageWrite<M>]) -> (bool, &[MessageWrite<M>]) {
    match writes.iter().rposition(|write| matches!(write, MessageWrite::RemoveAll)) {
        Some(at) => (true, &writes[at + 1..]),
        None => (false, writes),
    }
}

fn merge<M: Message>(messages: &mut Vec<M>, write: MessageWrites<M>, ids: &mut MessageIds<'_>) {
    let MessageWrites(mut tail) = write;
    if let Some(at) = tail.iter().rposition(|write| matches!(write, MessageWrite::RemoveAll)) {
        messages.clear();
        tail.drain(..=at);
    }
    name_all(messages, &mut tail, ids);
    let mut positions = Positions::new(messages, tail.len());
    let mut marked: HashSet<String> = HashSet::new();
    for write in tail {
        match write {
            MessageWrite::Put(message) => {
                let id = message.id().unwrap_or_default();
                marked.remove(id);
                match positions.find(messages, id) {
                    Some(at) => messages[at] = message,
                    None => {
                        positions.added(id, messages.len());
                        messages.push(message);
                    }
                }
            }
            MessageWrite::Remove(id) => {
                marked.insert(id);
            }
            MessageWrite::RemoveAll => {}
        }
    }
    if !marked.is_empty() {
        messages.retain(|message| message.id().is_none_or(|id| !marked.contains(id)));
    }
}

/// Gives an id to every message on either side that has none, first the list's, then the write's. An id that any
/// message of either side already has is not given again, whatever the source says.
fn name_all<M: Message>(messages: &mut [M], tail: &mut [MessageWrite<M>], ids: &mut MessageIds<'_>) {
    let in_use = || messages.iter().chain(tail.iter().filter_map(MessageWrite::as_put));
    let unnamed = in_use().filter(|message| message.id().is_none()).count();
    if unnamed == 0 {
        return;
    }
    // Most of the time the first try is free, so a table of all ids waits until it pays off.
    let (tries, table) = (Cell::new(0), OnceCell::new());
    let used = |id: &str| {
        tries.set(tries.get() + 1);
        if tries.get() <= 4 {
            return in_use().any(|message| message.id() == Some(id));
        }
        table.get_or_init(|| in_use().filter_map(M::id).collect::<HashSet<&str>>()).contains(id)
    };
    let mut given: HashSet<String> = HashSet::new();
    let mut fresh = Vec::with_capacity(unnamed);
    for _ in 0..unnamed {
        let id = ids.fresh(|id| given.contains(id) || used(id));
        given.insert(id.clone());
        fresh.push(id);
    }
    let puts = tail.iter_mut().filter_map(MessageWrite::as_put_mut);
    let nameless = messages.iter_mut().chain(puts).filter(|message| message.id().is_none());
    nameless.zip(fresh).for_each(|(message, id)| message.set_id(id));
}

/// Where the last message with an id stands. A hash table pays off only when several ids are looked up.
enum Positions {
    Scan,
    Table(HashMap<String, usize>),
}

impl Positions {
    fn new<M: Message>(messages: &[M], lookups: usize) -> Self {
        if lookups <= 2 {
            return Self::Scan;
        }
        Self::Table(messages.iter().enumerate().filter_map(|(at, m)| Some((m.id()?.to_owned(), at))).collect())
    }

    fn find<M: Message>(&self, messages: &[M], id: &str) -> Option<usize> {
        match self {
            Self::Scan => messages.iter().rposition(|message| message.id() == Some(id)),
            Self::Table(table) => table.get(id).copied(),
        }
    }

    fn added(&mut self, id: &str, at: usize) {
        if let Self::Table(table) = self {
            table.insert(id.to_owned(), at);
        }
    }
}
