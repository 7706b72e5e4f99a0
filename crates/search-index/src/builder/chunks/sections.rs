//! The sections of a document, the shortest ones put together.

use source::Outline;
use std::ops::Range;

/// A section with so many written lines below its heading has too few words to be weighed by.
const SHORT: usize = 2;
/// Lines that a section and a short one behind it have at most.
const TOGETHER: usize = 40;

struct Group {
    lines: Range<usize>,
    level: usize,
    /// Written lines without the headings.
    written: usize,
}

/// Stretches of lines that begin with a section: all lines, in order. One stretch where there are no headings.
pub fn groups(lines: &[&str], outline: &Outline<'_>) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut open: Option<Group> = None;
    for section in sections(lines, outline) {
        match open.take() {
            // A heading with little below it leads to what follows, unless that is outside of its own section.
            Some(group) if group.written <= SHORT && section.level >= group.level => {
                let lines = group.lines.start..section.lines.end;
                open = Some(Group { lines, written: group.written + section.written, ..group });
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
        Some(before) if group.written <= SHORT && group.lines.end - before.start <= TOGETHER => {
            before.end = group.lines.end;
        }
        _ => groups.push(group.lines),
    }
}

fn sections(lines: &[&str], outline: &Outline<'_>) -> Vec<Group> {
    let written = |lines: &[&str]| lines.iter().filter(|line| !line.trim().is_empty()).count();
    let headings = &outline.headings;
    let ends = headings.iter().skip(1).map(|next| next.first).chain([lines.len()]);
    let section = |(heading, end): (&source::Heading<'_>, usize)| Group {
        lines: heading.first..end,
        level: heading.level,
        written: written(lines.get(heading.below..end).unwrap_or_default()),
    };
    let first = headings.first().map_or(lines.len(), |heading| heading.first);
    let before = Group { lines: 0..first, level: 0, written: written(&lines[..first]) };
    let before = (first > 0).then_some(before);
    before.into_iter().chain(headings.iter().zip(ends).map(section)).collect()
}
