//! Values.

use super::{c_like, calls, classes, declarations, functions, names, statements, targets, types};
use crate::Lowering;
use crate::lowering::{Fields, children, left_spine};
use facts::{CallKind, Expr, ExprId, Key, LiteralKind, ReturnKind};
use tree_sitter::Node;

pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node))
}

/// The expression inside any number of parentheses.
pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    c_like::peel(node, &["parenthesized_expression"])
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "variable_name" => names::variable(cx, node),
        "name" | "qualified_name" | "relative_name" => names::named(cx, node),
        "function_call_expression"
        | "member_call_expression"
        | "nullsafe_member_call_expression"
        | "member_access_expression"
        | "nullsafe_member_access_expression"
        | "scoped_call_expression"
        | "scoped_property_access_expression"
        | "class_constant_access_expression"
        | "subscript_expression" => calls::chain(cx, node),
        "object_creation_expression" => classes::created(cx, node),
        "anonymous_function" | "arrow_function" => functions::closure(cx, node),
        "assignment_expression" | "reference_assignment_expression" => targets::assignment(cx, node),
        "augmented_assignment_expression" => targets::augmented(cx, node),
        "array_creation_expression" => array(cx, node),
        "conditional_expression" => conditional(cx, node),
        "binary_expression" => binary(cx, node),
        "unary_op_expression" | "update_expression" => {
            inside(cx, node);
            cx.literal(if node.kind_of("operator") == "!" { LiteralKind::Boolean } else { LiteralKind::Number })
        }
        "cast_expression" => cast(cx, node),
        "clone_expression" | "error_suppression_expression" | "by_ref" => {
            cx.optional(children(node).last().copied(), value)
        }
        "match_expression" => matched(cx, node),
        "yield_expression" => yielded(cx, node),
        "throw_expression" => {
            let thrown = cx.optional(node.named_child(0), value);
            cx.returns(thrown, ReturnKind::Throw);
            cx.unknown()
        }
        "include_expression" | "include_once_expression" | "require_expression" | "require_once_expression" => {
            declarations::included(cx, node);
            cx.unknown()
        }
        "integer" | "float" => cx.literal(LiteralKind::Number),
        "boolean" => cx.literal(LiteralKind::Boolean),
        "null" => cx.literal(LiteralKind::Null),
        "string" | "encapsed_string" | "heredoc" | "heredoc_body" | "nowdoc" | "shell_command_expression" => {
            inside(cx, node);
            cx.literal(LiteralKind::Text)
        }
        _ => {
            statements::statements(cx, node);
            cx.unknown()
        }
    }
}

/// Lowers what an expression is made of.
fn inside(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        value(cx, child);
    }
}

fn array(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for (at, element) in children(node).into_iter().enumerate() {
        let parts = children(element);
        match parts[..] {
            [spread] if spread.kind() == "variadic_unpacking" => {
                let spread = cx.optional(spread.named_child(0), value);
                let element = cx.expr(Expr::Element(spread));
                items.push((Key::Unknown, element));
            }
            [only] => {
                let item = value(cx, only);
                items.push((Key::Index(at as i64), item));
            }
            [key, item] => {
                let key = calls::key(cx, key);
                let item = value(cx, item);
                items.push((key, item));
            }
            _ => {}
        }
    }
    cx.expr(Expr::Collection(items))
}

/// `a ? b : c`, `a ?: c`.
fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let condition = cx.optional(node.field("condition"), value);
    let first = node.field("body").map_or(condition, |body| value(cx, body));
    let second = cx.optional(node.field("alternative"), value);
    cx.expr(Expr::Either(vec![first, second]))
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let mut result = value(cx, first);
    for operation in operations {
        let Some(right) = operation.field("right") else { continue };
        let operator = operation.kind_of("operator");
        if operator == "instanceof" {
            types::class_tested(cx, right);
            result = cx.literal(LiteralKind::Boolean);
            continue;
        }
        let right = value(cx, right);
        result = match operator {
            "??" => cx.expr(Expr::Either(vec![result, right])),
            "." => cx.literal(LiteralKind::Text),
            "&&" | "||" | "and" | "or" | "xor" | "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=" | "<>" => {
                cx.literal(LiteralKind::Boolean)
            }
            _ => cx.literal(LiteralKind::Number),
        };
    }
    result
}

fn cast(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let inner = cx.optional(node.field("value"), value);
    match node.field("type").map(|written| cx.text(written)) {
        Some("int" | "integer" | "float" | "double") => cx.literal(LiteralKind::Number),
        Some("string") => {
            // Runs the method that gives a value's text.
            let callee = cx.attribute(inner, "__toString", node);
            cx.call(callee, Vec::new(), CallKind::Implicit, node);
            cx.literal(LiteralKind::Text)
        }
        Some("bool" | "boolean") => cx.literal(LiteralKind::Boolean),
        _ => inner,
    }
}

/// `match (x) { a, b => c, default => d }`: one of the results.
fn matched(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(condition) = node.field("condition") {
        value(cx, condition);
    }
    let mut results = Vec::new();
    for arm in node.field("body").map_or_else(Vec::new, children) {
        if let Some(conditions) = arm.field("conditional_expressions") {
            inside(cx, conditions);
        }
        results.extend(arm.field("return_expression").map(|result| value(cx, result)));
    }
    cx.one_or_either(results)
}

fn yielded(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(inner) = node.named_child(0) else { return cx.unknown() };
    let is_delegated = node.child(0).is_some_and(|word| cx.text(word).ends_with("from"));
    let given = match inner.kind() {
        "array_element_initializer" => {
            let mut parts: Vec<ExprId> = children(inner).into_iter().map(|part| value(cx, part)).collect();
            parts.pop().unwrap_or_else(|| cx.unknown())
        }
        _ => value(cx, inner),
    };
    let element = if is_delegated { cx.expr(Expr::Element(given)) } else { given };
    cx.returns(element, ReturnKind::Yield);
    cx.unknown()
}
