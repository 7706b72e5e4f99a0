//! Search for a text or a pattern in texts held in memory, line by line.

use memchr::memmem::Finder;
use regex_lite::{Regex, RegexBuilder};

/// Most bytes of a compiled pattern: the time per character of text grows with it.
const COMPILED_BYTES: usize = 256 * 1024;

/// A text or pattern to find, ready to run over many texts.
#[derive(Debug, Clone)]
pub struct Grep(Needle);

#[derive(Debug, Clone)]
enum Needle {
    Literal(Box<Literal>),
    Pattern(Regex),
}

#[derive(Debug, Clone)]
struct Literal {
    /// In lower case if case is ignored.
    text: Finder<'static>,
    ignore_case: bool,
    /// Where the byte of it is that is rarest in source text: the others are compared only beside that one.
    rare: usize,
}

/// Bytes of source text in lower case, the most common first; all others are rarer.
const COMMON: &[u8] = b" etaoinrslcdumpf_gh.()yb,vw\"=:x'-/k;01j2z";

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
    /// Not a regular expression, or one that compiles to too much.
    #[error("the pattern is no regular expression that can be searched for: {0}")]
    Pattern(String),
}

impl Grep {
    /// Longest text searched for, in bytes.
    pub const MAX_PATTERN: usize = 1000;

    /// Searches for exactly this text; `ignore_case` ignores the case of ASCII letters.
    ///
    /// # Errors
    /// The text is empty or too long.
    pub fn literal(text: &str, ignore_case: bool) -> Result<Self, GrepError> {
        check_length(text)?;
        let literal = if ignore_case { text.to_ascii_lowercase() } else { text.to_owned() };
        let rarity = |byte: u8| COMMON.iter().position(|common| *common == byte).unwrap_or(COMMON.len());
        let rare = (0..literal.len()).max_by_key(|at| rarity(literal.as_bytes()[*at])).unwrap_or(0);
        let text = Finder::new(literal.as_bytes()).into_owned();
        Ok(Self(Needle::Literal(Box::new(Literal { text, ignore_case, rare }))))
    }

    /// Searches for a regular expression inside of lines; `ignore_case` ignores the case of ASCII letters.
    ///
    /// # Errors
    /// The pattern is empty, too long, or no regular expression.
    pub fn regex(pattern: &str, ignore_case: bool) -> Result<Self, GrepError> {
        check_length(pattern)?;
        let mut builder = RegexBuilder::new(pattern);
        let built = builder.case_insensitive(ignore_case).size_limit(COMPILED_BYTES).build();
        Ok(Self(Needle::Pattern(built.map_err(|error| GrepError::Pattern(error.to_string()))?)))
    }

    /// All matches in one line, as bytes from its start; matches without a letter are left out.
    pub fn all_in_line(&self, line: &str) -> Vec<(u32, u32)> {
        match &self.0 {
            Needle::Literal(literal) => {
                let (mut found, mut at) = (Vec::new(), 0);
                while let Some(hit) = line.as_bytes().get(at..).and_then(|rest| literal.first_in(rest)) {
                    let end = at + hit + literal.text.needle().len();
                    found.push(((at + hit) as u32, end as u32));
                    at = end;
                }
                found
            }
            Needle::Pattern(regex) => {
                let hits = regex.find_iter(line).filter(|hit| !hit.is_empty());
                hits.map(|hit| (hit.start() as u32, hit.end() as u32)).collect()
            }
        }
    }

    /// The first `limit` matches in a text, at most one a line.
    pub fn find(&self, text: &str, limit: usize) -> Vec<GrepMatch> {
        match &self.0 {
            Needle::Literal(literal) => literal.find(text, limit),
            Needle::Pattern(regex) => find_pattern(regex, text, limit),
        }
    }
}

fn check_length(text: &str) -> Result<(), GrepError> {
    match text.len() {
        0 => Err(GrepError::Empty),
        length if length > Grep::MAX_PATTERN => Err(GrepError::TooLong),
        _ => Ok(()),
    }
}

fn find_pattern(regex: &Regex, text: &str, limit: usize) -> Vec<GrepMatch> {
    let mut found = Vec::new();
    let (mut line_start, mut number) = (0, 1);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if found.len() == limit {
            break;
        }
        found.extend(regex.find(content).map(|hit| GrepMatch {
            line: number,
            line_start: line_start as u32,
            line_end: (line_start + content.len()) as u32,
            start: hit.start() as u32,
            end: hit.end() as u32,
        }));
        (line_start, number) = (line_start + line.len(), number + 1);
    }
    found
}

impl Literal {
    fn find(&self, text: &str, limit: usize) -> Vec<GrepMatch> {
        let haystack = text.as_bytes();
        let mut found = Vec::new();
        let (mut at, mut line_start, mut number) = (0, 0, 1);
        while found.len() < limit
            && let Some(hit) = haystack.get(at..).and_then(|rest| self.first_in(rest)).map(|hit| at + hit)
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

    /// The first place in a text.
    fn first_in(&self, haystack: &[u8]) -> Option<usize> {
        if !self.ignore_case {
            return self.text.find(haystack);
        }
        let needle = self.text.needle();
        let places = haystack.len().checked_sub(needle.len())?;
        let byte = needle[self.rare];
        let rare = memchr::memchr2_iter(byte, byte.to_ascii_uppercase(), &haystack[self.rare..=self.rare + places]);
        rare.into_iter().find(|start| haystack[*start..*start + needle.len()].eq_ignore_ascii_case(needle))
    }

    /// The match in a line of the haystack; none where the text holds a line end.
    fn match_line(&self, line: &[u8], line_start: usize, number: u32) -> Option<GrepMatch> {
        let ends = line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        let content = &line[..line.len() - ends];
        let start = self.first_in(content)?;
        Some(GrepMatch {
            line: number,
            line_start: line_start as u32,
            line_end: (line_start + content.len()) as u32,
            start: start as u32,
            end: (start + self.text.needle().len()) as u32,
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
    fn finds_all_matches_of_a_line() {
        let literal = Grep::literal("a", true).unwrap();
        assert_eq!(literal.all_in_line("aXA é a"), [(0, 1), (2, 3), (7, 8)]);
        assert_eq!(Grep::literal("aa", false).unwrap().all_in_line("aaaaa"), [(0, 2), (2, 4)]);
        assert_eq!(Grep::regex("^a|b*", false).unwrap().all_in_line("aabb"), [(0, 1), (2, 4)]);
        assert!(literal.all_in_line("").is_empty());
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
    fn finds_patterns_inside_of_lines() {
        assert_eq!(lines(Grep::regex(r"^fn \w+\(", false).unwrap()), [3, 6]);
        assert_eq!(lines(Grep::regex(r"^FN|fmt;$", true).unwrap()), [1, 3, 6]);
        let found = Grep::regex(r"\bfn\b", false).unwrap().find(TEXT, 1);
        assert_eq!((found.len(), found[0].line, found[0].start, found[0].end), (1, 3, 0, 2));
        // `$` and `.` never reach over the end of a line, whichever end it has.
        assert!(lines(Grep::regex(r"fmt;.+", false).unwrap()).is_empty());
    }

    #[test]
    fn a_pattern_that_is_none_or_grows_too_large_is_an_error() {
        for pattern in ["(", "a{99}{99}{99}"] {
            let error = Grep::regex(pattern, false).unwrap_err();
            assert!(matches!(error, GrepError::Pattern(_)), "{pattern}: {error}");
        }
    }

    #[test]
    fn only_ascii_letters_are_compared_without_case() {
        let found = |text: &str| Grep::literal("Größe É", true).unwrap().find(text, 9).len();
        assert_eq!(Grep::literal("zz top", true).unwrap().find("a ZZ\nzz Topzz tOP", 9).len(), 1);
        assert!(Grep::literal("longer than the text", true).unwrap().find("the", 9).is_empty());
        assert_eq!((found("die GRößE É"), found("die größe é"), found("GRÖSSE É")), (1, 0, 0));
        assert_eq!(Grep::literal("É", true).unwrap().find("aÉb", 9)[0].start, 1);
    }

    #[test]
    fn texts_that_cannot_be_searched_for_are_errors() {
        assert_eq!(Grep::literal("", false).unwrap_err(), GrepError::Empty);
        assert_eq!(Grep::literal(&"a".repeat(2000), false).unwrap_err(), GrepError::TooLong);
    }
}
