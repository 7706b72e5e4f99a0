//! Expressions after one another: definitions with the attributes above them, directives, everything else.

use super::attributes::{self, Above};
use super::{children, definitions, values};
use crate::Lowering;
use facts::ExprId;
use tree_sitter::Node;

/// Lowers the expressions of a body. The value is that of the last.
pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts: Vec<Node<'_>> = children(node).into_iter().filter(|part| !is_other_block(*part)).collect();
    all(cx, &parts)
}

/// The same of a list of them.
pub(super) fn all(cx: &mut Lowering<'_>, parts: &[Node<'_>]) -> ExprId {
    let mut above = Above::default();
    let mut last = None;
    let mut at = 0;
    while at < parts.len() && !cx.is_exhausted() {
        let node = parts[at];
        if attributes::is_set(node) {
            attributes::collect(cx, node, &mut above);
            at += 1;
            continue;
        }
        let (count, value) = match definitions::lower(cx, &parts[at..], &above) {
            Some(count) => (count, None),
            None => (1, Some(values::value(cx, node))),
        };
        at += count;
        last = value;
        above = Above::default();
    }
    last.unwrap_or_else(|| cx.unknown())
}

/// `else`, `rescue`, `catch` and `after` are inside of the block before them.
fn is_other_block(node: Node<'_>) -> bool {
    matches!(node.kind(), "else_block" | "rescue_block" | "catch_block" | "after_block")
}
