//! Bounds the work for one file, counted in steps that are the same on every host.
//!
//! A grammar can be made to read the same text again and again (a line of Python goes on after `\` for ever), and a few
//! bytes of source can mean a very large value. Time cannot be the bound: the same file must give the same facts natively
//! and in wasm. So the parser is given its text in small pieces, and both its operations and the pieces it asks for are
//! counted; [`Lowering`](crate::Lowering) counts the bytes of facts. A file that needs more than its share has no facts at
//! all, never a part of them.

use facts::Stopped;
use limits::parsing::{FACTS_BYTES, FACTS_PER_BYTE, PARSE_STEPS, PARSE_STEPS_PER_KB};
use std::cell::Cell;
use std::ops::ControlFlow;
use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

/// Bytes that the parser gets at a time. Each piece asked for is a step, so reading far ahead again and again is seen,
/// though a scanner does it inside one operation.
const PIECE: usize = 256;

/// Steps of a call of the parser's progress callback, which is made every 100 operations.
const STEPS_A_CALLBACK: u64 = 8;

/// The steps or bytes that are left for one text.
#[derive(Debug)]
pub(crate) struct Effort {
    left: Cell<u64>,
}

impl Effort {
    /// Steps of a parser for a text of `len` bytes.
    pub fn of_parser(len: usize) -> Self {
        Self { left: Cell::new(PARSE_STEPS + len as u64 * PARSE_STEPS_PER_KB / 1024) }
    }

    /// Bytes of facts for a text of `len` bytes.
    pub fn of_lowering(len: usize) -> Self {
        Self { left: Cell::new(FACTS_BYTES + len as u64 * FACTS_PER_BYTE) }
    }

    /// Takes some off; false once nothing is left.
    pub fn take(&self, amount: u64) -> bool {
        let left = self.left.get().saturating_sub(amount);
        self.left.set(left);
        left > 0
    }

    /// How much is left.
    #[cfg(test)]
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// True once nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left.get() == 0
    }
}

/// Parses a text within its share. `None` where the grammar does not fit this build of the parser.
pub(crate) fn parse(grammar: &Language, text: &str, effort: &Effort) -> Result<Option<Tree>, Stopped> {
    let mut parser = Parser::new();
    if parser.set_language(grammar).is_err() {
        return Ok(None);
    }
    // An empty piece is the end of the text to the lexer, so that a scanner inside a token ends as well.
    let mut piece = |at: usize, _| if effort.take(1) { piece_from(text, at) } else { &[] };
    let mut go_on = |_: &ParseState| match effort.take(STEPS_A_CALLBACK) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let tree = parser.parse_with_options(&mut piece, None, Some(ParseOptions::new().progress_callback(&mut go_on)));
    // A text that ended early may have given a tree all the same.
    if effort.is_used_up() { Err(Stopped::Parsing) } else { Ok(tree) }
}

/// The text from a byte on, never ending inside a character.
fn piece_from(text: &str, at: usize) -> &[u8] {
    let end = text.ceil_char_boundary(at.saturating_add(PIECE));
    // Beyond the end there is nothing, which is how the parser learns of the end.
    text.as_bytes().get(at..end).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_at_characters_and_at_the_end() {
        let text = format!("{}ü{}", "a".repeat(PIECE - 1), "b".repeat(10));
        assert_eq!(piece_from(&text, 0).len(), PIECE + 1);
        assert_eq!(piece_from(&text, PIECE + 1), b"bbbbbbbbbb");
        assert!(piece_from(&text, text.len()).is_empty());
        assert!(piece_from(&text, text.len() + 9).is_empty());
    }

    #[test]
    fn a_share_is_used_up_exactly_once() {
        let effort = Effort { left: Cell::new(3) };
        assert!(effort.take(2) && !effort.is_used_up());
        assert!(!effort.take(1) && effort.is_used_up());
        assert!(!effort.take(u64::MAX));
    }
}
