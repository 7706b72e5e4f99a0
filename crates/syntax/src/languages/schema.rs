//! What the languages of schemas have in common: definitions that hold names, in trees without fields.

use tree_sitter::Node;

/// The first named child of one of these kinds.
pub(crate) fn child<'n>(node: Node<'n>, kinds: &[&str]) -> Option<Node<'n>> {
    named(node, |child| kinds.contains(&child.kind()))
}

/// The first named child for which this holds.
pub(crate) fn named<'n>(node: Node<'n>, is_it: impl Fn(Node<'n>) -> bool) -> Option<Node<'n>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| is_it(*child))
}
