//! TODO comments.

use super::Collected;
use crate::List;
use crate::scan::File;

const MARKS: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for (line, comment) in &file.comments {
        let Some((at, mark)) = MARKS.iter().filter_map(|mark| Some((found(comment, mark)?, mark))).min() else {
            continue;
        };
        let said = comment[at + mark.len()..].trim_start_matches([':', '-', ' ']).trim_end_matches("*/").trim();
        let said = said.trim_end_matches("-->").trim_end_matches("\"\"\"").trim();
        out.push(List::Todos, file.entry((*line, *line), mark, said));
    }
}

/// Where the mark is a word of its own, in capitals.
fn found(comment: &str, mark: &str) -> Option<usize> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    comment
        .match_indices(mark)
        .map(|(at, _)| at)
        .find(|at| !is_word(comment[..*at].chars().next_back()) && !is_word(comment[at + mark.len()..].chars().next()))
}
