//! A list of messages with identity: a write adds, replaces by id, or removes. LangGraph's `add_messages`.
//!
//! One difference on purpose: after a removal of everything, the rest of the write is merged like any other write,
//! where LangGraph returns it unchanged (duplicates and removals included).
//!
//! Start reading at `merge`, the rule; [`Messages`] is the list that keeps an index by id.

mod check;
mod list;
mod lookup;
mod merge;
mod naming;
mod store;
mod write;

use serde::Serialize;
use serde_json::{Value, json};

pub use check::check;
pub use list::Messages;
pub use naming::{name_all, name_writes};
pub use store::MessageStore;
pub use write::{Message, MessageWrite, MessageWrites};

use crate::channel::error::ChannelError;
use crate::channel::ids::MessageIds;
use crate::channel::writes::Writes;

/// Merges every write of one node in order.
pub fn apply<C: MessageStore>(current: &mut C, writes: &mut Writes<MessageWrites<C::Message>>) {
    if writes.is_empty() {
        return;
    }
    for write in writes.take() {
        current.merge(write);
    }
}

/// The form for people: a list of the messages put, with `{"remove": id}` and `{"remove_all": true}` between them.
///
/// # Errors
/// serde_json's error, if a message has no JSON form.
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

/// Merges one write into a list: the channel's rule as a plain function. Messages of either side that have no id get
/// one.
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
pub fn add_messages<C: MessageStore>(
    messages: &mut C,
    write: impl Into<MessageWrites<C::Message>>,
    ids: &mut MessageIds<'_>,
) -> Result<(), ChannelError> {
    let mut writes = Writes::One(write.into());
    check::<C>(messages, "messages", [("add_messages", &writes, None)].into_iter())?;
    name_all(messages, ids);
    name_writes(messages, &mut writes, None, ids);
    apply(messages, &mut writes);
    Ok(())
}
