//! The sections of a document, the shortest ones put together.

use source::{Heading, Outline};
use std::ops::Range;

/// A section with so few words below its heading has too few to be weighed by. Lines say little: many documents have a paragraph a line.
const SHORT: usize = 7;
/// Lines that a section and a short one behind it have at most.
const TOGETHER: usize = 40;

struct Group {
    lines: Range<usize>,
    level: usize,
    /// Words without the headings.
    words: usize,
}

/// Stretches of lines that begin with a section: all lines, in order. One stretch where there are no headings.
pub fn groups(lines: &[&str], outline: &Outline<'_>) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut open: Option<Group> = None;
    for section in sections(lines, outline) {
        match open.take() {
            // A heading with little below it leads to what follows, unless that is outside of its own section.
            Some(group) if group.words <= SHORT && section.level >= group.level => {
                let lines = group.lines.start..section.lines.end;
                open = Some(Group { lines, words: group.words + section.words, ..group });
            }
            last => {
                close(&mut groups, last);
                open = Some(section);
            }
        }
    }
    close(&mut groups, open);
    groups
}

fn close(groups: &mut Vec<Range<usize>>, group: Option<Group>) {
    let Some(group) = group else { return };
    match groups.last_mut() {
        Some(before) if group.words <= SHORT && group.lines.end - before.start <= TOGETHER => {
            before.end = group.lines.end;
        }
        _ => groups.push(group.lines),
    }
}

fn sections(lines: &[&str], outline: &Outline<'_>) -> Vec<Group> {
    let words = |lines: &[&str]| lines.iter().map(|line| line.split_whitespace().count()).sum::<usize>();
    let section = |(heading, lines_of): (Option<&Heading<'_>>, Range<usize>)| Group {
        level: heading.map_or(0, |heading| heading.level),
        // A rule may be the last line.
        words: words(&lines[heading.map_or(lines_of.start, |heading| heading.below).min(lines_of.end)..lines_of.end]),
        lines: lines_of,
    };
    outline.sections(lines.len()).map(section).collect()
}
