//! An answer that is still being written: complete blocks are read once, and only the end is read again.

use crate::tree::read;
use crate::{Block, Limit, MARKDOWN_PARTS};
use std::sync::Arc;

/// From this many bytes on, the open block is read again only after it has grown by one part in [`GROWTH`].
const LARGE: usize = 4_096;
/// See [`LARGE`].
const GROWTH: usize = 8;

/// The blocks of a text that grows.
///
/// A block is complete once another has begun after it on a complete line. Adding a piece of text reads at most the open block
/// again, and where that is long, a few times the piece's own length: any text is read in time linear in its length.
#[derive(Debug, Default)]
pub struct Stream {
    text: String,
    /// Where the open block begins.
    open: usize,
    /// Complete blocks, then the open ones.
    blocks: Vec<(u64, Arc<Block>)>,
    /// How many of them are whole, what parts they have, and which limits they reached.
    whole: usize,
    nodes: usize,
    whole_limits: Vec<Limit>,
    limits: Vec<Limit>,
    /// Length of the text when it was last read.
    read: usize,
    keys: u64,
    bytes_read: u64,
}

impl Stream {
    /// Takes the text as it is now. A text that does not extend the last one is read from its beginning. Pass `is_whole` at the
    /// end of the text, so that a deferred end is read too.
    pub fn update(&mut self, text: &str, is_whole: bool) {
        match text.strip_prefix(self.text.as_str()) {
            Some(more) => self.text.push_str(more),
            None => {
                let (keys, bytes_read) = (self.keys, self.bytes_read);
                *self = Self { text: text.to_owned(), keys, bytes_read, ..Self::default() };
            }
        }
        let (open, grown) = (self.read - self.open.min(self.read), self.text.len() - self.read);
        let is_due = open < LARGE || grown >= open / GROWTH;
        if grown > 0 && (is_due || is_whole) {
            self.read_on();
        }
    }

    /// The blocks, each with a key that changes with its content.
    pub fn blocks(&self) -> &[(u64, Arc<Block>)] {
        &self.blocks
    }

    /// Limits that were reached.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// How many bytes were read in all, those that were read again counted again.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    fn read_on(&mut self) {
        let tail = &self.text[self.open..];
        self.bytes_read += tail.len() as u64;
        self.read = self.text.len();
        let made = read(tail, MARKDOWN_PARTS.saturating_sub(self.nodes));
        let begun: Vec<usize> = made.blocks.iter().map(|(began, _)| *began).collect();
        let drawn = self.blocks.split_off(self.whole);
        for (at, (_, block)) in made.blocks.into_iter().enumerate() {
            // Drawn already, as it is.
            let known = drawn.get(at).filter(|(_, known)| **known == block).cloned();
            let entry = known.unwrap_or_else(|| {
                self.keys += 1;
                (self.keys, Arc::new(block))
            });
            self.blocks.push(entry);
        }
        self.limits.clone_from(&self.whole_limits);
        for limit in made.limits {
            if !self.limits.contains(&limit) {
                self.limits.push(limit);
            }
        }
        self.close(&begun);
    }

    /// Marks the blocks as complete that are followed by another, begun on a complete line.
    fn close(&mut self, begun: &[usize]) {
        // Once there are too many parts, the rest is one block for good.
        if self.limits.contains(&Limit::Nodes) {
            return;
        }
        let line_end = self.text[self.open..].rfind('\n').map_or(0, |end| end + 1);
        let Some(last) = begun.iter().rposition(|began| *began < line_end).filter(|last| *last > 0) else { return };
        let whole = self.open + begun[last];
        self.nodes += read(&self.text[self.open..whole], MARKDOWN_PARTS).nodes;
        self.whole += last;
        self.open = whole;
        self.whole_limits.clone_from(&self.limits);
    }
}

#[cfg(test)]
mod tests;
