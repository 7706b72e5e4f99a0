//! Which lines of a piece of prose are quoted: the paragraphs that have most of the question's words.

use super::Piece;
use crate::word_places::{Wanted, Words};
use code_words::condition::is_not;
use source::Outline;
use std::ops::Range;

/// Most lines that are quoted, and most letters of them.
const MOST_LINES: usize = 12;
const MOST_LETTERS: usize = 1400;
/// What follows fewer lines than these is quoted with them.
const FEW: usize = 9;
/// What a line must add to what is covered to be worth reading.
const LINE: f64 = 0.01;
/// What a passage gains that denies something, as the question does.
const DENIES: f64 = 0.05;
/// What a passage loses that begins with code.
const CODE: f64 = 0.15;
/// A longer row of a table is not read as a sentence.
const WIDE: usize = 160;

/// The lines, and how much of the question's words they have together with the title, from 0 to 1. They begin with prose where that
/// has about as much; where the question denies something, so do they if they can.
pub fn best(piece: &Piece<'_>, weights: &[Wanted], is_denied: bool) -> Option<(Range<usize>, f64)> {
    let lines: Vec<&str> = piece.evidence.excerpt.lines().collect();
    let is_code = in_blocks(&piece.evidence.path, &lines, piece.lines.clone());
    let paragraphs = paragraphs(&lines, piece.lines.clone());
    let mut best: Option<(f64, f64, usize, Range<usize>)> = None;
    for first in 0..paragraphs.len() {
        let of_code = if is_code(paragraphs[first].start) { CODE } else { 0.0 };
        for last in first..paragraphs.len() {
            let range = paragraphs[first].start..paragraphs[last].end;
            if range.len() > MOST_LINES {
                break;
            }
            let text = piece.text(range.clone());
            let coverage = Words::of(&text).fit(weights).1;
            let denies = if is_denied && is_negated(&text.excerpt) { DENIES } else { 0.0 };
            let worth = coverage + denies - of_code - LINE * range.len() as f64;
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, coverage, last, range));
            }
        }
    }
    let (_, coverage, last, mut range) = best?;
    // What comes first under a title says what the rest is about.
    let first = paragraphs.iter().find(|paragraph| !is_code(paragraph.start)).map_or(range.start, |first| first.start);
    if piece.title.is_some() && first < range.end && range.end - first <= MOST_LINES {
        range.start = first;
    }
    for next in &paragraphs[last + 1..] {
        let opens = lines[range.end - 1].trim_end().ends_with(':');
        let goes_on = is_item(lines[next.start]) && lines[range.clone()].iter().any(|line| is_item(line));
        let length = next.end - range.start;
        if !(opens || (goes_on || range.len() < FEW) && length <= MOST_LINES) {
            break;
        }
        range.end = next.end.min(range.start + MOST_LINES).max(range.end);
        if length >= MOST_LINES {
            break;
        }
    }
    let letters = |range: &Range<usize>| lines[range.clone()].iter().map(|line| line.len()).sum::<usize>();
    while range.len() > 1 && letters(&range) > MOST_LETTERS {
        range.end -= 1;
    }
    Some((range, coverage))
}

/// Whether a text says that something is not so.
pub fn is_negated(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| is_not(word) || word == "without")
}

/// Which lines are in a block of code, or indented below a line that ends in `::`, which may be a remark.
fn in_blocks(path: &str, lines: &[&str], within: Range<usize>) -> impl Fn(usize) -> bool {
    let outline = Outline::of(path, lines);
    let (mut found, mut below): (Vec<usize>, Option<usize>) = (Vec::new(), None);
    for at in within {
        let line = lines[at];
        let (text, indent) = (line.trim(), line.len() - line.trim_start().len());
        if !text.is_empty() && below.is_some_and(|outer| indent <= outer) {
            below = None;
        }
        let opens = ["```", "~~~", "$ ", ">>> "].iter().any(|mark| text.starts_with(mark));
        if outline.is_in_code(at) || opens || below.is_some() {
            found.push(at);
        }
        if below.is_none() && text.ends_with("::") {
            below = Some(indent);
        }
    }
    move |at| found.contains(&at)
}

/// Runs of lines that are not blank, longer ones in parts; an item of a list is one of its own. Without labels, directives, rules and
/// wide rows of tables.
fn paragraphs(lines: &[&str], within: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for at in within {
        let line = lines[at].trim();
        let is_mark = line.starts_with(".. ") && line.split_whitespace().count() < 5;
        let is_wide = line.starts_with('|') && line.len() > WIDE;
        let is_text = line.chars().any(char::is_alphanumeric) && !is_mark && !is_wide;
        match found.last_mut() {
            Some(open) if is_text && is_open && !is_item(line) && open.len() < MOST_LINES => open.end = at + 1,
            _ if is_text => found.push(at..at + 1),
            _ => {}
        }
        // A fence belongs to what it encloses.
        is_open = is_text || is_open && line.starts_with("```");
    }
    found
}

fn is_item(line: &str) -> bool {
    ["- ", "* ", "+ "].iter().any(|mark| line.trim_start().starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word_places::word_weights;

    #[test]
    fn paragraphs_and_items_are_parts_of_a_text() {
        let text =
            [".. setting:: X", "", "One line", "and another.", "", "- first", "  of two", "- second", "====", "end"];
        assert_eq!(paragraphs(&text, 0..10), [2..4, 5..7, 7..8, 9..10]);
    }

    #[test]
    fn code_above_all_prose_of_a_section_is_quoted_as_it_is() {
        let text = "```sh\nshop run fast\n```\n\nThen open the page.";
        let evidence = crate::tests::found("", "README.md", 1, text);
        let piece = Piece { evidence: &evidence, title: Some("Use".into()), lines: 0..5, is_comment: false };
        let weights = word_weights(&["run".into(), "fast".into()], &[Words::of(&evidence)]);
        assert_eq!(best(&piece, &weights, false).map(|(lines, _)| lines.start), Some(0));
    }

    #[test]
    fn code_and_remarks_are_blocks_of_a_text() {
        let text = [
            "For example::",
            "",
            "    run()",
            "",
            "Then",
            "```",
            "# no title",
            "```",
            ".. note::",
            "   It runs.",
            "End",
        ];
        let is_code = in_blocks("a.md", &text, 0..11);
        assert_eq!((0..11).filter(|at| is_code(*at)).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7, 9]);
    }
}
