//! Operators, which run the methods of the traits in `std::ops` and `std::cmp`.
//!
//! What an operator gives is taken for any of its operands, whatever its method returns.

use super::expressions::{assign, expression, null};
use crate::Lowering;
use crate::lowering::{Fields, left_spine};
use facts::{Argument, CallKind, Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// A chain of operators.
pub(super) fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, |left| left);
    let first = expression(cx, first);
    let mut operands = vec![first];
    for operation in operations {
        let right = cx.optional(operation.field("right"), expression);
        if let Some(operator) = operation.field("operator") {
            implied(cx, first, method_of(operator.kind()), Some(right), operator);
        }
        operands.push(right);
    }
    match node.kind_of("operator") {
        "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => cx.literal(LiteralKind::Boolean),
        _ => cx.expr(Expr::Either(operands)),
    }
}

/// `a += b`
pub(super) fn compound(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some([left, right]) = node.fields(["left", "right"]) {
        let old = expression(cx, left);
        let added = expression(cx, right);
        if let Some(operator) = node.field("operator") {
            implied(cx, old, method_of(operator.kind()), Some(added), operator);
        }
        let value = cx.expr(Expr::Either(vec![old, added]));
        assign(cx, left, value);
    }
    null(cx)
}

/// `!a`, `-a`; `*a` runs a method only where `a` is no reference, which is not known here.
pub(super) fn unary(cx: &mut Lowering<'_>, value: ExprId, node: Node<'_>) {
    let sign = node.child(0).map_or("", |sign| sign.kind());
    let method = match sign {
        "!" => Some("not"),
        "-" => Some("neg"),
        _ => None,
    };
    implied(cx, value, method, None, node);
}

/// `a[i]`: what the method returns; `None` where `a` is a value of the language's own.
pub(super) fn index(cx: &mut Lowering<'_>, value: ExprId, node: Node<'_>) -> Option<ExprId> {
    (!is_plain(cx, value)).then(|| {
        let callee = cx.attribute(value, "index", node);
        cx.call(callee, Vec::new(), CallKind::Implicit, node)
    })
}

fn implied(cx: &mut Lowering<'_>, value: ExprId, method: Option<&str>, given: Option<ExprId>, at: Node<'_>) {
    let Some(method) = method.filter(|_| !is_plain(cx, value)) else { return };
    let given = given.map(|value| Argument { name: None, value, spread: false });
    let callee = cx.attribute(value, method, at);
    cx.call(callee, given.into_iter().collect(), CallKind::Implicit, at);
}

/// No value whose type may be the repository's.
fn is_plain(cx: &Lowering<'_>, value: ExprId) -> bool {
    matches!(
        cx.facts().expr(value),
        Expr::Either(_) | Expr::Literal(_) | Expr::Collection(_) | Expr::Unknown | Expr::Function(_)
    )
}

fn method_of(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+" => "add",
        "-" => "sub",
        "*" => "mul",
        "/" => "div",
        "%" => "rem",
        "&" => "bitand",
        "|" => "bitor",
        "^" => "bitxor",
        "<<" => "shl",
        ">>" => "shr",
        "+=" => "add_assign",
        "-=" => "sub_assign",
        "*=" => "mul_assign",
        "/=" => "div_assign",
        "%=" => "rem_assign",
        "&=" => "bitand_assign",
        "|=" => "bitor_assign",
        "^=" => "bitxor_assign",
        "<<=" => "shl_assign",
        ">>=" => "shr_assign",
        // `ne` is hardly ever written.
        "==" | "!=" => "eq",
        "<" | "<=" | ">" | ">=" => "partial_cmp",
        _ => return None,
    })
}
