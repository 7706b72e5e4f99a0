//! Values.

use super::c_like::peel as peel_kinds;
use super::{calls, children, classes, control, functions, types};
use crate::Lowering;
use crate::lowering::{Fields, left_spine};
use facts::{CallKind, Expr, ExprId, LiteralKind, ReturnKind, Target};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    named(cx, node, None)
}

/// The same where it is bound to a variable.
pub(super) fn named(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, name))
}

/// The expression inside any number of parentheses.
pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    peel_kinds(node, &["parenthesized_expression"])
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    match node.kind() {
        "identifier" => match cx.text(node) {
            "null" => cx.literal(LiteralKind::Null),
            "true" | "false" => cx.literal(LiteralKind::Boolean),
            text => cx.name(text.trim_matches('`'), node),
        },
        "call_expression" | "navigation_expression" | "index_expression" => calls::chain(cx, node),
        "this_expression" => receiver(cx),
        "super_expression" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        "lambda_literal" | "anonymous_function" => functions::lambda(cx, node, name),
        "annotated_lambda" | "labeled_expression" | "annotated_expression" => {
            cx.optional(children(node).last().copied(), value)
        }
        "object_literal" => classes::object(cx, node),
        "callable_reference" => calls::reference(cx, node),
        "assignment" => assignment(cx, node),
        "binary_expression" => binary(cx, node),
        "unary_expression" => unary(cx, node),
        "infix_expression" => infix(cx, node),
        "as_expression" => cast(cx, node),
        "is_expression" | "in_expression" | "check_expression" => {
            if let Some(left) = node.field("left") {
                value(cx, left);
            }
            if let Some(right) = node.field("right").filter(|right| !right.kind().ends_with("_type")) {
                value(cx, right);
            }
            cx.literal(LiteralKind::Boolean)
        }
        "if_expression" => control::condition(cx, node),
        "when_expression" => control::when(cx, node),
        "try_expression" => control::attempt(cx, node),
        "for_statement" | "while_statement" | "do_while_statement" => control::repeated(cx, node),
        "return_expression" | "throw_expression" => leave(cx, node),
        "string_literal" | "multiline_string_literal" | "character_literal" => {
            control::statements(cx, node);
            cx.literal(LiteralKind::Text)
        }
        "number_literal" | "float_literal" => cx.literal(LiteralKind::Number),
        "string_content" | "label" | "modifiers" | "annotation" | "user_type" | "nullable_type" => cx.unknown(),
        _ => {
            control::statements(cx, node);
            cx.unknown()
        }
    }
}

/// `this`: the class where it is initialised.
pub(super) fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        Some(id) if cx.facts().definition(id).kind.is_type() => {
            let to = cx.expr(Expr::Function(id));
            let value = cx.unknown();
            cx.expr(Expr::Cast { value, to })
        }
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}

fn leave(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(inner) = children(node).into_iter().rfind(|part| part.kind() != "label") else { return cx.unknown() };
    let result = value(cx, inner);
    cx.returns(result, if node.kind() == "return_expression" { ReturnKind::Return } else { ReturnKind::Throw });
    cx.unknown()
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let left = peel(left);
    let operator = node.kind_of("operator").trim_end_matches('=');
    if !operator.is_empty() {
        let before = value(cx, left);
        let given = value(cx, right);
        return implied(cx, before, method_of(operator), vec![given], node);
    }
    match left.kind() {
        "identifier" => {
            let bound = named(cx, right, Some(left));
            cx.assign(cx.text(left), Some(bound), left);
        }
        "navigation_expression" => {
            let parts = children(left);
            let (Some(object), Some(name)) = (parts.first(), parts.last()) else { return cx.unknown() };
            let base = value(cx, *object);
            let bound = value(cx, right);
            cx.bind(Target::Attribute { base, name: cx.text(*name).to_owned() }, Some(bound), None, left);
        }
        "index_expression" => {
            let parts = children(left);
            let Some(array) = parts.first() else { return cx.unknown() };
            let base = value(cx, *array);
            let key = parts.get(1).map_or(facts::Key::Unknown, |key| calls::key(cx, *key));
            let bound = value(cx, right);
            implied(cx, base, "set", vec![bound], node);
            cx.bind(Target::Subscript { base, key }, Some(bound), None, left);
        }
        _ => {
            value(cx, right);
        }
    }
    cx.unknown()
}

/// A call that an operator implies.
fn implied(cx: &mut Lowering<'_>, base: ExprId, method: &str, given: Vec<ExprId>, node: Node<'_>) -> ExprId {
    let callee = cx.attribute(base, method, node);
    let given = given.into_iter().map(|value| facts::Argument { name: None, value, spread: false }).collect();
    cx.call(callee, given, CallKind::Implicit, node)
}

/// The function that an operator runs.
fn method_of(operator: &str) -> &'static str {
    match operator {
        "+" => "plus",
        "-" => "minus",
        "*" => "times",
        "/" => "div",
        "%" => "rem",
        "==" | "!=" => "equals",
        _ => "compareTo",
    }
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let mut result = value(cx, first);
    for operation in operations {
        let Some(right) = operation.field("right") else { continue };
        let right = value(cx, right);
        result = match operation.kind_of("operator") {
            "?:" => cx.expr(Expr::Either(vec![result, right])),
            "&&" | "||" | "===" | "!==" => cx.literal(LiteralKind::Boolean),
            operator @ ("+" | "-" | "*" | "/" | "%") => {
                implied(cx, result, method_of(operator), vec![right], operation)
            }
            operator => {
                implied(cx, result, method_of(operator), vec![right], operation);
                cx.literal(LiteralKind::Boolean)
            }
        };
    }
    result
}

fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let argument = cx.optional(node.field("argument"), value);
    match node.kind_of("operator") {
        "!" => cx.literal(LiteralKind::Boolean),
        "!!" => argument,
        _ => cx.literal(LiteralKind::Number),
    }
}

/// `a to b` calls `to` on `a`.
fn infix(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let [left, name, right] = children(node)[..] else {
        control::statements(cx, node);
        return cx.unknown();
    };
    let base = value(cx, left);
    let given = value(cx, right);
    let callee = cx.attribute(base, cx.text(name), name);
    cx.call(callee, vec![facts::Argument { name: None, value: given, spread: false }], CallKind::Call, node)
}

fn cast(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let value = value(cx, left);
    let to = types::lower(cx, right);
    cx.expr(Expr::Cast { value, to })
}
