//! All places in one file that match a text or pattern.

use super::QuestionError;
use super::facts::masked::is_word;
use crate::Codebase;
use search_index::Grep;

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileSearch {
    /// A text, or a regular expression.
    pub text: String,
    pub is_pattern: bool,
    /// Whether upper and lower case of ASCII letters differ.
    pub match_case: bool,
    /// Whether a match may not begin or end inside of a word.
    pub whole_words: bool,
}

/// Places in a file, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileMatches {
    /// Line from 1; first byte in it, and one past the last.
    pub places: Vec<(u32, u32, u32)>,
    /// True where there are more.
    pub more: bool,
}

impl Codebase {
    /// The first `most` places in a file.
    ///
    /// # Errors
    /// There is no such file, what is looked for is empty, too long or no pattern, or the text is not loaded.
    pub fn find_in_file(&self, path: &str, search: &FileSearch, most: usize) -> Result<FileMatches, QuestionError> {
        let text = self.text(self.find_file(path)?)?;
        let grep = match search.is_pattern {
            true => Grep::regex(&search.text, !search.match_case)?,
            false => Grep::literal(&search.text, !search.match_case)?,
        };
        let mut found = FileMatches::default();
        for line in grep.find(text, most + 1) {
            let content = &text[line.line_start as usize..line.line_end as usize];
            let all = grep.all_in_line(content).into_iter();
            let taken = all.filter(|(start, end)| !search.whole_words || is_whole(content, *start, *end));
            found.places.extend(taken.map(|(start, end)| (line.line, start, end)));
            if found.places.len() > most {
                break;
            }
        }
        found.more = found.places.len() > most;
        found.places.truncate(most);
        Ok(found)
    }
}

fn is_whole(line: &str, start: u32, end: u32) -> bool {
    let bytes = line.as_bytes();
    let at = |place: usize| bytes.get(place).is_some_and(|byte| is_word(*byte));
    let (start, end) = (start as usize, end as usize);
    let goes_on_before = start > 0 && at(start - 1) && at(start);
    let goes_on_after = end > 0 && at(end - 1) && at(end);
    !goes_on_before && !goes_on_after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn places(text: &str, is_pattern: bool, match_case: bool, whole_words: bool) -> Vec<(u32, u32, u32)> {
        let search = FileSearch { text: text.to_owned(), is_pattern, match_case, whole_words };
        fixture::shop().find_in_file("shop/pricing.py", &search, 50).unwrap().places
    }

    #[test]
    fn every_place_of_a_line_is_found_by_text_word_and_pattern() {
        let all = [(6, 15, 19), (6, 30, 34), (6, 38, 42), (10, 20, 24)];
        assert_eq!(places("LINE", false, false, false).len(), 8);
        assert!(places("LINE", false, true, false).is_empty());
        assert_eq!(places("line", false, true, true), all[..2]);
        assert_eq!(places(r"^def \w+", true, true, false), [(4, 0, 15), (9, 0, 12)]);
    }

    #[test]
    fn more_than_wanted_is_said_and_a_wrong_pattern_is_an_error() {
        let shop = fixture::shop();
        let search = FileSearch { text: "line".to_owned(), ..FileSearch::default() };
        let found = shop.find_in_file("shop/pricing.py", &search, 2).unwrap();
        assert_eq!((found.places.len(), found.more), (2, true));
        let wrong = FileSearch { text: "(".to_owned(), is_pattern: true, ..FileSearch::default() };
        assert!(matches!(shop.find_in_file("shop/pricing.py", &wrong, 2), Err(QuestionError::Pattern(_))));
        assert!(matches!(shop.find_in_file("none.py", &search, 2), Err(QuestionError::NoSuchFile { .. })));
        let empty = FileSearch::default();
        assert!(shop.find_in_file("shop/pricing.py", &empty, 2).is_err());
    }
}
