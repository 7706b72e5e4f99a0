//! Hunks with their rows, for a page and for a patch.

use super::{lines, words};
use crate::text::{LineEnd, without_end};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Unchanged lines around a change.
const CONTEXT: u32 = 3;

/// Changes that lie near each other, with the lines around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// First line before, from 1; as in git, the line in front of it where `old_lines` is 0.
    pub old_start: u32,
    /// Lines before.
    pub old_lines: u32,
    /// First line after, likewise.
    pub new_start: u32,
    /// Lines after.
    pub new_lines: u32,
    /// The lines, in the order of a unified diff.
    pub rows: Vec<Row>,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// It is in both texts.
    Same,
    /// Only before.
    Removed,
    /// Only after.
    Added,
}

/// A line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// What became of it.
    pub kind: RowKind,
    /// Its number before, from 1.
    pub old: Option<u32>,
    /// Its number after, from 1.
    pub new: Option<u32>,
    /// The line without its end.
    pub text: String,
    /// How it ends.
    pub end: LineEnd,
    /// The words that differ from the line beside it: byte ranges of `text`. Empty where the whole line differs.
    pub marks: Vec<Range<u32>>,
}

/// The changes between two texts, with three lines of context.
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    grouped(lines::changed_ranges(before, after)).iter().map(|changes| hunk(&old, &new, changes)).collect()
}

/// `before` with the hunks of the given numbers (from 0, as [`hunks`] orders them), and no others. All but one: that one
/// rejected. Numbers beyond the last are ignored.
pub fn with_hunks(before: &str, after: &str, chosen: &[usize]) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let (mut out, mut done) = (String::new(), 0);
    for (number, changes) in grouped(lines::changed_ranges(before, after)).into_iter().enumerate() {
        if !chosen.contains(&number) {
            continue;
        }
        for change in changes {
            out.extend(old[done..change.before.start as usize].iter().copied());
            out.extend(new[range(&change.after)].iter().copied());
            done = change.before.end as usize;
        }
    }
    out.extend(old[done..].iter().copied());
    out
}

fn range(lines: &Range<u32>) -> Range<usize> {
    lines.start as usize..lines.end as usize
}

/// Changes whose contexts touch are in one group.
fn grouped(changes: Vec<imara_diff::Hunk>) -> Vec<Vec<imara_diff::Hunk>> {
    let mut groups: Vec<Vec<imara_diff::Hunk>> = Vec::new();
    for change in changes {
        match groups.last_mut() {
            Some(group) if change.before.start - group[group.len() - 1].before.end <= 2 * CONTEXT => group.push(change),
            _ => groups.push(vec![change]),
        }
    }
    groups
}

fn hunk(old: &[&str], new: &[&str], changes: &[imara_diff::Hunk]) -> Hunk {
    let (first, last) = (&changes[0], &changes[changes.len() - 1]);
    let lead = first.before.start.min(CONTEXT);
    let trail = (old.len() as u32 - last.before.end).min(CONTEXT);
    let mut rows = Rows { old_at: first.before.start - lead, new_at: first.after.start - lead, rows: Vec::new() };
    let (old_from, new_from) = (rows.old_at, rows.new_at);
    for change in changes {
        rows.same(old, change.before.start);
        rows.change(&old[range(&change.before)], &new[range(&change.after)]);
    }
    rows.same(old, last.before.end + trail);
    let (old_lines, new_lines) = (rows.old_at - old_from, rows.new_at - new_from);
    Hunk {
        old_start: old_from + u32::from(old_lines > 0),
        old_lines,
        new_start: new_from + u32::from(new_lines > 0),
        new_lines,
        rows: rows.rows,
    }
}

/// The rows so far, and how many lines of both texts are done.
struct Rows {
    old_at: u32,
    new_at: u32,
    rows: Vec<Row>,
}

impl Rows {
    fn same(&mut self, old: &[&str], until: u32) {
        while self.old_at < until {
            self.push(RowKind::Same, old[self.old_at as usize], Vec::new());
        }
    }

    fn change(&mut self, removed: &[&str], added: &[&str]) {
        let pairs = removed.iter().zip(added).map(|(old, new)| words::marks(without_end(old), without_end(new)));
        let (mut old_marks, mut new_marks): (Vec<_>, Vec<_>) = pairs.unzip();
        old_marks.resize(removed.len(), Vec::new());
        new_marks.resize(added.len(), Vec::new());
        for (line, marks) in removed.iter().zip(old_marks) {
            self.push(RowKind::Removed, line, marks);
        }
        for (line, marks) in added.iter().zip(new_marks) {
            self.push(RowKind::Added, line, marks);
        }
    }

    fn push(&mut self, kind: RowKind, line: &str, marks: Vec<Range<u32>>) {
        let (is_old, is_new) = (kind != RowKind::Added, kind != RowKind::Removed);
        self.old_at += u32::from(is_old);
        self.new_at += u32::from(is_new);
        self.rows.push(Row {
            kind,
            old: is_old.then_some(self.old_at),
            new: is_new.then_some(self.new_at),
            text: without_end(line).to_owned(),
            end: LineEnd::of_line(line),
            marks,
        });
    }
}

impl Hunk {
    /// The rows side by side: left as before, right as after. A removed line faces the added one that replaces it.
    pub fn side_by_side(&self) -> Vec<(Option<&Row>, Option<&Row>)> {
        let mut pairs = Vec::new();
        let mut rest = self.rows.as_slice();
        while let Some(row) = rest.first() {
            if row.kind == RowKind::Same {
                pairs.push((Some(row), Some(row)));
                rest = &rest[1..];
                continue;
            }
            let run = |rows: &[Row], kind| rows.iter().take_while(|row| row.kind == kind).count();
            let (left, after) = rest.split_at(run(rest, RowKind::Removed));
            let (right, after) = after.split_at(run(after, RowKind::Added));
            pairs.extend((0..left.len().max(right.len())).map(|at| (left.get(at), right.get(at))));
            rest = after;
        }
        pairs
    }
}
