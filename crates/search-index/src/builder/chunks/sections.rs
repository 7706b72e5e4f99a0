//! The sections of a document, the shortest ones put together.

use source::Outline;
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
    let headings = &outline.headings;
    let ends = headings.iter().skip(1).map(|next| next.first).chain([lines.len()]);
    let section = |(heading, end): (&source::Heading<'_>, usize)| Group {
        lines: heading.first..end,
        level: heading.level,
        words: words(lines.get(heading.below..end).unwrap_or_default()),
    };
    let first = headings.first().map_or(lines.len(), |heading| heading.first);
    let before = Group { lines: 0..first, level: 0, words: words(&lines[..first]) };
    let before = (first > 0).then_some(before);
    before.into_iter().chain(headings.iter().zip(ends).map(section)).collect()
}
