//! Lines with a given text.

use super::QuestionError;
use crate::{Codebase, SpanRef};
use search_index::{Grep, GrepMatch};
use source::FileId;

/// Longest line shown, in characters.
const WIDTH: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrepLine {
    pub span: SpanRef,
    /// Its text; cut around the match where it is very long.
    pub text: String,
    /// Where the match is in `text`: first byte and one past the last.
    pub highlight: (u32, u32),
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
        self.grep(&Grep::literal(text, ignore_case)?, folder, limit)
    }

    fn grep(&self, grep: &Grep, folder: &str, limit: usize) -> Result<GrepResult, QuestionError> {
        let folder = super::file::loosen(folder);
        let mut result = GrepResult::default();
        for file in self.snapshot().ids() {
            let path = self.snapshot().file(file).path.as_str();
            let below = path
                .strip_prefix(folder.as_str())
                .is_some_and(|rest| folder.is_empty() || rest.starts_with('/') || rest.is_empty());
            if !below {
                continue;
            }
            // All text is wanted: the loop goes on, so that one run notes all the pages that are missing.
            let Ok(text) = self.text(file) else { continue };
            let room = limit - result.lines.len();
            let found = grep.find(text, room + 1);
            result.more = found.len() > room;
            result.lines.extend(found.iter().take(room).map(|found| self.grep_line(file, text, found)));
            if result.more {
                break;
            }
        }
        Ok(result)
    }

    fn grep_line(&self, file: FileId, text: &str, found: &GrepMatch) -> GrepLine {
        let line = &text[found.line_start as usize..found.line_end as usize];
        let (start, end) = (found.start as usize, found.end as usize);
        let from = if line.len() <= WIDTH { 0 } else { line.floor_char_boundary(start.saturating_sub(WIDTH / 3)) };
        let text: String = line[from..].chars().take(WIDTH).collect();
        let place = |at: usize| (at - from).min(text.len()) as u32;
        let highlight = (place(start), place(end));
        GrepLine { span: self.lines_ref(file, found.line, found.line), text, highlight }
    }
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
