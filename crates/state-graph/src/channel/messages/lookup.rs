//! Finding messages by id in a list that is not changed meanwhile.

use std::cell::{Cell, OnceCell};

use super::store::MessageStore;
use super::write::Message;
use crate::channel::id_index::IdIndex;

/// How many ids are searched for in a list without an index before one is made for it: most often it is only one.
const SEARCHES: u32 = 4;

/// Finds messages by id: with the list's index, or by search, or with an index made once it pays off.
pub(super) struct Lookup<'a, M> {
    messages: &'a [M],
    index: Option<&'a IdIndex>,
    made: OnceCell<IdIndex>,
    searches: Cell<u32>,
}

impl<'a, M: Message> Lookup<'a, M> {
    pub(super) fn new<C: MessageStore<Message = M>>(messages: &'a C) -> Self {
        let (messages, index) = (messages.messages(), messages.index());
        Self { messages, index, made: OnceCell::new(), searches: Cell::new(0) }
    }

    pub(super) fn has(&self, id: &str) -> bool {
        let is = |place: usize| self.messages[place].id() == Some(id);
        self.searches.set(self.searches.get().saturating_add(1));
        match self.index {
            Some(index) => index.find(id, is).is_some(),
            None if self.searches.get() <= SEARCHES => (0..self.messages.len()).any(is),
            None => self.made.get_or_init(|| IdIndex::of(self.messages, |m| m.id())).find(id, is).is_some(),
        }
    }
}
