//! A regular expression in place of words: `/open_\w+\(/`, `/todo|fixme/i path:src -test`.
//!
//! A search finds the lines that match, in path order; the palette finds the symbols and files whose names match. It is the
//! engine of the tool `grep`, with its limits.

use super::QuestionError;
use super::find::{Found, FoundItem};
use super::grep::GrepResult;
use super::search::SearchHit;
use crate::symbol_finder::ALL_NAMES;
use crate::{Codebase, Overlaid};
use code_words::path::is_test;
use search_index::{Filters, Grep, GrepError, Similar, Snippet, SnippetLine};
use source::Language;

/// A pattern, and which files it is looked for in.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// What follows or precedes the pattern.
    pub filters: Filters,
    /// The pattern, ready to run.
    pub grep: Grep,
}

impl Pattern {
    /// The pattern of a query that is one: between slashes, the second of which may have an `i` behind it for no difference
    /// between upper and lower case, with filters before or behind. None of any other query, as `src/net/` or `a / b`.
    ///
    /// # Errors
    /// What is between the slashes is no regular expression, or is too long.
    pub fn read(query: &str) -> Option<Result<Self, GrepError>> {
        let (before, written) = query.trim().split_at(query.trim().find('/')?);
        let filters_of = |text: &str| {
            let (filters, left) = Filters::read(text.trim());
            left.trim().is_empty().then_some(filters)
        };
        filters_of(before)?;
        let is_alone = before.is_empty() || before.ends_with(char::is_whitespace);
        let slashes = written.match_indices('/').map(|(at, _)| at).skip(1);
        let ends = |at: usize| {
            let is_escaped = written[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
            let (flags, after) =
                written[at + 1..].split_at(written[at + 1..].find(' ').unwrap_or(written.len() - at - 1));
            let filters = filters_of(&format!("{before} {after}"))?;
            (!is_escaped && at > 1 && matches!(flags, "" | "i")).then_some((at, flags == "i", filters))
        };
        let (end, ignore_case, filters) = slashes.filter(|_| is_alone).find_map(ends)?;
        Some(Grep::regex(&written[1..end], ignore_case).map(|grep| Self { filters, grep }))
    }

    fn check_lines(&self) -> Result<(), QuestionError> {
        if self.filters.kinds.is_empty() { Ok(()) } else { Err(QuestionError::KindOfLines) }
    }

    /// Whether a file is looked at.
    pub(super) fn takes_file(&self, codebase: &Codebase, path: &str) -> bool {
        let language = source::RepoPath::parse(path).map_or(Language::Other, |path| codebase.language_of(&path));
        self.filters.takes_file(&path.to_lowercase(), language, is_test(path))
    }
}

impl Overlaid<'_> {
    /// The lines that match, at most `limit`, in path order.
    ///
    /// # Errors
    /// Lines have no kind, so that `kind:` is refused; else as [`content`](Self::content).
    pub fn matching(self, pattern: &Pattern, limit: usize) -> Result<GrepResult, QuestionError> {
        pattern.check_lines()?;
        self.grep_where(&pattern.grep, &|path| pattern.takes_file(self.codebase(), path), 0, limit)
    }
}

impl Codebase {
    /// The best hits for words, as [`search_with`](Self::search_with), or, for a pattern between slashes, the lines that match.
    ///
    /// # Errors
    /// The pattern is none, or its lines cannot be read.
    pub fn search_or_match(
        &self,
        query: &str,
        limit: usize,
        similar: &[Similar],
    ) -> Result<Vec<SearchHit>, QuestionError> {
        let Some(pattern) = Pattern::read(query) else { return Ok(self.search_with(query, limit, similar)) };
        let pattern = pattern?;
        pattern.check_lines()?;
        let found = self.grep_where(&pattern.grep, &|path| pattern.takes_file(self, path), limit);
        let lines = found.lines.into_iter().filter_map(|line| {
            let file = self.snapshot().find(&line.span.path)?;
            let number = line.span.start_line;
            let shown = SnippetLine { number, text: line.text };
            Some(SearchHit {
                language: self.snapshot().file(file).language,
                span: line.span,
                symbol: None,
                kind: "text",
                score: 1.0,
                snippet: Snippet { lines: vec![shown] },
                terms: Vec::new(),
            })
        });
        Ok(lines.collect())
    }

    /// The palette, as [`find`](Self::find), or, for a pattern between slashes, the symbols and files whose names match, by
    /// path and line.
    ///
    /// # Errors
    /// The pattern is none, or the names of an index that is read in pages are too many to read them all.
    pub fn find_or_match(&self, typed: &str, limit: usize) -> Result<Vec<FoundItem>, QuestionError> {
        let Some(pattern) = Pattern::read(typed) else { return Ok(self.find(typed, limit)) };
        let pattern = pattern?;
        if self.graph().paged().is_some_and(|graph| graph.bytes_of_names() > ALL_NAMES) {
            return Err(QuestionError::TooManyNames);
        }
        let all = self.symbol_finder("", ALL_NAMES);
        let is_hit = |text: &str| !pattern.grep.find(text, 1).is_empty();
        let symbols = all.symbols.iter().filter(|symbol| {
            let file = self.snapshot().file(symbol.file);
            self.takes(symbol.file)
                && pattern.filters.takes_kind(symbol.kind)
                && pattern.filters.takes_file(&file.path.as_str().to_lowercase(), file.language, symbol.is_test)
                && is_hit(self.names_of(symbol).0)
        });
        let symbols = symbols.map(|symbol| Found::Symbol(self.summary_of(symbol)));
        let files = self.files_in_scope().map(|file| self.snapshot().file(file).path.as_str());
        let files =
            files.filter(|path| pattern.filters.kinds.is_empty() && pattern.takes_file(self, path) && is_hit(path));
        let found = symbols.chain(files.map(|path| Found::File(path.to_owned())));
        Ok(found.take(limit).map(|found| FoundItem { found, score: super::find::SURE }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn search(query: &str) -> Result<Vec<String>, String> {
        let hits = fixture::shop().search_or_match(query, 4, &[]).map_err(|error| error.to_string())?;
        Ok(hits.into_iter().map(|hit| format!("{}: {}", hit.span.place(), hit.snippet.text().trim())).collect())
    }

    fn find(typed: &str) -> Result<Vec<String>, String> {
        let items = fixture::shop().find_or_match(typed, 9).map_err(|error| error.to_string())?;
        let name = |item: FoundItem| match item.found {
            Found::Symbol(symbol) => symbol.qualified_name,
            Found::File(path) => path,
        };
        Ok(items.into_iter().map(name).collect())
    }

    #[test]
    fn a_pattern_is_between_slashes_beside_filters_alone() {
        let is_pattern = |query: &str| Pattern::read(query).is_some();
        for query in ["/a b/", "/a/i", "  /x\\/y/ ", "/a/ path:src/ -test", "lang:py /def \\w+/", "/a/b/", "/(/"] {
            assert!(is_pattern(query), "{query}");
        }
        for query in
            ["", "/", "//", "src/net/", "a/b/c", "/a", "/a/g", "where is /a/ used", "/a/ in here", "x/a/", "/a\\/"]
        {
            assert!(!is_pattern(query), "{query}");
        }
    }

    #[test]
    fn a_search_finds_the_lines_that_match() {
        let prices = Ok(vec![
            "shop/pricing.py:4: def total_price(lines):".to_owned(),
            "shop/pricing.py:9: def discount(lines):".to_owned(),
        ]);
        assert_eq!(search(r"/def \w+\(lines\)/"), prices);
        assert_eq!(search(r"path:pricing /DEF \w+\(lines\)/i lang:py"), prices);
        assert_eq!(search(r"/def \w+\(lines\)/ -path:pricing"), Ok(Vec::new()));
        assert_eq!(search("/def/").unwrap().len(), 4, "no more than are wanted");
    }

    #[test]
    fn the_palette_finds_the_names_that_match() {
        assert_eq!(find("/^format.*y$/"), Ok(vec!["web.money.formatMoney".to_owned()]));
        assert!(find(r"/\.rs$/").unwrap().contains(&"ledger.rs".to_owned()));
        assert_eq!(find("/^charge$/ kind:class"), Ok(Vec::new()));
    }

    #[test]
    fn what_cannot_be_matched_is_an_error_and_not_an_empty_result() {
        for result in [search("/(/"), find("/(/")] {
            let error = result.unwrap_err();
            assert!(error.starts_with("the pattern is no regular expression that can be searched for"), "{error}");
        }
        assert!(search("/def/ kind:function").unwrap_err().contains("leave out `kind:`"));
        assert!(search(&format!("/{}/", "a".repeat(1_001))).unwrap_err().contains("longer than 1000 bytes"));
    }
}
