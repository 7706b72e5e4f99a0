//! Streams of events: the same events wherever the stream is cut, none longer than allowed, none made up.

use crate::{Broken, Target};
use limits::model::EVENT_BYTES;
use model::sse::{EventReader, SseError};

pub const TARGET: Target = Target {
    name: "sse",
    dictionary: &[
        b"data:", b"data: ", b"data", b"\n", b"\r", b"\r\n", b"\n\n", b":", b"event: x\n", b"id: 1\n", b"retry: 5\n",
        b"[DONE]", b"\xef\xbb\xbf", b"\xff", "ü".as_bytes(), b" ",
    ],
    seeds: || {
        vec![
            b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n".to_vec(),
            b": ping\r\n\r\nevent: message\r\ndata: a\r\ndata: b\r\n\r\n".to_vec(),
        ]
    },
    check,
};

fn check(input: &[u8]) -> Result<(), Broken> {
    let whole = events([input]);
    // The cuts follow from the input, so that a case repeats.
    let seed = input.iter().fold(7usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    for size in [1, 2, 3 + seed % 61, input.len() / 2 + 1] {
        let cut = events(input.chunks(size));
        if cut != whole {
            return Err(format!("cut in pieces of {size}: {cut:?}, whole: {whole:?}"));
        }
    }
    let (events, _) = whole;
    if events.iter().map(String::len).sum::<usize>() > input.len() {
        return Err(format!("events longer than the stream: {events:?}"));
    }
    match events.iter().find(|event| event.len() > EVENT_BYTES || event.contains('\r')) {
        Some(event) => Err(format!("an event that cannot be: {event:?}")),
        None => Ok(()),
    }
}

/// The events of a stream, and why it was not read to its end.
fn events<'i>(pieces: impl IntoIterator<Item = &'i [u8]>) -> (Vec<String>, Option<SseError>) {
    let (mut reader, mut events) = (EventReader::default(), Vec::new());
    for piece in pieces.into_iter().map(Some).chain([None]) {
        match piece {
            Some(piece) => reader.feed(piece),
            None => reader.end(),
        }
        loop {
            match reader.next_event() {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(error) => return (events, Some(error)),
            }
        }
    }
    (events, None)
}
