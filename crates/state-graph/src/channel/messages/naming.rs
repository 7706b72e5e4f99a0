//! Gives ids to messages that came without one.

use super::lookup::Lookup;
use super::store::MessageStore;
use super::write::{Message, MessageWrite, MessageWrites};
use crate::channel::id_set::IdSet;
use crate::channel::ids::MessageIds;
use crate::channel::writes::Writes;

/// Gives an id to every message of a list that has none.
pub fn name_all<C: MessageStore>(messages: &mut C, ids: &mut MessageIds<'_>) {
    // As many ids in the index as messages: all have one. A long conversation is not gone through each time.
    if messages.index().is_some_and(|index| index.len() == messages.messages().len()) {
        return;
    }
    let taken = Lookup::new(messages);
    let fresh = fresh(messages, ids, &|id| taken.has(id));
    if !fresh.is_empty() {
        messages.set_ids(fresh);
    }
}

/// Gives an id to every message in a node's writes, and in what it overwrites the field with, that has none. An id in
/// use, in the list or in the writes (removals included), is not given again, even if the source does.
pub fn name_writes<C: MessageStore>(
    current: &C,
    writes: &mut Writes<MessageWrites<C::Message>>,
    mut values: Option<&mut Writes<C>>,
    ids: &mut MessageIds<'_>,
) {
    let values: &mut [C] = values.as_mut().map_or(&mut [], |values| values.as_mut_slice());
    if !puts_nameless(writes) && !values.iter().any(|value| has_nameless(value.messages())) {
        return;
    }
    let (before, mut written) = (Lookup::new(current), IdSet::default());
    let named = writes.as_slice().iter().flat_map(|write| &write.0).filter_map(MessageWrite::id);
    let kept = values.iter().flat_map(|value| value.messages()).filter_map(C::Message::id);
    named.chain(kept).for_each(|id| {
        written.insert(id);
    });
    let taken = |id: &str| written.contains(id) || before.has(id);
    let puts = writes.as_mut_slice().iter_mut().flat_map(|write| &mut write.0).filter_map(MessageWrite::as_put_mut);
    for message in puts.filter(|message| message.id().is_none()) {
        message.set_id(ids.fresh(taken));
    }
    for value in values {
        value.set_ids(fresh(value, ids, &taken));
    }
}

/// Ids for the messages of a list that have none.
fn fresh<C: MessageStore>(messages: &C, ids: &mut MessageIds<'_>, taken: &dyn Fn(&str) -> bool) -> Vec<String> {
    let nameless = messages.messages().iter().filter(|message| message.id().is_none());
    nameless.map(|_| ids.fresh(taken)).collect()
}

fn has_nameless<M: Message>(messages: &[M]) -> bool {
    messages.iter().any(|message| message.id().is_none())
}

fn puts_nameless<M: Message>(writes: &Writes<MessageWrites<M>>) -> bool {
    let mut puts = writes.as_slice().iter().flat_map(|write| &write.0).filter_map(MessageWrite::as_put);
    puts.any(|message| message.id().is_none())
}
