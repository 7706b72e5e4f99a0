//! Operators: chains of them, comparisons, and the methods that they call.

use super::expressions::{expression, positional};
use super::narrowing;
use crate::{
    Lowering,
    lowering::{Fields, children, first_child, left_spine},
};
use facts::{Argument, CallKind, Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// A chain of `and`, `or` or of arithmetic. The value is one of the
/// operands, which holds for the types of most; a text on the left makes a text.
pub fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, steps) = left_spine(node, |left| left);
    let innermost = first;
    let first = expression(cx, first);
    let mut operands = vec![first];
    // What the operands before say: `isinstance(x, T) and x.f()`.
    let mark = cx.narrow_mark();
    let mut before = innermost;
    for step in steps {
        let Some(right) = step.field("right") else { continue };
        let logical = step.kind() == "boolean_operator";
        if logical {
            let known = narrowing::of_condition(cx, before, step.kind_of("operator") == "and");
            cx.narrow_from_here(known);
            let tested = operands.last().copied().unwrap_or(first);
            truth(cx, tested, before);
            before = right;
        }
        let value = expression(cx, right);
        if let Some(operator) = step.field("operator")
            && let Some(method) = method_of(operator.kind())
        {
            operator_call(cx, first, method, value, operator);
        }
        operands.push(value);
    }
    cx.narrow_until(mark);
    if let Expr::Literal(kind) = cx.facts().expr(first)
        && node.kind() == "binary_operator"
    {
        let kind = *kind;
        return cx.literal(kind);
    }
    cx.expr(Expr::Either(operands))
}

/// `left.method(right)`, or the other operand's method where the left one is a literal.
fn operator_call(cx: &mut Lowering<'_>, left: ExprId, method: &str, right: ExprId, operator: Node<'_>) {
    if !is_plain(cx, left) {
        return implied(cx, left, method, vec![positional(right)], operator);
    }
    if let Some(reflected) = reflected(method).filter(|_| !is_plain(cx, right)) {
        implied(cx, right, reflected, vec![positional(left)], operator);
    }
}

/// A literal, whose type is the language's own.
fn is_plain(cx: &Lowering<'_>, value: ExprId) -> bool {
    matches!(cx.facts().expr(value), Expr::Literal(_) | Expr::Collection(_))
}

/// Syntax that runs a method of `value`.
pub fn implied(cx: &mut Lowering<'_>, value: ExprId, method: &str, given: Vec<Argument>, at: Node<'_>) {
    let is_plain = matches!(
        cx.facts().expr(value),
        Expr::Either(_) | Expr::Literal(_) | Expr::Collection(_) | Expr::Unknown | Expr::Function(_)
    );
    if !is_plain {
        let callee = cx.attribute(value, method, at);
        cx.call(callee, given, CallKind::Implicit, at);
    }
}

/// A condition: its truth is asked for.
pub fn condition(cx: &mut Lowering<'_>, node: Node<'_>) {
    let value = expression(cx, node);
    truth(cx, value, node);
}

/// Runs the method by which `value`, written at `node`, is tested for truth: nothing for comparisons and the like.
pub fn truth(cx: &mut Lowering<'_>, value: ExprId, node: Node<'_>) {
    match node.kind() {
        "parenthesized_expression" => {
            if let Some(inner) = first_child(node) {
                truth(cx, value, inner);
            }
        }
        "identifier" | "attribute" | "call" | "subscript" | "await" => implied(cx, value, "__bool__", Vec::new(), node),
        // The operands before the last were tested where they are.
        "boolean_operator" => {
            let last = match cx.facts().expr(value) {
                Expr::Either(operands) => operands.last().copied(),
                _ => None,
            };
            if let (Some(last), Some(right)) = (last, node.field("right")) {
                truth(cx, last, right);
            }
        }
        _ => {}
    }
}

/// The method of the right operand that runs where the left one has none.
fn reflected(method: &str) -> Option<&'static str> {
    Some(match method {
        "__add__" => "__radd__",
        "__sub__" => "__rsub__",
        "__mul__" => "__rmul__",
        "__truediv__" => "__rtruediv__",
        "__floordiv__" => "__rfloordiv__",
        "__pow__" => "__rpow__",
        "__and__" => "__rand__",
        "__or__" => "__ror__",
        "__xor__" => "__rxor__",
        "__eq__" => "__eq__",
        "__ne__" => "__ne__",
        "__lt__" => "__gt__",
        "__gt__" => "__lt__",
        "__le__" => "__ge__",
        "__ge__" => "__le__",
        _ => return None,
    })
}

/// The method of a sign in front of a value.
pub fn method_of_sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "-" => "__neg__",
        "+" => "__pos__",
        "~" => "__invert__",
        _ => return None,
    })
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
