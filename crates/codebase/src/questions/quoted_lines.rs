//! Words in quotes that the ranking does not reach: most of them are stop words or common, or they are in a text of the code.

use super::pattern::Pattern;
use super::quoted::{self, is_short};
use crate::Codebase;
use code_words::path::{is_aside, is_test};
use code_words::stop_words::is_stop_word;
use compact_sort::CompactSort;
use search_index::{Filters, Grep, Hit};
use source::{FileId, Span};

/// Files that are read where an index is read in pages.
const FILES: usize = 24;
/// Words of a text that are looked up then, and results of each.
const WORDS: usize = 6;
const RESULTS: usize = 100;
/// Lines that are looked at of one file.
const LINES: usize = 20;
/// Lines shown on each side.
const AROUND: usize = 3;

impl Codebase {
    /// The lines that hold all words in quotes as they are written, but for those of `known`; code first, then what is beside it,
    /// tests last.
    pub(super) fn lines_with(&self, query: &str, quoted: &[String], known: &[Hit], limit: usize) -> Vec<Hit> {
        let (filters, _) = Filters::read(query);
        let Some(grep) = quoted.first().and_then(|text| Grep::literal(text, true).ok()) else { return Vec::new() };
        if limit == 0 || !filters.kinds.is_empty() {
            return Vec::new();
        }
        let pattern = Pattern { filters, grep };
        let mut files: Vec<FileId> = match self.reads_all_files() {
            true => self.files_in_scope().collect(),
            false => self.files_with_rarest(&quoted[0]),
        };
        let path = |file: FileId| self.snapshot().file(file).path.as_str();
        files.retain(|file| pattern.takes_file(self, path(*file)));
        files.compact_sort_by_key(|file| (is_test(path(*file)), is_aside(path(*file)), *file));
        let mut found = Vec::new();
        for file in files {
            // The loop goes on, so that one run notes all the pages that are missing.
            let Ok(text) = self.searched(file) else { continue };
            for line in pattern.grep.find(&text, LINES) {
                let span = around(&text, line.line_start as usize, line.line_end as usize, line.line);
                let is_known = known.iter().any(|hit| hit.file == file && hit.span.contains(&span) && is_short(hit));
                if found.len() < limit && !is_known && quoted::holds(&text, span, quoted) {
                    found.push(self.line_hit(file, span, line.line, quoted));
                }
            }
            if found.len() == limit {
                break;
            }
        }
        found
    }

    /// The files that a search for the rarest word of a text finds: what has the text is among them.
    fn files_with_rarest(&self, text: &str) -> Vec<FileId> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2 && !is_stop_word(word));
        let found = words.take(WORDS).map(|word| self.index().search_files(&self.query(word, RESULTS)));
        // Of a text without such a word only what the ranking finds is known.
        let mut rarest = found.filter(|files| !files.is_empty()).min_by_key(Vec::len).unwrap_or_default();
        rarest.truncate(FILES);
        rarest
    }

    fn line_hit(&self, file: FileId, span: Span, line: u32, quoted: &[String]) -> Hit {
        let symbol = self.symbol_on(file, line).ok().flatten();
        let symbol = symbol.and_then(|symbol| self.graph().symbol(symbol.id).ok().flatten());
        let terms = quoted.iter().flat_map(|text| text.split(' ')).map(str::to_owned).collect();
        Hit { file, span, definition: symbol.map(|symbol| symbol.def), score: 1.0, terms }
    }
}

/// A line with those around it.
fn around(text: &str, start: usize, end: usize, line: u32) -> Span {
    let before = text[..start].match_indices('\n').rev().map(|(at, _)| at + 1).skip(1);
    let above = (before.chain([0])).take(AROUND).collect::<Vec<_>>();
    let behind = text[end..].match_indices('\n').map(|(at, _)| end + at).skip(1);
    let below = behind.take(AROUND).collect::<Vec<_>>();
    let first = above.last().copied().filter(|first| *first < start).unwrap_or(start);
    let last = below.last().copied().unwrap_or(end);
    let count = |part: &str| part.matches('\n').count() as u32;
    Span {
        start: first as u32,
        end: last as u32,
        start_line: line - count(&text[first..start]),
        end_line: line + count(&text[end..last]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_line_is_shown_with_those_around_it() {
        let text = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let lines = |name: &str, line| {
            let at = text.find(name).unwrap();
            let span = around(text, at, at + 1, line);
            (span.start_line, span.end_line, &text[span.start as usize..span.end as usize])
        };
        assert_eq!(lines("a", 1), (1, 4, "a\nb\nc\nd"));
        assert_eq!(lines("e", 5), (2, 8, "b\nc\nd\ne\nf\ng\nh"));
        assert_eq!(lines("h", 8), (5, 8, "e\nf\ng\nh"));
    }

    #[test]
    fn words_in_quotes_are_found_in_a_text_of_the_code_whatever_they_are() {
        let others: String = (0..90)
            .map(|at| format!("    /** Did close the response body {at}. */\n    void closeResponseBody{at}() {{ close(body); }}\n"))
            .collect();
        let files = format!(
            "//- src/Pool.java\nclass Pool {{\n    int prune(Connection connection) {{\n        \
             log(\"leaked. Did you forget to do it\");\n        return 1;\n    }}\n{others}}}\n"
        );
        let codebase = fixture::built(fixture::snapshot_of(&files));
        let query = "\"did you forget to do it\"";
        let first = codebase.search(query, 3).remove(0);
        assert!((first.span.start_line..=first.span.end_line).contains(&3));
        let lines = codebase.lines_with(query, &quoted::read(query), &[], 3);
        assert_eq!(lines.len(), 1);
        let symbol = codebase.symbol_of(lines[0].file, lines[0].definition.unwrap()).unwrap().unwrap();
        assert_eq!((symbol.name.as_str(), lines[0].span.start_line, lines[0].span.end_line), ("prune", 1, 6));
    }
}
