//! Expressions of a template written as one list, at their own places.
//!
//! Between two expressions there must be a separator, around some brackets: they are written into the bytes of markup in
//! between. Where there is no room for them, the expression is left out.

use std::ops::Range;

/// Room for separators is looked for in so many bytes before an expression.
const MOST_ROOM: usize = 256;

/// A text that is filled from its start to its end.
pub(super) struct Listing<'t> {
    text: &'t [u8],
    out: Vec<u8>,
    /// Nothing is written from here on.
    free: usize,
    /// What has to come before the next expression.
    pending: Vec<&'static str>,
    /// The lists that are open, innermost last: whether something is in them.
    lists: Vec<bool>,
}

impl<'t> Listing<'t> {
    /// Over a text of which `out` has what is written already.
    pub(super) fn new(text: &'t str, out: Vec<u8>) -> Self {
        Self { text: text.as_bytes(), out, free: 0, pending: Vec::new(), lists: Vec::new() }
    }

    /// From here on, after a part that is not of the template.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.free = self.free.max(at);
    }

    /// True outside of all lists, where statements are.
    pub(super) fn is_outermost(&self) -> bool {
        self.lists.is_empty()
    }

    /// Adds an expression with something before and after it. False where there is no room.
    pub(super) fn add(&mut self, before: &'static str, range: Range<usize>, after: &'static str) -> bool {
        let bytes = &self.text[range.clone()];
        self.add_as(before, range.start, bytes, after)
    }

    /// The same with other bytes than the file has at this place, and not more.
    pub(super) fn add_as(&mut self, before: &'static str, at: usize, bytes: &[u8], after: &'static str) -> bool {
        let separator = match self.lists.last() {
            None => ";",
            Some(true) => ",",
            Some(false) => "",
        };
        let mut tokens = self.pending.clone();
        tokens.extend([separator, before]);
        if !self.place(&tokens, at) {
            return false;
        }
        self.out[at..at + bytes.len()].copy_from_slice(bytes);
        self.free = at + bytes.len();
        self.pending = [after].into_iter().filter(|token| !token.is_empty()).collect();
        if let Some(last) = self.lists.last_mut() {
            *last = true;
        }
        true
    }

    /// What follows is in a list of its own, whose bracket was the last thing written.
    pub(super) fn open(&mut self) {
        self.lists.push(false);
    }

    /// Ends the innermost list.
    pub(super) fn close(&mut self, with: &'static str) {
        self.lists.pop();
        self.pending.push(with);
    }

    /// Writes what is left before `end`. False where there is no room, or a list is open.
    pub(super) fn finish(&mut self, end: usize) -> bool {
        let mut tokens = std::mem::take(&mut self.pending);
        tokens.push(";");
        self.lists.is_empty() && (self.place(&tokens, end) || tokens.len() == 1)
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Writes tokens into what is free before `end`, none of them over the end of a line; all or none.
    fn place(&mut self, tokens: &[&str], end: usize) -> bool {
        let mut at = self.free.max(end.saturating_sub(MOST_ROOM));
        let mut places = Vec::new();
        for token in tokens.iter().filter(|token| !token.is_empty()) {
            let fits =
                |at: usize| at + token.len() <= end && self.out[at..at + token.len()].iter().all(|byte| *byte == b' ');
            let Some(place) = (at..end).find(|at| fits(*at)) else { return false };
            places.push((place, *token));
            at = place + token.len();
        }
        for (place, token) in places {
            self.out[place..place + token.len()].copy_from_slice(token.as_bytes());
        }
        true
    }
}
