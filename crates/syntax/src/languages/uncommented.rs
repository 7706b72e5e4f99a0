//! Children of nodes without the comments among them, which are no extras to every grammar.

use super::comments::is_comment;
use tree_sitter::Node;

/// The named children in order, comments left out.
pub(crate) fn children<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    crate::lowering::children(node).into_iter().filter(|child| !is_comment(*child)).collect()
}

/// The first child of one of these kinds.
#[cfg(any(feature = "kotlin", feature = "swift", feature = "scala", feature = "dart", feature = "elixir"))]
pub(crate) fn child<'n>(node: Node<'n>, kinds: &[&str]) -> Option<Node<'n>> {
    children(node).into_iter().find(|child| kinds.contains(&child.kind()))
}
