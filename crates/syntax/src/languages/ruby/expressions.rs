//! Values. Everything in Ruby has one.

use super::sequences::{self, Mode};
use super::{blocks, calls, children, classes, control, literals, macros, methods, names, targets};
use crate::Lowering;
use crate::lowering::{Fields, left_spine};
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| lowered(cx, node))
}

fn lowered(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" => names::identifier(cx, node),
        "constant" => cx.name(cx.text(node), node),
        "self" => names::receiver(cx),
        "instance_variable" | "class_variable" | "global_variable" => names::variable(cx, node),
        "call" | "scope_resolution" | "element_reference" => calls::chain(cx, node),
        "super" => calls::super_call(cx, node, false),
        "yield" => calls::yielded(cx, node),
        "lambda" | "block" | "do_block" => blocks::lambda(cx, node),
        "assignment" => targets::assignment(cx, node),
        "operator_assignment" => targets::operator_assignment(cx, node),
        "binary" => binary(cx, node),
        "unary" => unary(cx, node),
        "conditional" | "if" | "unless" | "elsif" => control::condition(cx, node),
        "if_modifier" | "unless_modifier" | "while_modifier" | "until_modifier" | "rescue_modifier" => {
            control::modifier(cx, node)
        }
        "case" | "case_match" => control::case(cx, node),
        "match_pattern" | "test_pattern" => matched(cx, node),
        "while" | "until" | "for" => control::repeated(cx, node),
        "return" | "next" | "break" => control::leave(cx, node),
        "begin" | "body_statement" | "block_body" | "then" | "do" => control::body(cx, node),
        "parenthesized_statements" | "program" | "begin_block" | "end_block" | "ERROR" => sequences::value(cx, node),
        "class" | "module" => classes::declaration(cx, node, &[]),
        "singleton_class" => classes::singleton(cx, node),
        "method" | "singleton_method" => methods::method(cx, node, &[], Mode::default()),
        "alias" => macros::alias(cx, node),
        "redo" | "retry" | "undef" | "empty_statement" | "uninterpreted" => cx.unknown(),
        "right_assignment_list" => {
            let items = children(node).into_iter().map(|item| value(cx, item)).collect();
            cx.tuple(items)
        }
        _ => literals::value(cx, node),
    }
}

/// `x => pattern`, `x in pattern`.
fn matched(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some([tested, pattern]) = node.fields(["value", "pattern"]) {
        let tested = value(cx, tested);
        control::match_pattern(cx, pattern, tested);
    }
    cx.literal(LiteralKind::Boolean)
}

/// Operators are methods of their left side.
fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, |node| node);
    let mut result = value(cx, first);
    for operation in operations {
        let Some(right) = operation.field("right") else { continue };
        let right = value(cx, right);
        result = match operation.kind_of("operator") {
            "&&" | "and" => right,
            "||" | "or" => cx.expr(Expr::Either(vec![result, right])),
            operator => {
                // `!=` and `!~` run `==` and `=~`.
                let method = match operator {
                    "!=" => "==",
                    "!~" => "=~",
                    other => other,
                };
                let called = names::implied(cx, result, method, vec![right], operation);
                // `list << item << item`
                if method == "<<" { result } else { called }
            }
        };
    }
    result
}

fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let operand = cx.optional(node.field("operand"), value);
    match node.kind_of("operator") {
        "!" | "not" | "defined?" => cx.literal(LiteralKind::Boolean),
        operator => names::implied(cx, operand, &format!("{operator}@"), Vec::new(), node),
    }
}
