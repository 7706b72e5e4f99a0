//! Statements that are parsed alone, where a language says where they are.

use super::{Alone, PARSES, Part, Reading, blank};
use crate::effort::{self, Effort};
use std::ops::Range;
use tree_sitter::Tree;

/// Parses the statements that errors of a tree overlap alone: those that have errors still are parts, and the rest is read
/// together. The tree as it is once the work is used up.
pub fn by_statements(alone: &Alone<'_>, text: &str, tree: Tree, statements: Vec<Range<usize>>) -> Reading {
    let effort = Effort::of_parser(text.len() * PARSES);
    read(&effort, alone, text, &tree, statements).unwrap_or_else(|| Reading::of(tree))
}

fn read(effort: &Effort, alone: &Alone<'_>, text: &str, tree: &Tree, statements: Vec<Range<usize>>) -> Option<Reading> {
    let mut parts = Vec::new();
    let mut rest = text.to_owned();
    let (mut row, mut counted) = (0, 0);
    for statement in near_errors(tree, statements) {
        let own = effort::parse(alone.grammar, &text[statement.clone()], effort).ok()??;
        if !own.root_node().has_error() {
            continue;
        }
        row += text[counted..statement.start].bytes().filter(|byte| *byte == b'\n').count();
        counted = statement.start;
        blank(&mut rest, &statement);
        parts.push(Part { origin: (statement.start, row), start: statement.start, tree: own });
    }
    let tree = effort::parse(alone.grammar, &rest, effort).ok()??;
    Some(Reading { tree, parts, parts_first: true, lost: Vec::new() })
}

/// The statements that overlap what is not read.
fn near_errors(tree: &Tree, statements: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut errors: Vec<Range<usize>> = Vec::new();
    crate::lowering::each_error(tree.root_node(), |node| errors.push(node.byte_range()));
    let mut near = Vec::new();
    let mut at = 0;
    for statement in statements {
        while errors.get(at).is_some_and(|error| error.end < statement.start) {
            at += 1;
        }
        if errors.get(at).is_some_and(|error| error.start <= statement.end) {
            near.push(statement);
        }
    }
    near
}
