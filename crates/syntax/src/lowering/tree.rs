//! What is read from the syntax tree: text, spans, parts of a file that are parsed on their own, and syntax errors.

use super::{Lowering, MAX_PARTS, MAX_SIGNATURE, cut};
use crate::effort::Effort;
use facts::{ErrorPlace, FileFacts};
use source::Span;
use std::ops::Range;
use tree_sitter::Node;

impl<'t> Lowering<'t> {
    /// A node's text.
    pub fn text(&self, node: Node<'_>) -> &'t str {
        &self.text[self.origin.0 + node.start_byte()..self.origin.0 + node.end_byte()]
    }

    /// A node's span.
    pub fn span(&self, node: Node<'_>) -> Span {
        let (start, end) = (node.start_position(), node.end_position());
        // A node that ends at column 0 ended with the newline of the line before.
        let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
        let (byte, row) = self.origin;
        Span {
            start: (byte + node.start_byte()) as u32,
            end: (byte + node.end_byte()) as u32,
            start_line: (row + start.row) as u32 + 1,
            end_line: (row + last) as u32 + 1,
        }
    }

    /// The line on which a node begins, from 1.
    pub(super) fn line(&self, node: Node<'_>) -> u32 {
        (self.origin.1 + node.start_position().row) as u32 + 1
    }

    /// The source between two bytes of the tree, cut to what a signature can use.
    pub fn head(&self, start: usize, end: usize) -> &'t str {
        let (start, end) = (self.origin.0 + start, self.origin.0 + end);
        // A body that the grammar made up may begin before the head that it belongs to.
        cut(self.text.get(start..end).unwrap_or(""), 4 * MAX_SIGNATURE)
    }

    /// What is left for parsing parts of the file on their own.
    pub(crate) fn effort_of_parts(&self) -> &Effort {
        &self.effort_of_parts
    }

    /// Sets the grammar for [`parse_part`](Self::parse_part).
    pub(crate) fn set_grammar_of_parts(&mut self, grammar: fn() -> tree_sitter::Language) {
        self.grammar_of_parts = Some(grammar);
    }

    /// Parses a text of its own within what is left for parts. `None` without a grammar, where too many parts are open, or
    /// where the share is used up.
    pub(crate) fn parse_part(&self, text: &str) -> Option<tree_sitter::Tree> {
        let grammar = self.grammar_of_parts.filter(|_| self.may_open_part())?;
        crate::effort::parse(&grammar(), text, self.effort_of_parts()).ok().flatten()
    }

    /// True while a part may be parsed on its own inside the parts that are open: their trees are all held, and each
    /// is parsed again inside the one around it.
    pub fn may_open_part(&self) -> bool {
        self.parts < MAX_PARTS
    }

    /// Runs `inner` over a tree that was parsed from the text of `node` alone (a macro's arguments), with whatever
    /// followed that text.
    pub fn inside(&mut self, node: Node<'_>, inner: impl FnOnce(&mut Self)) {
        let outer = self.origin;
        self.origin = (outer.0 + node.start_byte(), outer.1 + node.start_position().row);
        self.parts += 1;
        inner(self);
        self.parts -= 1;
        self.origin = outer;
    }

    /// Runs `inner` over a tree that was parsed from a piece of the file: from the byte and row that are given. What the
    /// file says of itself stays as it is.
    pub(crate) fn at(&mut self, origin: (usize, usize), inner: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.origin, origin);
        let (doc, package) = (self.facts.definitions[0].doc.clone(), self.facts.package.clone());
        inner(self);
        (self.facts.definitions[0].doc, self.facts.package) = (doc, package);
        self.origin = outer;
    }

    /// Counts each range of the file that was not read as a syntax error.
    pub(crate) fn count_lost(&mut self, lost: &[Range<usize>]) {
        for range in lost {
            self.facts.syntax_errors += 1;
            let indent = self.text[range.clone()].len() - self.text[range.clone()].trim_start().len();
            let line = self.text[..range.start].bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
            self.facts.error_places.push(ErrorPlace { line, column: indent as u32 + 1 });
        }
    }

    /// Puts the places of errors in order, the first alone.
    pub(crate) fn sort_error_places(&mut self) {
        self.facts.error_places.sort_by_key(|place| (place.line, place.column));
        self.facts.error_places.truncate(FileFacts::ERROR_PLACES);
    }

    /// Counts error and missing nodes.
    pub fn count_errors(&mut self, root: Node<'_>) {
        let (facts, text, (first_byte, first_row)) = (&mut self.facts, self.text, self.origin);
        each_error(root, |node| {
            facts.syntax_errors += 1;
            if facts.error_places.len() < FileFacts::ERROR_PLACES {
                let before = text.get(..first_byte + node.start_byte()).unwrap_or(text);
                let on_line = before.rsplit('\n').next().unwrap_or(before);
                let line = (first_row + node.start_position().row) as u32 + 1;
                facts.error_places.push(ErrorPlace { line, column: on_line.chars().count() as u32 + 1 });
            }
        });
    }
}

/// The error and missing nodes of a tree; what an error node holds is not looked at.
pub(crate) fn errors(root: Node<'_>) -> u32 {
    let mut count = 0;
    each_error(root, |_| count += 1);
    count
}

/// The bytes inside of error nodes, and one for each missing node.
pub(crate) fn unread(root: Node<'_>) -> u32 {
    let mut bytes = 0;
    each_error(root, |node| bytes += node.byte_range().len().max(1) as u32);
    bytes
}

pub(crate) fn each_error(root: Node<'_>, mut found: impl FnMut(Node<'_>)) {
    if !root.has_error() {
        return;
    }
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            found(node);
        }
        if node.has_error() && !node.is_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// The named children of a node in order, comments left out.
pub fn children<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// The first named child that is no comment.
pub fn first_child<'n>(node: Node<'n>) -> Option<Node<'n>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| !child.is_extra())
}

/// A chain of operators that nests to the left, taken apart in a loop, because such chains get long: its innermost left
/// side, and its operations from the innermost outwards. `peel` takes parentheses off.
pub fn left_spine<'n>(node: Node<'n>, peel: impl Fn(Node<'n>) -> Node<'n>) -> (Node<'n>, Vec<Node<'n>>) {
    let mut operations = Vec::new();
    let mut at = node;
    while at.kind() == node.kind() {
        let Some(left) = at.field("left") else { break };
        operations.push(at);
        at = peel(left);
    }
    operations.reverse();
    (at, operations)
}

/// The children of a node by their names in the grammar.
pub trait Fields<'n>: Sized {
    /// The child in this field.
    fn field(&self, name: &str) -> Option<Node<'n>>;

    /// The children in these fields; `None` where any is missing.
    fn fields<const N: usize>(&self, names: [&str; N]) -> Option<[Node<'n>; N]>;

    /// All named children in this field, in order.
    fn all(&self, name: &str) -> Vec<Node<'n>>;

    /// The kind of the child in this field: that of an operator is its text. Empty without one.
    fn kind_of(&self, name: &str) -> &'n str {
        self.field(name).map_or("", |child| child.kind())
    }

    /// The byte at which this field begins, or the end of the node without it: where a head ends before its body.
    fn end_before(&self, name: &str) -> usize;
}

impl<'n> Fields<'n> for Node<'n> {
    fn field(&self, name: &str) -> Option<Node<'n>> {
        self.child_by_field_name(name)
    }

    fn fields<const N: usize>(&self, names: [&str; N]) -> Option<[Node<'n>; N]> {
        let mut found = [*self; N];
        for (slot, name) in found.iter_mut().zip(names) {
            *slot = self.field(name)?;
        }
        Some(found)
    }

    fn all(&self, name: &str) -> Vec<Node<'n>> {
        let mut cursor = self.walk();
        self.children_by_field_name(name, &mut cursor).filter(|child| child.is_named()).collect()
    }

    fn end_before(&self, name: &str) -> usize {
        self.field(name).map_or(self.end_byte(), |child| child.start_byte())
    }
}

/// The named children of a part that the text may leave out (a list of arguments, a body): none without the part.
pub fn children_of<'n>(part: Option<Node<'n>>) -> Vec<Node<'n>> {
    part.map_or_else(Vec::new, children)
}
