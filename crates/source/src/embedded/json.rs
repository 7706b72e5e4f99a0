//! A reader of JSON that keeps places.

use limits::repository::NOTEBOOK_DEPTH;
use std::ops::Range;

/// A value, and where its strings are.
pub(super) enum Json {
    /// Between the quotes, as written.
    Text(Range<usize>),
    List(Vec<Json>),
    Object(Vec<(Range<usize>, Json)>),
    /// A number, `true`, `false` or `null`.
    Other,
}

/// The value that the text is; `None` where it is not JSON, or deeper than [`NOTEBOOK_DEPTH`].
pub(super) fn read(text: &[u8]) -> Option<Json> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.space();
    (reader.at == text.len()).then_some(value)
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<u8> {
        self.space();
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then(|| self.at += 1)
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > NOTEBOOK_DEPTH {
            return None;
        }
        match self.next()? {
            b'"' => self.string().map(Json::Text),
            b'[' => self.list(b']', |reader| reader.value(depth + 1)).map(Json::List),
            b'{' => {
                let entry = |reader: &mut Self| {
                    let key = reader.string()?;
                    reader.take(b':')?;
                    Some((key, reader.value(depth + 1)?))
                };
                self.list(b'}', entry).map(Json::Object)
            }
            _ => {
                let start = self.at;
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
                while self.text.get(self.at).is_some_and(is_part) {
                    self.at += 1;
                }
                (self.at > start).then_some(Json::Other)
            }
        }
    }

    fn list<T>(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut items = Vec::new();
        if self.next()? == end {
            self.at += 1;
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            match self.next()? {
                b',' => self.at += 1,
                byte if byte == end => {
                    self.at += 1;
                    return Some(items);
                }
                _ => return None,
            }
        }
    }

    fn string(&mut self) -> Option<Range<usize>> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match *self.text.get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                b'\n' => return None,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(start..self.at - 1)
    }
}
