//! Which lines of a file are shown, and how high each is: folded ones are left out, long ones are broken.

use super::LineIndex;
use super::lines::is_comment;
use protocol::OutlineItem;
use std::collections::BTreeSet;
use std::ops::Range;

/// Columns that a tab may take: `tab-size` in `styles/code.css`.
const TAB: usize = 4;
/// Bytes of a line that are drawn at most, as in `pieces`.
const LONGEST: usize = 4_000;

/// A part of a file that can be folded; lines from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The line with the name, which stays.
    pub header: u32,
    /// Last line.
    pub end: u32,
    pub name: String,
}

/// The parts of a file that can be folded, in order of their headers: definitions of more than one line. The header is the
/// first line of code with the name, because attributes and comments, which may have it too, come before it.
pub fn regions(text: &str, lines: &LineIndex, outline: &[OutlineItem]) -> Vec<Region> {
    let last = u32::try_from(lines.len()).unwrap_or(u32::MAX).saturating_sub(1);
    let mut out: Vec<Region> = Vec::new();
    for item in outline {
        let (start, end) = (item.start_line.max(1) - 1, item.end_line.max(1) - 1);
        let end = end.min(last);
        let text_of = |line: &u32| &text[lines.range(text, *line as usize)];
        let code = (start..=end).take(LONGEST_HEAD).filter(|line| !is_comment(text_of(line))).take(LOOKED_AT);
        let header = code.into_iter().find(|line| has_word(text_of(line), &item.name)).unwrap_or(start);
        if header < end && out.last().is_none_or(|before| before.header != header) {
            out.push(Region { header, end, name: item.name.clone() });
        }
    }
    out.sort_by_key(|region| (region.header, std::cmp::Reverse(region.end)));
    out
}

/// Lines of a definition that are looked at for its name: of code, and with the comments before them.
const LOOKED_AT: usize = 60;
const LONGEST_HEAD: usize = 1_000;

/// The definitions whose headers are above a line and which go on at it, outermost first.
pub fn scopes_at(regions: &[Region], line: u32) -> Vec<&Region> {
    let before = regions.partition_point(|region| region.header < line);
    regions[..before].iter().filter(|region| region.end >= line).collect()
}

fn has_word(line: &str, word: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word)
        .any(|(at, _)| !is_word(line[..at].chars().next_back()) && !is_word(line[at + word.len()..].chars().next()))
}

/// The shown lines of a file with the row at which each begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// From 0, in order.
    lines: Vec<u32>,
    /// For each shown line its first row; at the end the number of rows.
    tops: Vec<u32>,
}

impl Layout {
    /// `columns`: how many fit beside each other where lines are broken; `None` where they are not.
    pub fn new(text: &str, index: &LineIndex, hidden: &[Range<u32>], columns: Option<usize>) -> Self {
        let (mut lines, mut tops, mut row) = (Vec::with_capacity(index.len()), Vec::new(), 0u32);
        let mut hidden = hidden.iter().peekable();
        for line in 0..u32::try_from(index.len()).unwrap_or(u32::MAX) {
            while hidden.peek().is_some_and(|range| range.end <= line) {
                hidden.next();
            }
            if hidden.peek().is_some_and(|range| range.contains(&line)) {
                continue;
            }
            lines.push(line);
            tops.push(row);
            row += columns.map_or(1, |columns| rows_of(&text[index.range(text, line as usize)], columns));
        }
        tops.push(row);
        Self { lines, tops }
    }

    /// All rows.
    pub fn rows(&self) -> u32 {
        self.tops.last().copied().unwrap_or(0)
    }

    /// The places, in the list of shown lines, of those that overlap some rows.
    pub fn within(&self, rows: Range<u32>) -> Range<usize> {
        let first = self.tops.partition_point(|top| *top <= rows.start).saturating_sub(1);
        let end = self.tops.partition_point(|top| *top < rows.end).min(self.lines.len());
        first.min(end)..end
    }

    /// The line at a place of the list of shown lines, with its rows.
    pub fn line(&self, place: usize) -> Option<(u32, Range<u32>)> {
        Some((*self.lines.get(place)?, self.tops[place]..self.tops[place + 1]))
    }

    /// The first row of a line; of a folded one that of the line before which is shown.
    pub fn row_of(&self, line: u32) -> u32 {
        let place = self.lines.partition_point(|shown| *shown <= line).saturating_sub(1);
        self.tops.get(place).copied().unwrap_or(0)
    }

    /// The line at a row.
    pub fn line_at(&self, row: u32) -> u32 {
        let place = self.tops.partition_point(|top| *top <= row).saturating_sub(1);
        self.lines.get(place).or(self.lines.last()).copied().unwrap_or(0)
    }
}

/// Lines that folding hides, in order and without overlap.
pub fn hidden(regions: &[Region], folded: &BTreeSet<u32>) -> Vec<Range<u32>> {
    let mut out: Vec<Range<u32>> = Vec::new();
    for region in regions.iter().filter(|region| folded.contains(&region.header)) {
        let range = region.header + 1..region.end + 1;
        match out.last_mut().filter(|before| range.start < before.end) {
            Some(before) => before.end = before.end.max(range.end),
            None => out.push(range),
        }
    }
    out
}

fn rows_of(line: &str, columns: usize) -> u32 {
    let drawn = &line[..line.floor_char_boundary(line.len().min(LONGEST))];
    let wide = |c: char| matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0x1f300..=0x1faff);
    let width = drawn.chars().fold(0, |at, c| match c {
        '\t' => at + TAB - at % TAB,
        c if wide(c) => at + 2,
        _ => at + 1,
    });
    u32::try_from(width.div_ceil(columns.max(1))).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one range")]
mod tests {
    use super::*;

    const TEXT: &str = "/// open.\n#[inline]\nfn open() {\n    if x {\n    }\n}\nfn close() {\n    long_long_line\n}\n";

    fn item(name: &str, start_line: u32, end_line: u32) -> OutlineItem {
        OutlineItem { symbol: 0, name: name.into(), kind: "function".into(), depth: 0, start_line, end_line }
    }

    fn all() -> (LineIndex, Vec<Region>) {
        let index = LineIndex::new(TEXT);
        let regions = regions(TEXT, &index, &[item("open", 1, 6), item("close", 7, 9), item("x", 4, 4)]);
        (index, regions)
    }

    #[test]
    fn the_header_is_the_line_with_the_name() {
        let (_, regions) = all();
        let rows: Vec<_> = regions.iter().map(|it| (it.name.as_str(), it.header, it.end)).collect();
        assert_eq!(rows, [("open", 2, 5), ("close", 6, 8)]);
        assert_eq!(scopes_at(&regions, 4).len(), 1);
        assert!(scopes_at(&regions, 2).is_empty());
    }

    #[test]
    fn folded_lines_are_left_out_and_rows_still_lead_to_lines() {
        let (index, regions) = all();
        let layout = Layout::new(TEXT, &index, &hidden(&regions, &BTreeSet::from([2])), None);
        assert_eq!(layout.rows(), 6);
        assert_eq!((layout.row_of(2), layout.row_of(4), layout.row_of(6)), (2, 2, 3));
        assert_eq!((layout.line_at(3), layout.line_at(99)), (6, 8));
        let shown: Vec<_> = layout.within(2..4).filter_map(|at| layout.line(at)).map(|(line, _)| line).collect();
        assert_eq!(shown, [2, 6]);
    }

    #[test]
    fn long_lines_take_several_rows() {
        let (index, _) = all();
        let layout = Layout::new(TEXT, &index, &[], Some(10));
        assert_eq!(layout.line(7), Some((7, 9..11)));
        assert_eq!((layout.line_at(10), layout.row_of(8)), (7, 11));
        assert_eq!(layout.within(10..11), 7..8);
        assert_eq!(rows_of("\t\tab", 10), 1);
        assert_eq!(rows_of("漢字漢字漢字", 10), 2);
        assert_eq!(rows_of("", 10), 1);
    }

    #[test]
    fn nested_folds_hide_each_line_once() {
        let index = LineIndex::new("a\nb\nc\nd\n");
        let regions = regions("a\nb\nc\nd\n", &index, &[item("a", 1, 4), item("b", 2, 3)]);
        assert_eq!(hidden(&regions, &BTreeSet::from([0, 1])), [1..4]);
    }
}
