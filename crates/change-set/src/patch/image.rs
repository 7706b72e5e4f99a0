//! A file's lines while hunks are applied to them.

use super::misfit::Misfit;
use super::{MAX_OFFSET, PatchHunk};
use crate::diff::RowKind;
use crate::text::BOM;
use std::cmp::Reverse;

/// A file's lines while hunks are applied to them.
pub(super) struct Image {
    lines: Vec<Line>,
}

struct Line {
    /// With its end.
    text: String,
    /// Its number before the patch, from 1. `None` for a line that a hunk of this patch wrote: no other hunk is to match there.
    number: Option<u32>,
}

impl Image {
    pub fn of(text: &str) -> Self {
        let line = |(text, number): (&str, u32)| Line { text: text.to_owned(), number: Some(number) };
        Self { lines: text.split_inclusive('\n').zip(1..).map(line).collect() }
    }

    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text.as_str()).collect()
    }

    /// Applies a hunk and returns how many lines from where it says, or why its lines are not there.
    pub fn apply(&mut self, hunk: &PatchHunk) -> Result<i64, Misfit> {
        let mut old = side(hunk, RowKind::Added);
        let mut new = side(hunk, RowKind::Removed);
        self.forgive_byte_order_mark(hunk, &mut old, &mut new);
        let (found, expected) = self.find(hunk, &old).ok_or_else(|| self.misfit(hunk, &old))?;
        let line = |text: &str| Line { text: text.to_owned(), number: None };
        self.lines.splice(found..found + old.len(), new.into_iter().map(line));
        Ok(found as i64 - expected as i64)
    }

    /// A reader may have stripped the byte order mark that the patch quotes; whoever writes the file puts it back.
    fn forgive_byte_order_mark<'h>(&self, hunk: &PatchHunk, old: &mut [&'h str], new: &mut [&'h str]) {
        let (Some(first), Some(quoted)) = (self.lines.first(), old.first_mut()) else { return };
        if hunk.old_start == 1 && !first.text.starts_with(BOM) {
            *quoted = quoted.strip_prefix(BOM).unwrap_or(quoted);
            if let Some(new) = new.first_mut() {
                *new = new.strip_prefix(BOM).unwrap_or(new);
            }
        }
    }

    /// Where the hunk's lines are, and where they were expected. As git searches: from there in turns down and up; a hunk
    /// at the file's start, or without unchanged lines at its end, matches nowhere but there.
    fn find(&self, hunk: &PatchHunk, old: &[&str]) -> Option<(usize, usize)> {
        let at_start = hunk.old_start <= 1;
        let at_end = hunk.lines.last().is_none_or(|(kind, _)| *kind != RowKind::Same);
        let last = self.lines.len().checked_sub(old.len())?;
        let said = (hunk.new_start.max(1) - 1) as usize;
        let expected = match (at_start, at_end) {
            (true, _) => 0,
            (_, true) => last,
            _ => said.min(last),
        };
        let fits = |at: &usize| {
            let is_place = (!at_start || *at == 0) && (!at_end || *at == last);
            is_place && *at <= last && self.matches(*at, old)
        };
        let offsets = (1..=MAX_OFFSET).flat_map(|by| [expected.checked_add(by), expected.checked_sub(by)]);
        let found = std::iter::once(expected).chain(offsets.flatten()).find(fits)?;
        // A hunk that must be at the end is as far off as it is from where it says.
        (found.abs_diff(said) <= MAX_OFFSET).then_some((found, said))
    }

    /// Why the hunk is nowhere, at the place where most of its first lines are.
    fn misfit(&self, hunk: &PatchHunk, old: &[&str]) -> Misfit {
        let said = (hunk.new_start.max(1) - 1) as usize;
        let expected = said.min(self.lines.len());
        let (first, last) = match hunk.old_start {
            0 | 1 => (0, 0),
            _ => (expected.saturating_sub(MAX_OFFSET), (expected + MAX_OFFSET).min(self.lines.len())),
        };
        let at = (first..=last).min_by_key(|at| (Reverse(self.agreeing(*at, old)), at.abs_diff(expected), *at));
        let at = at.unwrap_or(expected);
        let agreeing = self.agreeing(at, old);
        match (self.lines.get(at + agreeing), old.get(agreeing)) {
            (_, None) => Misfit::NotAtEnd,
            (None, Some(_)) => Misfit::Ends { lines: self.lines.len() as u32 },
            (Some(Line { number: None, .. }), Some(_)) => Misfit::Overlaps,
            (Some(Line { number: Some(number), text }), Some(quoted)) => Misfit::differs(*number, text, quoted),
        }
    }

    fn matches(&self, at: usize, old: &[&str]) -> bool {
        self.agreeing(at, old) == old.len()
    }

    /// How many lines from this one on are as quoted, until one is not.
    fn agreeing(&self, at: usize, old: &[&str]) -> usize {
        let is_quoted = |(line, old): &(&Line, &&str)| line.number.is_some() && line.text == **old;
        self.lines[at..].iter().zip(old).take_while(is_quoted).count()
    }
}

/// The hunk's lines of one side: all but those of the other's kind.
fn side(hunk: &PatchHunk, without: RowKind) -> Vec<&str> {
    hunk.lines.iter().filter(|(kind, _)| *kind != without).map(|(_, text)| text.as_str()).collect()
}
