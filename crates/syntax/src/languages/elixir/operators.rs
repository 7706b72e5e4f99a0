//! Operators: matches, pipes, choices.

use super::{calls, patterns, values};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// `a op b`, taken apart in a loop along its left side: pipes get long.
pub(super) fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut operations = Vec::new();
    let mut first = node;
    while first.kind() == "binary_operator" && nests_left(first) {
        let Some(left) = first.field("left") else { break };
        operations.push(first);
        first = left;
    }
    let mut result = match first.kind() {
        "binary_operator" => right_nested(cx, first),
        _ => values::value(cx, first),
    };
    for operation in operations.into_iter().rev() {
        result = apply(cx, operation, result);
    }
    result
}

fn nests_left(node: Node<'_>) -> bool {
    !matches!(node.kind_of("operator"), "=" | "<-" | "when" | "::" | "|" | "=>" | "\\\\")
}

/// Operators whose left side is no value.
fn right_nested(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    match node.kind_of("operator") {
        "=" => {
            let value = values::value(cx, right);
            patterns::bind(cx, left, Some(value));
            value
        }
        // `a :: binary`
        "::" => values::value(cx, left),
        _ => {
            values::value(cx, left);
            values::value(cx, right)
        }
    }
}

fn apply(cx: &mut Lowering<'_>, node: Node<'_>, left: ExprId) -> ExprId {
    let Some([operator, right]) = node.fields(["operator", "right"]) else { return left };
    match operator.kind() {
        "|>" => calls::piped(cx, right, left),
        "&&" | "||" | "and" | "or" => {
            let right = values::value(cx, right);
            cx.expr(Expr::Either(vec![left, right]))
        }
        "++" | "--" => {
            let right = values::value(cx, right);
            cx.expr(Expr::Either(vec![left, right]))
        }
        "<>" => {
            values::value(cx, right);
            cx.literal(LiteralKind::Text)
        }
        "==" | "!=" | "===" | "!==" | "=~" | "<" | ">" | "<=" | ">=" | "in" | "not in" => {
            values::value(cx, right);
            cx.literal(LiteralKind::Boolean)
        }
        "+" | "-" | "*" | "/" | "**" => {
            values::value(cx, right);
            cx.literal(LiteralKind::Number)
        }
        ".." | "//" => {
            values::value(cx, right);
            cx.unknown()
        }
        // Left to modules to define: `~>`, `<|>`, `+++`, `&&&`.
        name => {
            let right = values::value(cx, right);
            let callee = cx.name(name, operator);
            let given = [left, right].map(|value| Argument { name: None, value, spread: false });
            cx.call(callee, given.to_vec(), CallKind::Call, node)
        }
    }
}
