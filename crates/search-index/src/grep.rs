//! Search for a text in texts held in memory, line by line, by `memchr`.

use memchr::memmem::Finder;

/// A text to find, ready to run over many texts.
#[derive(Debug, Clone)]
pub struct Grep {
    /// In lower case if case is ignored.
    literal: Finder<'static>,
    ignore_case: bool,
}

/// One match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrepMatch {
    /// From 1.
    pub line: u32,
    /// First byte of the line in the text.
    pub line_start: u32,
    /// One past the line's last byte, without its line end.
    pub line_end: u32,
    /// First byte of the match, from the line's start.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
}

/// A text that cannot be searched for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GrepError {
    /// Nothing to look for.
    #[error("the pattern is empty")]
    Empty,
    /// Longer than [`Grep::MAX_PATTERN`].
    #[error("the pattern is longer than {max} bytes", max = Grep::MAX_PATTERN)]
    TooLong,
}

impl Grep {
    /// Longest text searched for, in bytes.
    pub const MAX_PATTERN: usize = 1000;

    /// Searches for exactly this text; `ignore_case` ignores the case of ASCII letters.
    ///
    /// # Errors
    /// The text is empty or too long.
    pub fn literal(text: &str, ignore_case: bool) -> Result<Self, GrepError> {
        match text.len() {
            0 => return Err(GrepError::Empty),
            length if length > Self::MAX_PATTERN => return Err(GrepError::TooLong),
            _ => {}
        }
        let literal = if ignore_case { text.to_ascii_lowercase() } else { text.to_owned() };
        Ok(Self { literal: Finder::new(literal.as_bytes()).into_owned(), ignore_case })
    }

    /// The first `limit` matches in a text, at most one a line.
    pub fn find(&self, text: &str, limit: usize) -> Vec<GrepMatch> {
        let lowered;
        let haystack = match self.ignore_case {
            true => {
                lowered = text.to_ascii_lowercase();
                lowered.as_bytes()
            }
            false => text.as_bytes(),
        };
        let mut found = Vec::new();
        let (mut at, mut line_start, mut number) = (0, 0, 1);
        while found.len() < limit
            && let Some(hit) = haystack.get(at..).and_then(|rest| self.literal.find(rest)).map(|hit| at + hit)
        {
            let passed = &haystack[line_start..hit];
            number += memchr::memchr_iter(b'\n', passed).count() as u32;
            line_start += memchr::memrchr(b'\n', passed).map_or(0, |newline| newline + 1);
            let line_end = memchr::memchr(b'\n', &haystack[hit..]).map_or(haystack.len(), |newline| hit + newline + 1);
            found.extend(self.match_line(&haystack[line_start..line_end], line_start, number));
            (at, line_start, number) = (line_end, line_end, number + 1);
        }
        found
    }

    /// The match in a line of the haystack; none where the text holds a line end.
    fn match_line(&self, line: &[u8], line_start: usize, number: u32) -> Option<GrepMatch> {
        let ends = line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        let content = &line[..line.len() - ends];
        let start = self.literal.find(content)?;
        Some(GrepMatch {
            line: number,
            line_start: line_start as u32,
            line_end: (line_start + content.len()) as u32,
            start: start as u32,
            end: (start + self.literal.needle().len()) as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "use std::fmt;\r\n\nfn render(x: u32) -> String {\n    format!(\"{x} Render\")\n}\nfn reader() {}";

    fn lines(grep: Grep) -> Vec<u32> {
        grep.find(TEXT, 10).iter().map(|found| found.line).collect()
    }

    #[test]
    fn finds_literals() {
        assert_eq!(lines(Grep::literal("fn ", false).unwrap()), [3, 6]);
        assert_eq!(lines(Grep::literal("render", true).unwrap()), [3, 4]);
        assert_eq!(lines(Grep::literal("(x: u32)", false).unwrap()), [3]);
        assert_eq!(Grep::literal("fmt", false).unwrap().find(TEXT, 1)[0].end, 12);
        assert_eq!(Grep::literal("fn", false).unwrap().find(TEXT, 1).len(), 1);
    }

    #[test]
    fn only_ascii_letters_are_compared_without_case() {
        let found = |text: &str| Grep::literal("Größe É", true).unwrap().find(text, 9).len();
        assert_eq!((found("die GRößE É"), found("die größe é"), found("GRÖSSE É")), (1, 0, 0));
        assert_eq!(Grep::literal("É", true).unwrap().find("aÉb", 9)[0].start, 1);
    }

    #[test]
    fn texts_that_cannot_be_searched_for_are_errors() {
        assert_eq!(Grep::literal("", false).unwrap_err(), GrepError::Empty);
        assert_eq!(Grep::literal(&"a".repeat(2000), false).unwrap_err(), GrepError::TooLong);
    }
}
