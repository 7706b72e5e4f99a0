//! What a program writes: read while it runs, within its bound, as text.

use super::group::Group;
use code_runner::{End, Stream};
use encoding_rs::{Decoder, UTF_8};
use std::io::{self, ErrorKind, Read};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Bytes that are read at once.
const PIECE: usize = 16 << 10;

/// The bound of both streams together.
pub(super) struct Bound {
    most: usize,
    left: AtomicUsize,
}

impl Bound {
    pub(super) fn new(most: usize) -> Self {
        Self { most, left: AtomicUsize::new(most) }
    }

    /// How many of so many bytes are within the bound.
    fn take(&self, wanted: usize) -> usize {
        let less = |left: usize| Some(left.saturating_sub(wanted));
        // The function always gives a value.
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).unwrap_or(0);
        left.min(wanted)
    }
}

/// Reads a stream until it ends, or until the program has written too much, which ends the program.
pub(super) fn read(mut from: impl Read, bound: &Bound, group: &Group, mut send: impl FnMut(Vec<u8>)) {
    let mut piece = vec![0; PIECE];
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A pipe that cannot be read has ended.
            Err(_) => return,
        };
        let within = bound.take(read);
        if within > 0 {
            send(piece[..within].to_vec());
        }
        if within < read {
            return group.end(Some(End::TooMuchOutput(bound.most)));
        }
    }
}

/// A message of the threads of a run.
pub(super) enum Message {
    Wrote(Stream, Vec<u8>),
    /// Last: the program has ended after this time, and what it wrote was sent before.
    Over(io::Result<ExitStatus>, Duration),
}

/// The text of a stream. What is no UTF-8 is replaced.
pub(super) struct Text {
    decoder: Decoder,
    pub(super) whole: String,
}

impl Text {
    pub(super) fn new() -> Self {
        Self { decoder: UTF_8.new_decoder_without_bom_handling(), whole: String::new() }
    }

    /// Adds bytes, and gives the characters that they complete.
    pub(super) fn add(&mut self, bytes: &[u8], is_last: bool) -> &str {
        let before = self.whole.len();
        // Without a room to grow the decoder would stop in the middle.
        let room = self.decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 3);
        self.whole.reserve(room);
        let (_, read, _) = self.decoder.decode_to_string(bytes, &mut self.whole, is_last);
        debug_assert_eq!(read, bytes.len(), "there is room for all of it");
        &self.whole[before..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_whole_and_what_is_none_is_replaced() {
        let mut text = Text::new();
        let euro = "€".as_bytes();
        assert_eq!(text.add(&euro[..2], false), "");
        assert_eq!(text.add(&[euro[2], b'a', 0xff], false), "€a\u{fffd}");
        assert_eq!(text.add(&euro[..1], false), "");
        assert_eq!(text.add(&[], true), "\u{fffd}");
        assert_eq!(text.whole, "€a\u{fffd}\u{fffd}");
    }

    #[test]
    fn the_bound_is_of_both_streams() {
        let bound = Bound::new(10);
        assert_eq!((bound.take(6), bound.take(6), bound.take(6)), (6, 4, 0));
    }
}
