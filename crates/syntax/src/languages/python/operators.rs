//! Operators: chains of them, comparisons, and the methods that they call.

use super::expressions::{expression, positional};
use crate::{
    Lowering,
    lowering::{Fields, children, left_spine},
};
use facts::{CallKind, Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// A chain of `and`, `or` or of arithmetic. The value is one of the
/// operands, which holds for the types of most; a text on the left makes a text.
pub fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, steps) = left_spine(node, |left| left);
    let first = expression(cx, first);
    let mut operands = vec![first];
    for step in steps {
        let Some(right) = step.field("right") else { continue };
        let value = expression(cx, right);
        if let Some(operator) = step.field("operator")
            && let Some(method) = method_of(operator.kind())
        {
            operator_call(cx, first, method, value, operator);
        }
        operands.push(value);
    }
    if let Expr::Literal(kind) = cx.facts().expr(first)
        && node.kind() == "binary_operator"
    {
        let kind = *kind;
        return cx.literal(kind);
    }
    cx.expr(Expr::Either(operands))
}

/// `left.method(right)`, unless an operand is a literal.
fn operator_call(cx: &mut Lowering<'_>, left: ExprId, method: &str, right: ExprId, operator: Node<'_>) {
    let plain = |id| matches!(cx.facts().expr(id), Expr::Literal(_) | Expr::Collection(_));
    if !plain(left) && !plain(right) {
        let callee = cx.attribute(left, method, operator);
        cx.call(callee, vec![positional(right)], CallKind::Implicit, operator);
    }
}

fn method_of(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+" => "__add__",
        "-" => "__sub__",
        "*" => "__mul__",
        "/" => "__truediv__",
        "//" => "__floordiv__",
        "%" => "__mod__",
        "**" => "__pow__",
        "@" => "__matmul__",
        "<<" => "__lshift__",
        ">>" => "__rshift__",
        "&" => "__and__",
        "|" => "__or__",
        "^" => "__xor__",
        "==" => "__eq__",
        "!=" => "__ne__",
        "<" => "__lt__",
        "<=" => "__le__",
        ">" => "__gt__",
        ">=" => "__ge__",
        "in" | "not in" => "__contains__",
        _ => return None,
    })
}

pub fn comparison(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut cursor = node.walk();
    let operators: Vec<Node<'_>> = node.children_by_field_name("operators", &mut cursor).collect();
    let operands: Vec<ExprId> = children(node).into_iter().map(|operand| expression(cx, operand)).collect();
    for (pair, operator) in operands.windows(2).zip(operators) {
        match method_of(operator.kind()) {
            Some("__contains__") => operator_call(cx, pair[1], "__contains__", pair[0], operator),
            Some(method) => operator_call(cx, pair[0], method, pair[1], operator),
            None => {}
        }
    }
    cx.literal(LiteralKind::Boolean)
}

/// The method of `+=` and its kin, which changes what is on the left.
pub fn in_place_method(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+=" => "__iadd__",
        "-=" => "__isub__",
        "*=" => "__imul__",
        "/=" => "__itruediv__",
        "|=" => "__ior__",
        "&=" => "__iand__",
        _ => return None,
    })
}
