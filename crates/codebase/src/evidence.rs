//! Pointing at code in a way that can be checked later.

use crate::Codebase;
use paging::Loaded;
use serde::{Deserialize, Serialize};
use source::{ContentHash, FileId};

/// Whole lines of a file, and the hash of their text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpanRef {
    /// The file.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Of the lines' text, without the last one's line end.
    pub hash: ContentHash,
}

impl SpanRef {
    /// Ten hex digits that name path, lines and text: what an answer cites.
    pub fn id(&self) -> String {
        let place = format!("{}\n{}-{}\n{}", self.path, self.start_line, self.end_line, self.hash);
        let mut id = ContentHash::of(place.as_bytes()).to_string();
        id.truncate(10);
        id
    }

    /// `path:start-end`, for people.
    pub fn place(&self) -> String {
        place(&self.path, self.start_line, self.end_line)
    }
}

/// Lines of a file, not bound to their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: String,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
}

impl Place {
    /// `path:3-9`, or `path:3`.
    pub fn place(&self) -> String {
        place(&self.path, self.start_line, self.end_line)
    }
}

fn place(path: &str, start_line: u32, end_line: u32) -> String {
    match start_line == end_line {
        true => format!("{path}:{start_line}"),
        false => format!("{path}:{start_line}-{end_line}"),
    }
}

impl Codebase {
    /// The lines of a place, as they are now. Of a file that is not there it is a span that never holds.
    pub fn span_at(&self, place: &Place) -> SpanRef {
        let Place { path, start_line, end_line } = place.clone();
        match self.snapshot().find(&path) {
            Some(file) => self.lines_ref(file, start_line, end_line),
            None => SpanRef { path, start_line, end_line, hash: ContentHash([0; 16]) },
        }
    }

    /// Lines of a file as evidence; cut to the lines that there are.
    pub fn lines_ref(&self, file: FileId, start_line: u32, end_line: u32) -> SpanRef {
        let entry = self.snapshot().file(file);
        let start_line = start_line.clamp(1, entry.lines.max(1));
        let end_line = end_line.clamp(start_line, entry.lines.max(start_line));
        // Lines that the file has not, or that are not loaded, make a span that never holds.
        let text = self.lines(file, start_line, end_line).ok().flatten();
        let hash = text.map_or(ContentHash([0; 16]), |text| ContentHash::of(text.as_bytes()));
        SpanRef { path: entry.path.as_str().to_owned(), start_line, end_line, hash }
    }

    /// True where the repository holds exactly these lines: the path exists, the lines are inside the file, and their
    /// text has the hash.
    ///
    /// # Errors
    /// The page of the file's text is not loaded.
    pub fn holds(&self, span: &SpanRef) -> Loaded<bool> {
        Ok(self.text_of(span)?.is_some())
    }

    /// The text of a span that [`holds`](Self::holds).
    ///
    /// # Errors
    /// The page of the file's text is not loaded.
    pub fn text_of(&self, span: &SpanRef) -> Loaded<Option<&str>> {
        let Some(file) = self.snapshot().find(&span.path) else { return Ok(None) };
        let text = self.lines(file, span.start_line, span.end_line)?;
        Ok(text.filter(|text| ContentHash::of(text.as_bytes()) == span.hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn cuts_lines_out() {
        let text = "//- 1.txt\na\nb\r\nc\n";
        let codebase = crate::CodebaseBuilder::new(fixture::snapshot_of(text)).finish();
        let lines = |start, end| codebase.lines(FileId(0), start, end).unwrap();
        assert_eq!(lines(1, 2), Some("a\nb"));
        assert_eq!(lines(1, 3), Some("a\nb\r\nc"));
        assert_eq!(lines(3, 3), Some("c"));
        assert_eq!((lines(4, 4), lines(0, 1), lines(2, 1), lines(1, u32::MAX)), (None, None, None, None));
    }

    #[test]
    fn a_changed_line_or_place_no_longer_holds() {
        let codebase = fixture::shop();
        let file = codebase.snapshot().find("shop/pricing.py").unwrap();
        let span = codebase.lines_ref(file, 4, 6);
        assert_eq!(codebase.holds(&span), Ok(true));
        assert_eq!(span.id().len(), 10);
        assert_eq!(span.place(), "shop/pricing.py:4-6");
        let wrong = [
            SpanRef { start_line: 5, ..span.clone() },
            SpanRef { end_line: 4_000, ..span.clone() },
            SpanRef { path: "shop/nowhere.py".into(), ..span.clone() },
            SpanRef { hash: ContentHash::of(b"else"), ..span.clone() },
            SpanRef { start_line: 0, ..span.clone() },
        ];
        assert!(wrong.iter().all(|span| codebase.holds(span) == Ok(false)));
        assert!(wrong.iter().all(|other| other.id() != span.id()));
    }
}
