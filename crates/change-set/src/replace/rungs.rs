//! The rungs of the ladder, from the strictest.

use super::{Edit, MAX_LINES_NAMED, Matched, Misfit, Rung, nearest};
use crate::set::MAX_FILE_BYTES;
use crate::text::{LineEnd, with_line_ends};
use std::ops::Range;
use std::rc::Rc;

/// A stretch of the text and what takes its place.
struct Found {
    range: Range<usize>,
    new: Rc<str>,
}

/// The text with one edit made, and how it matched.
pub(super) fn matched(text: &str, edit: &Edit) -> Result<(String, Matched), Misfit> {
    if edit.old.is_empty() {
        return Err(Misfit::Empty);
    }
    if edit.old == edit.new {
        return Err(Misfit::Same);
    }
    let lines = Lines::of(text);
    let exact = exact(text, edit);
    if edit.all {
        return match exact.first() {
            Some(_) => done(text, &lines, Rung::All, &exact),
            None => Err(Misfit::NowhereExactly { nearest: nearest::places(&lines.lines, edit) }),
        };
    }
    let (mut rung, mut found) = (Rung::Exact, exact);
    if found.is_empty() {
        (rung, found) = (Rung::TrailingBlanks, but_for_trailing_blanks(&lines, edit));
    }
    if found.is_empty() {
        (rung, found) = (Rung::Indent, but_for_indent(&lines, edit));
    }
    let chosen = match found.len() {
        0 => return Err(Misfit::Nowhere { nearest: nearest::places(&lines.lines, edit) }),
        1 => return done(text, &lines, rung, &found),
        _ => chosen(&lines, &found, edit)?,
    };
    let rung = if rung == Rung::Exact { Rung::Nearest } else { rung };
    done(text, &lines, rung, &found[chosen..=chosen])
}

/// The place nearest to the edit's line; an error where there is no line or two places are as near.
fn chosen(lines: &Lines, found: &[Found], edit: &Edit) -> Result<usize, Misfit> {
    let at: Vec<u32> = found.iter().map(|found| lines.number(found.range.start)).collect();
    let several = || Misfit::Several { count: at.len(), lines: at.iter().copied().take(MAX_LINES_NAMED).collect() };
    let wanted = edit.line.ok_or_else(several)?;
    let distance = |index: &usize| at[*index].abs_diff(wanted);
    let best = (0..at.len()).min_by_key(distance).ok_or_else(several)?;
    let ties = (0..at.len()).filter(|index| distance(index) == distance(&best)).count();
    if ties == 1 { Ok(best) } else { Err(several()) }
}

fn done(text: &str, lines: &Lines, rung: Rung, found: &[Found]) -> Result<(String, Matched), Misfit> {
    let removed: usize = found.iter().map(|found| found.range.len()).sum();
    let bytes = text.len() - removed + found.iter().map(|found| found.new.len()).sum::<usize>();
    if bytes > MAX_FILE_BYTES {
        return Err(Misfit::TooLarge { bytes });
    }
    let mut out = String::with_capacity(bytes);
    let mut from = 0;
    for Found { range, new } in found {
        out.push_str(&text[from..range.start]);
        out.push_str(new);
        from = range.end;
    }
    out.push_str(&text[from..]);
    Ok((out, Matched { rung, line: lines.number(found[0].range.start), count: found.len() as u32 }))
}

fn exact(text: &str, edit: &Edit) -> Vec<Found> {
    let new: Rc<str> = ended_like(text, &edit.new).into();
    let places = text.match_indices(&edit.old);
    places.map(|(at, old)| Found { range: at..at + old.len(), new: new.clone() }).collect()
}

/// `new` with the line ends of the text, unless it brings `\r\n` itself.
fn ended_like(text: &str, new: &str) -> String {
    if new.contains("\r\n") { new.to_owned() } else { with_line_ends(new, LineEnd::of_text(text)) }
}

fn but_for_trailing_blanks(lines: &Lines, edit: &Edit) -> Vec<Found> {
    let old: Vec<&str> = edit.old.lines().map(str::trim_end).collect();
    let is_equal = |window: &[&str]| window.iter().zip(&old).all(|(line, old)| line.trim_end() == *old);
    windows(lines, &old, |window| is_equal(window).then(|| edit.new.clone()), edit)
}

fn but_for_indent(lines: &Lines, edit: &Edit) -> Vec<Found> {
    let old: Vec<&str> = edit.old.lines().map(str::trim_end).collect();
    let indent = common_indent(&old);
    let is_equal = |window: &[&str], there: &str| {
        window.iter().zip(&old).all(|(line, old)| {
            let line = line.trim_end();
            (line.is_empty() && old.is_empty())
                || line.strip_prefix(there).is_some_and(|line| old.strip_prefix(indent) == Some(line))
        })
    };
    let new_text = |window: &[&str]| {
        // Before the whole window is looked at.
        if window[0].trim() != old[0].trim_start() {
            return None;
        }
        let there = common_indent(window);
        is_equal(window, there).then(|| reindented(&edit.new, indent, there)).flatten()
    };
    windows(lines, &old, new_text, edit)
}

/// Every run of whole lines, as many as `old` has, for which there is a new text.
fn windows(lines: &Lines, old: &[&str], new_text: impl Fn(&[&str]) -> Option<String>, edit: &Edit) -> Vec<Found> {
    if old.iter().all(|line| line.is_empty()) {
        return Vec::new();
    }
    let mut found: Vec<Found> = Vec::new();
    for (at, window) in lines.lines.windows(old.len()).enumerate() {
        let Some(new) = new_text(window) else { continue };
        let (start, mut end) = (lines.starts[at], lines.starts[at + old.len()]);
        let last = window[old.len() - 1];
        // A quote without the end of its last line leaves that end where it is.
        if !edit.old.ends_with('\n') {
            end -= last.len() - crate::text::without_end(last).len();
        }
        if found.last().is_some_and(|found| found.range.end > start) {
            continue;
        }
        let mut new = ended_like(lines.text, &new);
        // The file's last line has no end: neither has what takes its place.
        if edit.old.ends_with('\n') && !last.ends_with('\n') {
            new.truncate(crate::text::without_end(&new).len());
        }
        found.push(Found { range: start..end, new: new.into() });
    }
    found
}

/// The blanks that all lines begin with, blank lines aside.
fn common_indent<'a>(lines: &[&'a str]) -> &'a str {
    let mut common: Option<&str> = None;
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let len = common
            .map_or(indent.len(), |common| common.bytes().zip(indent.bytes()).take_while(|(a, b)| a == b).count());
        common = Some(&indent[..len]);
    }
    common.unwrap_or("")
}

/// `new` moved from one indent to another; None where a line of it cannot be moved so far to the left.
fn reindented(new: &str, indent: &str, there: &str) -> Option<String> {
    let mut out = String::with_capacity(new.len());
    for line in new.split_inclusive('\n') {
        if line.trim().is_empty() {
            out.push_str(line.trim_start_matches([' ', '\t']));
        } else if let Some(more) = there.strip_prefix(indent) {
            out.push_str(more);
            out.push_str(line);
        } else {
            let less = indent.strip_prefix(there);
            match less {
                Some(less) => out.push_str(line.strip_prefix(less)?),
                None => {
                    out.push_str(there);
                    out.push_str(line.strip_prefix(indent)?);
                }
            }
        }
    }
    Some(out)
}

/// A text in lines, each with its end.
struct Lines<'a> {
    text: &'a str,
    lines: Vec<&'a str>,
    /// Where each begins, and the text's length.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut starts = vec![0];
        let mut at = 0;
        starts.extend(lines.iter().map(|line| {
            at += line.len();
            at
        }));
        Self { text, lines, starts }
    }

    /// The number, from 1, of the line that holds a byte.
    fn number(&self, at: usize) -> u32 {
        self.starts[..self.lines.len()].partition_point(|start| *start <= at).max(1) as u32
    }
}
