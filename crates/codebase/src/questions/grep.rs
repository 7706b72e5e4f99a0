//! Lines with a given text.

use super::QuestionError;
use crate::{Codebase, SpanRef};
use search_index::{Grep, GrepMatch};
use source::ContentHash;

/// Longest line shown, in characters.
const WIDTH: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrepLine {
    pub span: SpanRef,
    /// Its text; cut around the match where it is very long.
    pub text: String,
    /// Where the match is in `text`: first byte and one past the last.
    pub highlight: (u32, u32),
    /// The lines before it, where they were asked for; each cut to the width of `text`.
    pub before: Vec<String>,
    /// The lines after it.
    pub after: Vec<String>,
}

/// Lines that match, in path order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GrepResult {
    /// At most as many as asked for.
    pub lines: Vec<GrepLine>,
    /// True where there are more.
    pub more: bool,
}

impl Codebase {
    /// Lines with a literal text, in files below `folder` (`""` for all).
    pub fn grep_literal(
        &self,
        text: &str,
        ignore_case: bool,
        folder: &str,
        limit: usize,
    ) -> Result<GrepResult, QuestionError> {
        let folder = super::file::loosen(folder);
        Ok(self.grep_where(&Grep::literal(text, ignore_case)?, &|path| is_below(path, &folder), limit))
    }

    /// Lines in the files whose paths are taken.
    pub(super) fn grep_where(&self, grep: &Grep, takes: &dyn Fn(&str) -> bool, limit: usize) -> GrepResult {
        let mut result = GrepResult::default();
        for file in self.files_in_scope() {
            let path = self.snapshot().file(file).path.as_str();
            if !takes(path) {
                continue;
            }
            // All text is wanted: the loop goes on, so that one run notes all the pages that are missing.
            let (Ok(text), Ok(searched)) = (self.text(file), self.searched(file)) else { continue };
            result.add(path, text, &searched, grep, 0, limit);
            if result.more {
                break;
            }
        }
        result
    }
}

/// Whether a path is `folder`, or lies in it; everything lies in `""`.
pub(crate) fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| folder.is_empty() || rest.starts_with('/') || rest.is_empty())
}

impl GrepResult {
    /// Adds the matches in what of a text is searched, with `context` lines around each, up to `limit` in all.
    pub(crate) fn add(&mut self, path: &str, text: &str, searched: &str, grep: &Grep, context: u32, limit: usize) {
        let room = limit - self.lines.len();
        let found = grep.find(searched, room + 1);
        self.more = found.len() > room;
        self.lines.extend(found.iter().take(room).map(|found| line(path, text, searched, found, context as usize)));
    }
}

fn line(path: &str, text: &str, searched: &str, found: &GrepMatch, context: usize) -> GrepLine {
    let (line_start, line_end) = (found.line_start as usize, found.line_end as usize);
    let whole = &text[line_start..line_end];
    let hash = ContentHash::of(whole.as_bytes());
    let span = SpanRef { path: path.to_owned(), start_line: found.line, end_line: found.line, hash };
    let (start, end) = (found.start as usize, found.end as usize);
    let from = if whole.len() <= WIDTH { 0 } else { whole.floor_char_boundary(start.saturating_sub(WIDTH / 3)) };
    let shown: String = whole[from..].chars().take(WIDTH).collect();
    let place = |at: usize| (at - from).min(shown.len()) as u32;
    let highlight = (place(start), place(end));
    let shortened = |line: &str| line.chars().take(WIDTH).collect::<String>();
    let mut before: Vec<String> = searched[..line_start].lines().rev().take(context).map(shortened).collect();
    before.reverse();
    let after = searched[line_end..].lines().skip(1).take(context).map(shortened).collect();
    GrepLine { span, text: shown, highlight, before, after }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    #[test]
    fn finds_lines_and_stops_at_the_limit() {
        let codebase = fixture::shop();
        let all = codebase.grep_literal("charge", false, "", 50).unwrap();
        let places: Vec<String> = all.lines.iter().map(|line| line.span.place()).collect();
        assert_eq!(places, ["shop/orders.py:15", "shop/payments.py:7", "shop/payments.py:8"]);
        let first = codebase.grep_literal("charge", false, "", 2).unwrap();
        assert!(first.more && first.lines.len() == 2 && !all.more);
        let line = &first.lines[0];
        assert_eq!(&line.text[line.highlight.0 as usize..line.highlight.1 as usize], "charge");
        let rust = codebase.grep_literal("fn ", false, "ledger.rs", 9).unwrap();
        assert_eq!(rust.lines.len(), 2);
        assert!(codebase.grep_literal("", false, "", 9).is_err());
    }
}
