//! Line ends and byte order marks, so that an edit keeps those of its file.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The byte order mark, as the character that it is in a text.
pub const BOM: char = '\u{feff}';

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// The text ends without one.
    None,
}

impl LineEnd {
    /// The end of one line that may carry it.
    pub fn of_line(line: &str) -> Self {
        match line.strip_suffix('\n') {
            Some(rest) if rest.ends_with('\r') => Self::CrLf,
            Some(_) => Self::Lf,
            None => Self::None,
        }
    }

    /// The end that most lines of a text have; [`LineEnd::Lf`] where there are as many of each or none.
    pub fn of_text(text: &str) -> Self {
        let all = text.matches('\n').count();
        if 2 * text.matches("\r\n").count() > all { Self::CrLf } else { Self::Lf }
    }

    /// The characters.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::None => "",
        }
    }
}

/// A line without its end. A carriage return alone is no end.
pub fn without_end(line: &str) -> &str {
    line.strip_suffix("\r\n").or_else(|| line.strip_suffix('\n')).unwrap_or(line)
}

/// `text` with `end` at the end of every line that has one. [`LineEnd::None`] changes nothing.
pub fn with_line_ends(text: &str, end: LineEnd) -> String {
    match end {
        LineEnd::None => text.to_owned(),
        LineEnd::Lf => text.replace("\r\n", "\n"),
        LineEnd::CrLf => text.replace("\r\n", "\n").replace('\n', "\r\n"),
    }
}

/// What a text on disk has around it that a decoded text may lack: a caller that strips the byte order mark when it reads
/// a file keeps this and writes the file through it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileForm {
    /// The file began with a UTF-8 byte order mark that the text does not hold.
    pub stripped_bom: bool,
}

impl FileForm {
    /// The text of a file without its byte order mark, and the form to write it again; None where the bytes are not UTF-8.
    pub fn read(bytes: &[u8]) -> Option<(Self, &str)> {
        let text = std::str::from_utf8(bytes).ok()?;
        let stripped = text.strip_prefix(BOM);
        Some((Self { stripped_bom: stripped.is_some() }, stripped.unwrap_or(text)))
    }

    /// The bytes of a file with that text.
    pub fn bytes(self, text: &str) -> Vec<u8> {
        self.with_mark(text).as_bytes().to_vec()
    }

    /// The text, behind its byte order mark where the file has one.
    pub fn with_mark(self, text: &str) -> Cow<'_, str> {
        if self.stripped_bom && !text.starts_with(BOM) { format!("{BOM}{text}").into() } else { text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_those_of_most_lines() {
        assert_eq!(LineEnd::of_text("a\r\nb\r\nc\n"), LineEnd::CrLf);
        assert_eq!(LineEnd::of_text("a\r\nb\n"), LineEnd::Lf);
        assert_eq!(LineEnd::of_text("a"), LineEnd::Lf);
        assert_eq!(with_line_ends("a\r\nb\nc", LineEnd::CrLf), "a\r\nb\r\nc");
        assert_eq!(with_line_ends("a\r\nb\nc", LineEnd::Lf), "a\nb\nc");
    }

    #[test]
    fn a_byte_order_mark_is_written_as_it_was_read() {
        for bytes in [&b"\xef\xbb\xbfa\r\n"[..], b"a", b""] {
            let (form, text) = FileForm::read(bytes).unwrap();
            assert!(!text.starts_with(BOM));
            assert_eq!(form.bytes(text), bytes);
        }
        assert_eq!(FileForm::read(b"caf\xe9"), None);
    }
}
