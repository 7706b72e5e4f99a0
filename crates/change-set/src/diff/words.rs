//! Which words of two lines differ.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::ops::Range;

/// Longer lines get no marks.
const MAX_LINE: usize = 2_000;

/// Byte ranges of the words that differ, of both lines; empty where the lines have too little in common for marks to help.
pub(super) fn marks(old: &str, new: &str) -> (Vec<Range<u32>>, Vec<Range<u32>>) {
    if old.len() > MAX_LINE || new.len() > MAX_LINE {
        return (Vec::new(), Vec::new());
    }
    let (old_words, new_words) = (words(old), words(new));
    let mut input: InternedInput<&str> = InternedInput::default();
    input.update_before(old_words.iter().copied());
    input.update_after(new_words.iter().copied());
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_no_heuristic(&input);
    let (old_marks, old_kept) = merged(&old_words, |at| diff.is_removed(at));
    let (new_marks, new_kept) = merged(&new_words, |at| diff.is_added(at));
    let is_close = 3 * old_kept >= solid_len(old) && 3 * new_kept >= solid_len(new);
    if is_close { (old_marks, new_marks) } else { (Vec::new(), Vec::new()) }
}

/// Characters that are not blank.
fn solid_len(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// The ranges of the words for which `differs` holds, neighbours merged; and the solid length of the others.
fn merged(words: &[&str], differs: impl Fn(u32) -> bool) -> (Vec<Range<u32>>, usize) {
    let (mut marks, mut kept, mut at): (Vec<Range<u32>>, _, _) = (Vec::new(), 0, 0);
    for (number, word) in words.iter().enumerate() {
        let end = at + word.len() as u32;
        match marks.last_mut() {
            _ if !differs(number as u32) => kept += solid_len(word),
            Some(last) if last.end == at => last.end = end,
            _ => marks.push(at..end),
        }
        at = end;
    }
    (marks, kept)
}

/// A line in words (letters, digits, `_`), runs of blanks, and single other characters.
fn words(line: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in line.char_indices() {
        if last.is_some_and(|last| last == 2 || last != kind(c)) {
            words.push(&line[start..at]);
            start = at;
        }
        last = Some(kind(c));
    }
    if start < line.len() {
        words.push(&line[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
        let (left, right) = marks(old, new);
        let cut = |text: &str, marks: Vec<Range<u32>>| {
            marks.iter().map(|mark| text[mark.start as usize..mark.end as usize].to_owned()).collect()
        };
        (cut(old, left), cut(new, right))
    }

    #[test]
    fn marks_the_words_that_differ() {
        let expected = (vec!["total".to_owned()], vec!["sum".to_owned(), ", tax".to_owned()]);
        assert_eq!(marked("return total(price)", "return sum(price, tax)"), expected);
        assert_eq!(marked("prix = é1", "prix = é2"), (vec!["é1".to_owned()], vec!["é2".to_owned()]));
    }

    #[test]
    fn lines_with_nothing_in_common_get_no_marks() {
        assert_eq!(marked("import os", "def shout(text):"), (vec![], vec![]));
        assert_eq!(marked("", ""), (vec![], vec![]));
    }
}
