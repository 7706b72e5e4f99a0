//! What JavaScript, TypeScript, Go and Java write alike: parentheses, `else if` ladders, conditional expressions.

use super::comments::is_comment;
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId};
use tree_sitter::Node;

/// The expression inside any number of nodes of these kinds (parentheses).
pub(crate) fn peel<'n>(mut node: Node<'n>, kinds: &[&str]) -> Node<'n> {
    while kinds.contains(&node.kind()) {
        let mut cursor = node.walk();
        let inner = node.named_children(&mut cursor).find(|child| !child.is_extra() && !is_comment(*child));
        match inner {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// An `if`. A loop, so that an `else if` ladder costs no depth.
pub(crate) fn if_statement(cx: &mut Lowering<'_>, node: Node<'_>, statement: fn(&mut Lowering<'_>, Node<'_>)) {
    let mut at = node;
    loop {
        for field in ["initializer", "condition", "consequence"] {
            if let Some(child) = at.field(field) {
                statement(cx, child);
            }
        }
        let Some(next) = at.field("alternative") else { return };
        // In JavaScript's grammar a clause is around what follows `else`.
        let next = if next.kind() == "else_clause" { next.named_child(0) } else { Some(next) };
        match next {
            Some(next) if next.kind() == "if_statement" => at = next,
            Some(last) => return statement(cx, last),
            None => return,
        }
    }
}

/// Where the head of a variable's declaration ends: before a value that goes on to further lines.
pub(crate) fn end_of_head(declaration: Node<'_>, value: Option<Node<'_>>) -> usize {
    let long = value.filter(|value| value.end_position().row > declaration.start_position().row);
    long.map_or(declaration.end_byte(), |value| value.start_byte())
}

/// `a ? b : c`. A loop over the last branch, so that a ladder of conditions costs no depth.
pub(crate) fn ternary(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    value: fn(&mut Lowering<'_>, Node<'_>) -> ExprId,
) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "ternary_expression" {
        if let Some(condition) = at.field("condition") {
            value(cx, condition);
        }
        if let Some(branch) = at.field("consequence") {
            branches.push(value(cx, branch));
        }
        match at.field("alternative") {
            Some(next) => at = peel(next, &["parenthesized_expression"]),
            None => break,
        }
    }
    if at.kind() != "ternary_expression" {
        branches.push(value(cx, at));
    }
    cx.expr(Expr::Either(branches))
}
