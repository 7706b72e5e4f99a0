//! Refuses removals of messages that are not there.

use super::lookup::Lookup;
use super::store::MessageStore;
use super::write::{Message, MessageWrite, MessageWrites};
use crate::channel::error::ChannelError;
use crate::channel::id_index::IdIndex;
use crate::channel::writes::Writes;

/// Finds the first removal of a message that will not be there, were the writes applied in this order. With each
/// node's writes comes what it overwrites the field with; then its writes and those of the others don't count.
///
/// # Errors
/// [`ChannelError::UnknownMessage`] with the field, the node and the id.
pub fn check<'a, C: MessageStore + 'a>(
    current: &C,
    channel: &'static str,
    step: impl Iterator<Item = (&'a str, &'a Writes<MessageWrites<C::Message>>, Option<&'a Writes<C>>)> + Clone,
) -> Result<(), ChannelError> {
    let removes = |writes: &Writes<MessageWrites<C::Message>>| {
        writes.as_slice().iter().any(|w| w.0.iter().any(|w| matches!(w, MessageWrite::Remove(_))))
    };
    if !step.clone().any(|(_, writes, _)| removes(writes)) {
        return Ok(());
    }
    if step.clone().any(|(_, _, values)| values.is_some_and(|values| !values.is_empty())) {
        return Ok(());
    }
    let mut presence = Presence { before: Some(Lookup::new(current)), changed: Vec::new(), index: IdIndex::default() };
    for (node, writes, _) in step {
        for write in writes.as_slice() {
            presence.follow(write).map_err(|id| ChannelError::UnknownMessage {
                channel,
                node: node.to_owned(),
                id: id.to_owned(),
            })?;
        }
    }
    Ok(())
}

/// Which ids are there, followed through writes without applying them.
struct Presence<'a, M> {
    /// What was there before; None after a removal of all.
    before: Option<Lookup<'a, M>>,
    /// The ids that writes named.
    changed: Vec<(&'a str, Now)>,
    index: IdIndex,
}

#[derive(Clone, Copy, PartialEq)]
enum Now {
    There,
    /// Removed once the write ends, unless it is put again.
    Marked,
    Gone,
}

impl<'a, M: Message> Presence<'a, M> {
    /// Follows one write; the error is an unknown id.
    fn follow(&mut self, MessageWrites(write): &'a MessageWrites<M>) -> Result<(), &'a str> {
        let mut rest = write.as_slice();
        if let Some(at) = write.iter().rposition(|write| matches!(write, MessageWrite::RemoveAll)) {
            rest = &write[at + 1..];
            *self = Self { before: None, changed: Vec::new(), index: IdIndex::default() };
        }
        let mut marked = Vec::new();
        for write in rest {
            match write {
                MessageWrite::Put(message) => {
                    if let Some(id) = message.id() {
                        self.set(id, Now::There);
                    }
                }
                MessageWrite::Remove(id) if self.is_there(id) => marked.push(self.set(id, Now::Marked)),
                MessageWrite::Remove(id) => return Err(id),
                MessageWrite::RemoveAll => {}
            }
        }
        for place in marked {
            let (_, now) = &mut self.changed[place];
            if *now == Now::Marked {
                *now = Now::Gone;
            }
        }
        Ok(())
    }

    fn is_there(&self, id: &str) -> bool {
        match self.find(id) {
            Some(place) => self.changed[place].1 != Now::Gone,
            None => self.before.as_ref().is_some_and(|before| before.has(id)),
        }
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.index.find(id, |place| self.changed[place].0 == id)
    }

    fn set(&mut self, id: &'a str, now: Now) -> usize {
        if let Some(place) = self.find(id) {
            self.changed[place].1 = now;
            return place;
        }
        self.index.set(id, self.changed.len(), |_| false);
        self.changed.push((id, now));
        self.changed.len() - 1
    }
}
