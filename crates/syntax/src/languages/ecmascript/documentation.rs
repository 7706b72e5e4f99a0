//! Comments as documentation.

use super::names::Lead;
use crate::Lowering;
use crate::languages::comments;
use tree_sitter::Node;

/// The file's own documentation: its first comment, unless a declaration follows right below.
pub(super) fn of_module(cx: &Lowering<'_>, root: Node<'_>) -> Option<String> {
    let mut cursor = root.walk();
    let mut above: Vec<Node<'_>> = Vec::new();
    for node in root.named_children(&mut cursor) {
        let apart = |last: &Node<'_>| node.start_position().row > last.end_position().row + 1;
        match node.kind() {
            "hash_bang_line" => continue,
            "comment" if above.last().is_some_and(apart) => break,
            "comment" => above.push(node),
            "import_statement" | "expression_statement" => break,
            _ if above.last().is_some_and(apart) => break,
            _ => return None,
        }
    }
    comments::text(cx, &above)
}

/// Runs `inner` on the children of `parent`, each with the comments and decorators above it.
pub(super) fn each_with_lead<'n>(
    cx: &mut Lowering<'_>,
    parent: Node<'n>,
    exported: bool,
    mut inner: impl FnMut(&mut Lowering<'_>, Node<'n>, &Lead<'n>),
) {
    let mut cursor = parent.walk();
    let mut lead = Lead { exported, ..Lead::default() };
    let mut previous_row = None;
    for node in parent.named_children(&mut cursor) {
        match node.kind() {
            "comment" => collect(&mut lead, node, previous_row),
            "decorator" => lead.decorators.push(node),
            _ => {
                keep_adjacent(&mut lead, node);
                inner(cx, node, &lead);
                lead = Lead { exported, ..Lead::default() };
                previous_row = Some(node.end_position().row);
            }
        }
    }
}

/// Keeps the comments above the next statement; forgets those that a blank line or a statement sets apart.
pub(super) fn collect<'n>(lead: &mut Lead<'n>, comment: Node<'n>, previous_row: Option<usize>) {
    comments::collect(&mut lead.comments, comment, previous_row);
}

/// Drops the comments that do not end right above `node`.
pub(super) fn keep_adjacent(lead: &mut Lead<'_>, node: Node<'_>) {
    let row = lead.decorators.first().map_or(node.start_position().row, |d| d.start_position().row);
    comments::keep_adjacent(&mut lead.comments, row);
}
