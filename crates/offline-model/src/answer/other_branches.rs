//! The branches beside the one that raises an error: what happens where its own condition does not hold.

use super::markdown::MarkdownBuilder;
use super::sentence::fixed;
use super::shown::longest;
use crate::excerpt::Excerpt;
use crate::known::Known;
use protocol::Evidence;
use std::ops::Range;

/// Most lines of each part that are shown.
const LINES: usize = 24;
/// Words that begin the branches of one condition, the first apart.
const NEXT: &[&str] = &["elif", "else", "elseif", "elsif"];

/// Shows the branches before and after the one whose condition some lines begin with, where it is none of two alone.
pub fn write(out: &mut MarkdownBuilder, known: &Known<'_>, within: &str, raised: &Evidence) {
    if !is_next(raised.excerpt.lines().next().unwrap_or("")) {
        return;
    }
    let covers =
        |e: &&Evidence| e.path == raised.path && e.start_line <= raised.start_line && raised.end_line <= e.end_line;
    let around =
        known.evidence().filter(|e| e.symbol.as_deref() == Some(within)).map(|e| longest(known, e)).find(covers);
    let Some(e) = around else { return };
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let parts = parts(&lines, (raised.start_line - e.start_line) as usize);
    if parts.iter().any(|part| !part.is_empty()) {
        out.say(fixed::OTHER_BRANCHES);
        parts.into_iter().filter(|part| !part.is_empty()).for_each(|part| out.code(&Excerpt::of_lines(e, part)));
    }
}

fn is_next(line: &str) -> bool {
    let word = line.trim_start_matches(['}', ' ', '\t']).split(|c: char| !c.is_alphanumeric()).next();
    word.is_some_and(|word| NEXT.contains(&word))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The lines of the branches before a line that begins one, and those of the branches after it.
fn parts(lines: &[&str], at: usize) -> [Range<usize>; 2] {
    let Some(own) = lines.get(at).map(|line| indent(line)) else { return [0..0, 0..0] };
    let is_outer = |i: &usize| !lines[*i].trim().is_empty() && indent(lines[*i]) <= own;
    let first = (0..at).rev().filter(is_outer).find(|i| !is_next(lines[*i]));
    let first = first.filter(|i| indent(lines[*i]) == own).unwrap_or(at);
    let after = (at + 1..lines.len()).find(is_outer).unwrap_or(lines.len());
    let is_end = |i: &usize| is_outer(i) && !is_next(lines[*i]);
    let end = match lines.get(after) {
        Some(line) if is_next(line) => (after + 1..lines.len()).find(is_end).unwrap_or(lines.len()),
        _ => after,
    };
    [first.max(at.saturating_sub(LINES))..at, after..end.min(after + LINES)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_before_and_after_are_found_by_their_indentation() {
        let lines = [
            "  if (a) {",
            "    f();",
            "  } else if (b) {",
            "    throw new Error();",
            "  } else {",
            "    id += 2;",
            "  }",
            "  g();",
        ];
        assert_eq!(parts(&lines, 2), [0..2, 4..6]);
        let python = ["if a:", "    f()", "elif b:", "    raise E", "g()"];
        assert_eq!(parts(&python, 2), [0..2, 4..4]);
    }
}
