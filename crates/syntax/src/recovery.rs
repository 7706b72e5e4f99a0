//! One syntax error costs one declaration: what a tree with errors has swallowed is read again.
//!
//! After an error a grammar may take whatever follows for a part of what it could not read. So a text whose tree has
//! errors among its top-level declarations is cut where top-level declarations begin (a line that starts at the margin with
//! something that can begin one), and each is parsed alone. Those that cannot be read are blanked, and the rest is parsed again
//! as a whole. Of a declaration that cannot be read only those [members] are blanked that cannot be read either, and of
//! those only their own, down to statements; where that is not enough it is read alone, with what its own error leaves of it.
//! All that is done only where more is read by it, and within a share of work.

mod members;
mod statements;

pub use statements::by_statements;

use crate::effort::{self, Effort};
use crate::lowering;
use members::{Mending, Omitted, Swallowed, swallowed};
use std::cell::Cell;
use std::ops::Range;
use tree_sitter::{Language, Node, Tree};

/// So many declarations may be one in truth, cut by a text at the margin (a comment, a text of several lines).
const JOINED: usize = 6;
/// Parses of the whole text that all this may cost.
const PARSES: usize = 8;
/// Copies of the whole text that may be parsed for it, most of them blanked but for a few lines.
const COPIES: usize = 100;
/// Bytes of copies that are allowed besides.
const SMALL: usize = 16 * 1024;

/// A text as it was read.
pub struct Reading {
    /// Of all that could be read together.
    pub tree: Tree,
    /// Declarations that were read alone.
    pub parts: Vec<Part>,
    /// What they make is used by what was read together, rather than the other way round.
    pub parts_first: bool,
    /// Members that were not read.
    pub lost: Vec<Range<usize>>,
}

/// A declaration that was read alone.
pub struct Part {
    /// Byte and row in the text at which its tree starts.
    pub origin: (usize, usize),
    /// The byte at which the declaration starts: behind what must come before one.
    start: usize,
    pub tree: Tree,
}

/// How a language's declarations are parsed alone.
pub struct Alone<'a> {
    pub grammar: &'a Language,
    /// What must come before one (`<?php `).
    pub prefix: &'static str,
    /// What stands for nothing in a body that must have something (`pass`).
    pub filler: &'static str,
}

impl Reading {
    /// The reading of a tree with all that it has.
    pub fn of(tree: Tree) -> Self {
        Self { tree, parts: Vec::new(), parts_first: false, lost: Vec::new() }
    }
}

/// Reads what errors of a tree have swallowed; the tree as it is where nothing is won.
pub fn recover(alone: &Alone<'_>, text: &str, tree: Tree) -> Reading {
    let root = tree.root_node();
    if !root.has_error() {
        return Reading::of(tree);
    }
    let suspects = suspects(text, root);
    if !may_have_swallowed(text, root, &suspects) {
        return Reading::of(tree);
    }
    recover_within(&Effort::of_parser(text.len() * PARSES), alone, text, tree, &suspects)
}

fn recover_within(effort: &Effort, alone: &Alone<'_>, text: &str, tree: Tree, suspects: &[Range<usize>]) -> Reading {
    let left = Cell::new(text.len() * COPIES + SMALL);
    match (Recovery { alone, text, effort, left }).read() {
        Some(reading) if reading.worth(text, suspects) < worth_of(text, tree.root_node(), suspects) => reading,
        _ => Reading::of(tree),
    }
}

/// The declarations with an error in them.
fn suspects(text: &str, root: Node<'_>) -> Vec<Range<usize>> {
    let mut cursor = root.walk();
    let with_error = root.children(&mut cursor).filter(|child| root.is_error() || child.has_error());
    let errors: Vec<Range<usize>> = with_error.map(|child| child.byte_range()).collect();
    let overlaps = |unit: &Range<usize>| {
        let at = errors.partition_point(|error| error.end < unit.start);
        errors.get(at).is_some_and(|error| error.start <= unit.end)
    };
    units(text).into_iter().filter(overlaps).collect()
}

/// True where an error lies among top-level declarations, in something that reaches over the start of one, or among members.
fn may_have_swallowed(text: &str, root: Node<'_>, suspects: &[Range<usize>]) -> bool {
    let mut cursor = root.walk();
    root.is_error()
        || root.children(&mut cursor).any(|child| {
            child.has_error()
                && (child.is_error() || child.is_missing() || starts_in(text, child.byte_range()).nth(1).is_some())
        })
        || suspects.iter().any(|unit| swallowed(text, unit, root, 0) != Swallowed::default())
}

/// What is lost, fewer being better: declarations that are inside of others or of nothing, members likewise, the outer ones
/// first, and bytes that are not read.
type Lost = (usize, Swallowed, usize);

impl Reading {
    fn worth(&self, text: &str, suspects: &[Range<usize>]) -> Lost {
        let (declarations, _, unread) = worth_of(text, self.tree.root_node(), &[]);
        let of_parts: usize = self.parts.iter().map(|part| lowering::unread(part.tree.root_node()) as usize).sum();
        // Blanked members are parts of what is read, and blanked declarations of no other.
        let blanked = self.parts.iter().map(|part| part.origin.0).filter(|start| is_start_at(text, *start)).count();
        let unread = unread + of_parts + self.lost.iter().map(Range::len).sum::<usize>();
        let in_unit = |unit: &Range<usize>| match self.parts.iter().find(|part| part.start == unit.start) {
            Some(part) => swallowed(text, unit, part.tree.root_node(), part.origin.0),
            None => swallowed(text, unit, self.tree.root_node(), 0),
        };
        (declarations.saturating_sub(blanked), sum(suspects.iter().map(in_unit)), unread)
    }
}

/// `suspects`: the declarations whose members are counted.
fn worth_of(text: &str, root: Node<'_>, suspects: &[Range<usize>]) -> Lost {
    let members = sum(suspects.iter().map(|unit| swallowed(text, unit, root, 0)));
    let mut cursor = root.walk();
    let read = |child: &Node<'_>| !child.is_error();
    let known: Vec<usize> = if root.is_error() {
        Vec::new()
    } else {
        root.children(&mut cursor).filter(read).map(|child| line_start(text, child.start_byte())).collect()
    };
    let declarations = starts_in(text, 0..text.len()).filter(|start| known.binary_search(start).is_err()).count();
    (declarations, members, lowering::unread(root) as usize)
}

fn sum(all: impl Iterator<Item = Swallowed>) -> Swallowed {
    all.fold(Swallowed::default(), |sum, one| std::array::from_fn(|depth| sum[depth] + one[depth]))
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
const CONTINUED: [&str; 19] = [
    "as",
    "case",
    "catch",
    "default",
    "elif",
    "else",
    "elsif",
    "end",
    "ensure",
    "except",
    "extends",
    "finally",
    "private",
    "protected",
    "public",
    "rescue",
    "then",
    "when",
    "where",
];

fn is_start_at(text: &str, start: usize) -> bool {
    is_start_of_line(text[start..].lines().next().unwrap_or(""))
}

/// Whether a line without its indentation can begin something.
fn is_start_of_line(line: &str) -> bool {
    let Some(first) = line.chars().next() else { return false };
    if first.is_alphabetic() || first == '_' {
        let word = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let rest = line[word.len()..].trim_start();
        // `public:` is a label, and `public int a` begins a member.
        let is_access = matches!(word, "private" | "protected" | "public") && !rest.starts_with(':');
        return is_access || !CONTINUED.contains(&word) || rest.starts_with('=');
    }
    matches!(first, '@' | '#' | '<' | '$') && !line.starts_with("<<") && !line.starts_with("#e")
        || line.starts_with("//")
}

/// Lines that belong to the declaration below them: comments, attributes, decorators.
fn is_leading(line: &str) -> bool {
    ["@", "#[", "//", "# "].iter().any(|mark| line.starts_with(mark))
}

/// The declarations of a text, each with what belongs to it.
fn units(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut is_leading_on = false;
    for start in starts_in(text, 0..text.len()) {
        let line = text[start..].lines().next().unwrap_or("");
        let follows = is_leading_on && !text[..start].trim_end_matches([' ', '\t']).ends_with("\n\n");
        if !follows {
            starts.push(start);
        }
        is_leading_on = is_leading(line);
    }
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    between(&starts, text.len())
}

/// What is from each start to the next, and from the last to the end.
fn between(starts: &[usize], end: usize) -> Vec<Range<usize>> {
    let ends = starts.iter().skip(1).copied().chain([end]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

struct Recovery<'a> {
    alone: &'a Alone<'a>,
    text: &'a str,
    effort: &'a Effort,
    /// Bytes of copies that may still be parsed.
    left: Cell<usize>,
}

impl Recovery<'_> {
    fn read(&self) -> Option<Reading> {
        let units = units(self.text);
        let (mut parts, mut lost, mut empty) = (Vec::new(), Vec::new(), Vec::new());
        let mut blanked = self.text.to_owned();
        let mut at = 0;
        while at < units.len() {
            let last = self.readable_until(&units, at)?;
            match last {
                Some(last) => at = last + 1,
                None => {
                    let unit = units[at].clone();
                    match self.mended(&unit)? {
                        Some(omitted) => {
                            lost.extend(omitted.lost);
                            empty.extend(omitted.empty);
                        }
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
        empty.iter().for_each(|at| members::fill(&mut blanked, *at, &self.text[*at..], self.alone.filler));
        if parts.is_empty() && lost.is_empty() {
            return None;
        }
        let tree = effort::parse(self.alone.grammar, &blanked, self.effort).ok()??;
        Some(Reading { tree, parts, parts_first: false, lost })
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

    /// What is left out of a unit for the rest to be read, if that is found with the copies that are left.
    fn mended(&self, unit: &Range<usize>) -> Option<Option<Omitted>> {
        let reads = |text: &str| {
            self.left.set(self.left.get().checked_sub(text.len())?);
            Some(!self.parse(unit.start, text)?.root_node().has_error())
        };
        let mending = Mending { text: self.text, unit: unit.clone(), filler: self.alone.filler, reads: &reads };
        match mending.omitted() {
            None if self.effort.is_used_up() => None,
            found => Some(found.flatten()),
        }
    }

    fn part(&self, unit: &Range<usize>) -> Option<Part> {
        let tree = self.parse(unit.start, &self.text[unit.clone()])?;
        let row = self.text[..unit.start].bytes().filter(|byte| *byte == b'\n').count();
        let origin = (unit.start - self.prefix_of(unit.start).len(), row);
        Some(Part { origin, start: unit.start, tree })
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

/// Puts a space for every byte but those that end lines.
fn blank(text: &mut String, range: &Range<usize>) {
    let blanks: String = text[range.clone()]
        .bytes()
        .map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' })
        .collect();
    text.replace_range(range.clone(), &blanks);
}

#[cfg(test)]
mod work_tests;
