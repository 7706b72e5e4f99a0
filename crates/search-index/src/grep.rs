//! Literal and regular-expression search through text held in memory.
//!
//! A literal is looked for by `memchr`. Of a regular expression, the longest run of letters that every match must hold
//! picks the lines on which the (small, slower) engine runs.

use memchr::memmem::Finder;
use regex_lite::{Regex, RegexBuilder};

/// A pattern, ready to run over many texts.
#[derive(Debug, Clone)]
pub struct Grep {
    matcher: Matcher,
    /// What each matching line must hold; in lower case where case is ignored.
    required: Option<Finder<'static>>,
    ignore_case: bool,
}

#[derive(Debug, Clone)]
enum Matcher {
    Literal(Vec<u8>),
    Pattern(Regex),
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

/// A pattern that cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GrepError {
    /// Nothing to look for.
    #[error("the pattern is empty")]
    Empty,
    /// Longer than [`Grep::MAX_PATTERN`].
    #[error("the pattern is longer than {max} bytes", max = Grep::MAX_PATTERN)]
    TooLong,
    /// Not a regular expression that is understood, and why.
    #[error("`{pattern}` is not a regular expression: {why}")]
    Pattern {
        /// As given.
        pattern: String,
        /// The engine's words.
        why: String,
    },
}

impl Grep {
    /// Longest pattern, in bytes.
    pub const MAX_PATTERN: usize = 1000;

    /// Looks for `text` as it stands.
    pub fn literal(text: &str, ignore_case: bool) -> Result<Self, GrepError> {
        check(text)?;
        if ignore_case && !text.is_ascii() {
            return Self::pattern(&regex_lite::escape(text), true);
        }
        let literal = folded(text.as_bytes(), ignore_case);
        let required = Some(Finder::new(&literal).into_owned());
        Ok(Self { matcher: Matcher::Literal(literal), required, ignore_case })
    }

    /// Looks for a regular expression (Rust's `regex` syntax without Unicode classes), line by line.
    pub fn pattern(pattern: &str, ignore_case: bool) -> Result<Self, GrepError> {
        check(pattern)?;
        if regex_lite::escape(pattern) == pattern && pattern.is_ascii() {
            return Self::literal(pattern, ignore_case);
        }
        let built = RegexBuilder::new(pattern).case_insensitive(ignore_case).size_limit(1 << 20).build();
        let regex = built.map_err(|e| GrepError::Pattern { pattern: pattern.to_owned(), why: e.to_string() })?;
        let required = required_literal(pattern).filter(|literal| !ignore_case || literal.is_ascii());
        let required = required.map(|literal| Finder::new(&folded(literal.as_bytes(), ignore_case)).into_owned());
        Ok(Self { matcher: Matcher::Pattern(regex), required, ignore_case })
    }

    /// The first `limit` matches in a text, at most one a line.
    pub fn find(&self, text: &str, limit: usize) -> Vec<GrepMatch> {
        let mut found = Vec::new();
        match &self.required {
            Some(required) => self.find_by_literal(text, required, limit, &mut found),
            None => {
                let mut start = 0;
                for (line, number) in text.split_inclusive('\n').zip(1..) {
                    if found.len() >= limit {
                        break;
                    }
                    found.extend(self.match_line(text, start, start + line.len(), number));
                    start += line.len();
                }
            }
        }
        found
    }

    /// From one occurrence of the literal to the next, looking only at their lines.
    fn find_by_literal(&self, text: &str, required: &Finder<'_>, limit: usize, found: &mut Vec<GrepMatch>) {
        let lowered;
        let haystack = match self.ignore_case {
            true => {
                lowered = text.to_ascii_lowercase();
                lowered.as_bytes()
            }
            false => text.as_bytes(),
        };
        let (mut at, mut line_start, mut number) = (0, 0, 1);
        while found.len() < limit
            && let Some(hit) = haystack.get(at..).and_then(|rest| required.find(rest)).map(|hit| at + hit)
        {
            let passed = &haystack[line_start..hit];
            number += memchr::memchr_iter(b'\n', passed).count() as u32;
            line_start += memchr::memrchr(b'\n', passed).map_or(0, |newline| newline + 1);
            let line_end = memchr::memchr(b'\n', &haystack[hit..]).map_or(haystack.len(), |newline| hit + newline + 1);
            found.extend(self.match_line(text, line_start, line_end, number));
            (at, line_start, number) = (line_end, line_end, number + 1);
        }
    }

    fn match_line(&self, text: &str, start: usize, end: usize, line: u32) -> Option<GrepMatch> {
        let content = text.get(start..end)?.trim_end_matches(['\n', '\r']);
        let range = match &self.matcher {
            Matcher::Pattern(regex) => regex.find(content).map(|found| found.range())?,
            Matcher::Literal(literal) => {
                let at = match self.ignore_case {
                    true => memchr::memmem::find(content.to_ascii_lowercase().as_bytes(), literal)?,
                    false => memchr::memmem::find(content.as_bytes(), literal)?,
                };
                at..at + literal.len()
            }
        };
        Some(GrepMatch {
            line,
            line_start: start as u32,
            line_end: (start + content.len()) as u32,
            start: range.start as u32,
            end: range.end as u32,
        })
    }
}

fn check(pattern: &str) -> Result<(), GrepError> {
    match pattern.len() {
        0 => Err(GrepError::Empty),
        length if length > Grep::MAX_PATTERN => Err(GrepError::TooLong),
        _ => Ok(()),
    }
}

fn folded(bytes: &[u8], ignore_case: bool) -> Vec<u8> {
    if ignore_case { bytes.to_ascii_lowercase() } else { bytes.to_vec() }
}

/// The longest run of plain characters outside any group, class, alternation and repetition. `None` where there is
/// none of two characters, or the pattern sets flags of its own.
fn required_literal(pattern: &str) -> Option<String> {
    if pattern.contains('|') || pattern.contains("(?") {
        return None;
    }
    let mut runs = vec![String::new()];
    let mut chars = pattern.chars().peekable();
    let (mut groups, mut in_class) = (0usize, false);
    while let Some(c) = chars.next() {
        let plain = match c {
            '\\' => chars.next().filter(|escaped| !escaped.is_ascii_alphanumeric()),
            '(' if !in_class => {
                groups += 1;
                None
            }
            ')' if !in_class => {
                groups = groups.saturating_sub(1);
                None
            }
            '[' => {
                in_class = true;
                None
            }
            ']' => {
                in_class = false;
                None
            }
            '{' => {
                chars.by_ref().take_while(|&c| c != '}').for_each(drop);
                None
            }
            '.' | '^' | '$' | '*' | '+' | '?' => None,
            plain => Some(plain),
        };
        let repeated = matches!(chars.peek(), Some('*' | '?' | '{' | '+'));
        match plain.filter(|_| groups == 0 && !in_class && !repeated) {
            Some(plain) => runs.last_mut()?.push(plain),
            None => runs.push(String::new()),
        }
    }
    runs.into_iter().filter(|run| run.len() > 1).max_by_key(String::len)
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
    fn finds_patterns_with_and_without_a_literal_in_them() {
        assert_eq!(lines(Grep::pattern(r"fn \w+\(\)", false).unwrap()), [6]);
        assert_eq!(lines(Grep::pattern(r"^fn", false).unwrap()), [3, 6]);
        assert_eq!(lines(Grep::pattern(r"re(nder|ader)", true).unwrap()), [3, 4, 6]);
        assert_eq!(lines(Grep::pattern(r"fmt;$", false).unwrap()), [1]);
        assert_eq!(lines(Grep::pattern(r"[a-z]\d\d", false).unwrap()), [3]);
    }

    #[test]
    fn required_literals_are_required() {
        let of = |pattern| required_literal(pattern);
        assert_eq!(of(r"fn \w+render\("), Some("render(".into()));
        assert_eq!(of("abc?d"), Some("ab".into()));
        assert_eq!(of("(abc)?x"), None);
        assert_eq!(of("[abc]+xy"), Some("xy".into()));
        assert_eq!(of("ab{2}"), None);
        assert_eq!(of("(?i)abc"), None);
    }

    #[test]
    fn bad_patterns_are_errors() {
        assert_eq!(Grep::literal("", false).unwrap_err(), GrepError::Empty);
        assert!(matches!(Grep::pattern("a(", false), Err(GrepError::Pattern { .. })));
        assert!(matches!(Grep::pattern(&"a".repeat(2000), false), Err(GrepError::TooLong)));
    }
}
