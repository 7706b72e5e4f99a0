//! One syntax error costs one declaration: what a tree with errors has swallowed is read again.
//!
//! After an error a grammar may take whatever follows for a part of what it could not read. So a text whose tree has
//! errors among its top-level declarations is cut where top-level declarations begin (a line that starts at the margin with
//! something that can begin one), and each is parsed alone. Those that cannot be read are blanked, and the rest is parsed again
//! as a whole. Of a declaration that cannot be read only one member is blanked where that is enough; else it is read alone,
//! with what its own error leaves of it. All that is done only where more is read by it, and within a share of work.

use crate::effort::{self, Effort};
use crate::lowering::{self, each_error};
use std::ops::Range;
use tree_sitter::{Language, Node, Tree};

/// So many declarations may be one in truth, cut by a text at the margin (a comment, a text of several lines).
const JOINED: usize = 6;
/// Members of a declaration that are blanked to see whether it can be read without them.
const MEMBERS: usize = 24;
/// Further members of the same declaration that are blanked.
const ROUNDS: usize = 4;
/// Parses of the whole text that all this may cost.
const PARSES: usize = 8;

/// A text as it was read.
pub struct Reading {
    /// Of all that could be read together.
    pub tree: Tree,
    /// Declarations that were read alone.
    pub parts: Vec<Part>,
    /// Members that were not read.
    pub lost: Vec<Range<usize>>,
}

/// A declaration that was read alone.
pub struct Part {
    /// Byte and row in the text at which its tree starts.
    pub origin: (usize, usize),
    pub tree: Tree,
}

/// How a language's declarations are parsed alone.
pub struct Alone<'a> {
    pub grammar: &'a Language,
    /// What must come before one (`<?php `).
    pub prefix: &'static str,
}

impl Reading {
    /// The reading of a tree with all that it has.
    pub fn of(tree: Tree) -> Self {
        Self { tree, parts: Vec::new(), lost: Vec::new() }
    }
}

/// Reads what errors of a tree have swallowed; the tree as it is where nothing is won.
pub fn recover(alone: &Alone<'_>, text: &str, tree: Tree) -> Reading {
    if !tree.root_node().has_error() || !may_have_swallowed(text, tree.root_node()) {
        return Reading::of(tree);
    }
    let effort = Effort::of_parser(text.len() * PARSES);
    match (Recovery { alone, text, effort: &effort }).read() {
        Some(reading) if reading.worth(text) < worth_of(text, tree.root_node()) => reading,
        _ => Reading::of(tree),
    }
}

/// True where an error lies among top-level declarations, or in something that reaches over the start of one.
fn may_have_swallowed(text: &str, root: Node<'_>) -> bool {
    let mut cursor = root.walk();
    root.is_error()
        || root.children(&mut cursor).any(|child| {
            child.has_error()
                && (child.is_error() || child.is_missing() || starts_in(text, child.byte_range()).nth(1).is_some())
        })
}

/// What is lost, fewer being better: declarations that are inside of others or of nothing, and bytes that are not read.
type Lost = (usize, usize);

impl Reading {
    fn worth(&self, text: &str) -> Lost {
        let (swallowed, unread) = worth_of(text, self.tree.root_node());
        let of_parts: usize = self.parts.iter().map(|part| lowering::unread(part.tree.root_node()) as usize).sum();
        // Blanked members are parts of what is read, and blanked declarations of no other.
        let blanked = self.parts.iter().map(|part| part.origin.0).filter(|start| is_start_at(text, *start)).count();
        (swallowed.saturating_sub(blanked), unread + of_parts + self.lost.iter().map(Range::len).sum::<usize>())
    }
}

fn worth_of(text: &str, root: Node<'_>) -> Lost {
    let mut cursor = root.walk();
    let read = |child: &Node<'_>| !child.is_error();
    let known: Vec<usize> = if root.is_error() {
        Vec::new()
    } else {
        root.children(&mut cursor).filter(read).map(|child| line_start(text, child.start_byte())).collect()
    };
    let swallowed = starts_in(text, 0..text.len()).filter(|start| known.binary_search(start).is_err()).count();
    (swallowed, lowering::unread(root) as usize)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The bytes at which lines begin that can begin a top-level declaration.
fn starts_in(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> {
    let first = range.start == 0 || text.as_bytes()[range.start - 1] == b'\n';
    let after = text[range.clone()].bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    let lines = first.then_some(range.start).into_iter().chain(after.map(move |(at, _)| range.start + at + 1));
    lines.filter(move |start| *start < range.end && is_start_at(text, *start))
}

/// Words at the margin that go on with what is above.
const CONTINUED: [&str; 16] = [
    "as", "case", "catch", "default", "elif", "else", "elsif", "end", "ensure", "except", "extends", "finally",
    "rescue", "then", "when", "where",
];

fn is_start_at(text: &str, start: usize) -> bool {
    let line = text[start..].lines().next().unwrap_or("");
    let Some(first) = line.chars().next() else { return false };
    if first.is_alphabetic() || first == '_' {
        let word = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        return !CONTINUED.contains(&word) || line[word.len()..].trim_start().starts_with('=');
    }
    matches!(first, '@' | '#' | '<' | '$') && !line.starts_with("<<") && !line.starts_with("#e")
        || line.starts_with("//")
}

/// Lines that belong to the declaration below them: comments, attributes, decorators.
fn is_leading(line: &str) -> bool {
    ["@", "#[", "//", "# "].iter().any(|mark| line.starts_with(mark))
}

struct Recovery<'a> {
    alone: &'a Alone<'a>,
    text: &'a str,
    effort: &'a Effort,
}

impl Recovery<'_> {
    fn read(&self) -> Option<Reading> {
        let units = self.units();
        let (mut parts, mut lost) = (Vec::new(), Vec::new());
        let mut blanked = self.text.to_owned();
        let mut at = 0;
        while at < units.len() {
            let last = self.readable_until(&units, at)?;
            match last {
                Some(last) => at = last + 1,
                None => {
                    let unit = units[at].clone();
                    match self.without_members(&unit)? {
                        Some(members) => lost.extend(members),
                        None => {
                            parts.push(self.part(&unit)?);
                            blank(&mut blanked, &unit);
                        }
                    }
                    at += 1;
                }
            }
        }
        lost.iter().for_each(|member| blank(&mut blanked, member));
        if parts.is_empty() && lost.is_empty() {
            return None;
        }
        let tree = effort::parse(self.alone.grammar, &blanked, self.effort).ok()??;
        Some(Reading { tree, parts, lost })
    }

    /// The declarations of the text, each with what belongs to it.
    fn units(&self) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = Vec::new();
        let mut is_leading_on = false;
        for start in starts_in(self.text, 0..self.text.len()) {
            let line = self.text[start..].lines().next().unwrap_or("");
            let follows = is_leading_on && !self.text[..start].trim_end_matches([' ', '\t']).ends_with("\n\n");
            if !follows {
                starts.push(start);
            }
            is_leading_on = is_leading(line);
        }
        if starts.first() != Some(&0) {
            starts.insert(0, 0);
        }
        let ends = starts.iter().skip(1).copied().chain([self.text.len()]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
    }

    /// The last of the units from `at` on that can be read together, if any; the outer `None` once the work is used up.
    fn readable_until(&self, units: &[Range<usize>], at: usize) -> Option<Option<usize>> {
        for last in at..units.len().min(at + JOINED) {
            let tree = self.parse(units[at].start, &self.text[units[at].start..units[last].end])?;
            if !tree.root_node().has_error() {
                return Some(Some(last));
            }
        }
        Some(None)
    }

    /// The members without which a unit can be read.
    fn without_members(&self, unit: &Range<usize>) -> Option<Option<Vec<Range<usize>>>> {
        let members = members(self.text, unit);
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut text = self.text[unit.clone()].to_owned();
        let mut tree = self.parse(unit.start, &text)?;
        for _ in 0..ROUNDS {
            let mut error = None;
            each_error(tree.root_node(), |node| {
                error.get_or_insert(unit.start + node.start_byte().saturating_sub(self.prefix_of(unit.start).len()));
            });
            let error = error.unwrap_or(unit.start);
            let mut near: Vec<&Range<usize>> = members.iter().filter(|member| !found.contains(member)).collect();
            near.sort_by_key(|member| if member.contains(&error) { 0 } else { member.start.abs_diff(error) });
            let mut best: Option<(u32, &Range<usize>, Tree, String)> = None;
            for member in near.into_iter().take(MEMBERS) {
                let mut without = text.clone();
                blank(&mut without, &(member.start - unit.start..member.end - unit.start));
                let read = self.parse(unit.start, &without)?;
                let unread = lowering::unread(read.root_node());
                if best.as_ref().is_none_or(|(least, ..)| unread < *least) {
                    best = Some((unread, member, read, without));
                }
                if unread == 0 {
                    break;
                }
            }
            let Some((unread, member, read, without)) = best else { return Some(None) };
            if unread >= lowering::unread(tree.root_node()) {
                return Some(None);
            }
            found.push(member.clone());
            if unread == 0 {
                return Some(Some(found));
            }
            (tree, text) = (read, without);
        }
        Some(None)
    }

    fn part(&self, unit: &Range<usize>) -> Option<Part> {
        let tree = self.parse(unit.start, &self.text[unit.clone()])?;
        let row = self.text[..unit.start].bytes().filter(|byte| *byte == b'\n').count();
        Some(Part { origin: (unit.start - self.prefix_of(unit.start).len(), row), tree })
    }

    /// What is put before a text that starts at a byte of the whole one.
    fn prefix_of(&self, start: usize) -> &'static str {
        let fits = start.checked_sub(self.alone.prefix.len()).is_some_and(|before| self.text.is_char_boundary(before));
        if fits { self.alone.prefix } else { "" }
    }

    fn parse(&self, start: usize, text: &str) -> Option<Tree> {
        let prefix = self.prefix_of(start);
        let parsed = if prefix.is_empty() {
            effort::parse(self.alone.grammar, text, self.effort)
        } else {
            effort::parse(self.alone.grammar, &format!("{prefix}{text}"), self.effort)
        };
        parsed.ok().flatten()
    }
}

/// The members of a declaration: lines that are indented as little as any line inside, with what is below each.
fn members(text: &str, unit: &Range<usize>) -> Vec<Range<usize>> {
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let mut start = unit.start;
    for line in text[unit.clone()].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if indent > 0 && !line.trim().is_empty() {
            rows.push((start, indent));
        }
        start += line.len();
    }
    let Some(least) = rows.iter().map(|(_, indent)| *indent).min() else { return Vec::new() };
    let is_closing = |start: usize| text[start..].trim_start_matches([' ', '\t']).starts_with(['}', ')', ']', '{']);
    let first = |(start, indent): &&(usize, usize)| *indent == least && !is_closing(*start);
    let starts: Vec<usize> = rows.iter().filter(first).map(|(start, _)| *start).collect();
    // Up to the next member, or to the line at the margin that ends the declaration.
    let end_of = |from: usize| {
        let lines = text[from..unit.end].split_inclusive('\n');
        let mut at = from;
        for line in lines {
            let at_margin = !line.trim().is_empty() && !line.starts_with([' ', '\t']);
            if at_margin {
                break;
            }
            at += line.len();
        }
        at
    };
    let next = starts.iter().skip(1).copied().map(Some).chain([None]);
    starts.iter().zip(next).map(|(start, next)| *start..next.unwrap_or(unit.end).min(end_of(*start))).collect()
}

/// Puts a space for every byte but those that end lines.
fn blank(text: &mut String, range: &Range<usize>) {
    let blanks: String = text[range.clone()]
        .bytes()
        .map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' })
        .collect();
    text.replace_range(range.clone(), &blanks);
}
