//! A parser of server-sent events, fed with pieces of bytes as they arrive.
//!
//! Only data fields are read: names, ids and retry times of events are ignored. Each byte is read once however the
//! stream is cut, and an event is no longer than [`EVENT_BYTES`].

use limits::model::EVENT_BYTES;

/// Why a stream cannot be read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SseError {
    /// A line, or the lines of one event, are longer than allowed.
    #[error("an event is longer than {EVENT_BYTES} bytes")]
    TooLong,
    /// The data of an event is not UTF-8.
    #[error("an event is not UTF-8")]
    NotUtf8,
}

/// Takes the pieces of a stream, gives the data of its events.
///
/// ```
/// use model::sse::EventReader;
/// let mut events = EventReader::default();
/// events.feed(b"data: a\r\ndata: b\r");
/// events.feed(b"\n\r\ndata: unfinished");
/// assert_eq!(events.next_event(), Ok(Some("a\nb".to_owned())));
/// assert_eq!(events.next_event(), Ok(None));
/// ```
#[derive(Debug, Default)]
pub struct EventReader {
    /// Fed and not yet read, from `at` on.
    fed: Vec<u8>,
    at: usize,
    /// The line that has no end yet.
    line: Vec<u8>,
    /// The data lines of the event that has no end yet, each with a line feed.
    data: Vec<u8>,
    /// A line feed that follows belongs to the line end before it.
    after_return: bool,
    /// A mark of the byte order may open the first line alone.
    after_first_line: bool,
    #[cfg(test)]
    looked_at: u64,
}

impl EventReader {
    /// Adds the next piece. All events of earlier pieces should have been read by then.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.at == self.fed.len() {
            self.fed.clear();
            self.at = 0;
        }
        self.fed.extend_from_slice(piece);
    }

    /// Ends the stream: the last event is read even if the server left out the empty line after it.
    pub fn end(&mut self) {
        self.feed(b"\n\n");
    }

    /// The data of the next event; `None` if more bytes are needed.
    ///
    /// # Errors
    /// If the stream is invalid; it must not be read any further.
    pub fn next_event(&mut self) -> Result<Option<String>, SseError> {
        while self.at < self.fed.len() {
            if std::mem::take(&mut self.after_return) && self.fed[self.at] == b'\n' {
                self.at += 1;
                continue;
            }
            let rest = &self.fed[self.at..];
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(rest.len());
            #[cfg(test)]
            (self.looked_at += length as u64 + 1);
            if self.line.len() + self.data.len() + length > EVENT_BYTES {
                return Err(SseError::TooLong);
            }
            self.line.extend_from_slice(&rest[..length]);
            self.at += length;
            if end.is_some() {
                self.after_return = self.fed[self.at] == b'\r';
                self.at += 1;
                if let Some(event) = self.take_line()? {
                    return Ok(Some(event));
                }
            }
        }
        Ok(None)
    }

    /// Takes the line that has just ended in; an empty one ends the event.
    fn take_line(&mut self) -> Result<Option<String>, SseError> {
        let line = std::mem::take(&mut self.line);
        let mut content = line.as_slice();
        if !std::mem::replace(&mut self.after_first_line, true) {
            content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content);
        }
        if content.is_empty() {
            return self.take_event();
        }
        if let Some(value) = content.strip_prefix(b"data").filter(|rest| rest.is_empty() || rest[0] == b':') {
            let value = value.strip_prefix(b":").unwrap_or(value);
            self.data.extend_from_slice(value.strip_prefix(b" ").unwrap_or(value));
            self.data.push(b'\n');
        }
        // The buffer is used again.
        self.line = line;
        self.line.clear();
        Ok(None)
    }

    fn take_event(&mut self) -> Result<Option<String>, SseError> {
        let mut data = std::mem::take(&mut self.data);
        if data.pop().is_none() {
            return Ok(None);
        }
        String::from_utf8(data).map(Some).map_err(|_| SseError::NotUtf8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(pieces: &[&[u8]]) -> Result<Vec<String>, SseError> {
        let mut reader = EventReader::default();
        let mut events = Vec::new();
        for piece in pieces {
            reader.feed(piece);
            while let Some(event) = reader.next_event()? {
                events.push(event);
            }
        }
        reader.end();
        while let Some(event) = reader.next_event()? {
            events.push(event);
        }
        Ok(events)
    }

    #[test]
    fn lines_fields_and_ends_are_as_the_standard_says() {
        let stream = "\u{feff}data: a\n\n: note\nevent: x\ndata:b\rdata: c\r\n\r\nid: 1\n\ndatax: no\ndata\n\ndata:  d";
        assert_eq!(events(&[stream.as_bytes()]), Ok(vec!["a".into(), "b\nc".into(), String::new(), " d".into()]));
        assert_eq!(events(&[b"data: \xff\n\n"]), Err(SseError::NotUtf8));
    }

    #[test]
    fn a_long_line_costs_as_much_as_it_is_long() {
        let cost = |length: usize| {
            let mut reader = EventReader::default();
            for piece in "x".repeat(length).as_bytes().chunks(16) {
                reader.feed(piece);
                assert_eq!(reader.next_event(), Ok(None));
            }
            (reader.looked_at, reader.line.capacity())
        };
        let ((one, _), (two, held)) = (cost(EVENT_BYTES / 2), cost(EVENT_BYTES));
        assert!(two <= 2 * one && held <= 2 * EVENT_BYTES, "{one} {two} {held}");
    }

    #[test]
    fn an_event_without_end_is_refused() {
        let data = [b"data: ".as_slice(), &vec![b'x'; EVENT_BYTES]].concat();
        assert_eq!(events(&[&data]), Err(SseError::TooLong));
        let lines = b"data: 0123456789\n".repeat(EVENT_BYTES / 10);
        assert_eq!(events(&lines.chunks(1000).collect::<Vec<_>>()), Err(SseError::TooLong));
    }
}
