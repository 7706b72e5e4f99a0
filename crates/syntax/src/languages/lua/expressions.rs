//! Values.

use super::{calls, children, statements};
use crate::Lowering;
use crate::lowering::{Fields, left_spine};
use facts::{DefinitionKind, Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| plain(cx, node))
}

/// Without parentheses.
pub(super) fn peel(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" {
        match children(node).first().copied() {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" | "vararg_expression" => cx.name(cx.text(node), node),
        "string" => cx.literal(LiteralKind::Text),
        "number" => cx.literal(LiteralKind::Number),
        "true" | "false" => cx.literal(LiteralKind::Boolean),
        "nil" => cx.literal(LiteralKind::Null),
        "function_call" | "dot_index_expression" | "method_index_expression" | "bracket_index_expression" => {
            calls::chain(cx, node)
        }
        "function_definition" => function(cx, node),
        "table_constructor" => table(cx, node),
        "binary_expression" => binary(cx, node),
        "unary_expression" => {
            cx.optional(children(node).first().copied(), value);
            cx.unknown()
        }
        _ => {
            for part in children(node) {
                value(cx, part);
            }
            cx.unknown()
        }
    }
}

fn function(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    draft.signature =
        cx.head(node.start_byte(), node.field("parameters").map_or(node.end_byte(), |p| p.end_byte())).to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    statements::body(cx, node, id, false);
    cx.expr(Expr::Function(id))
}

fn table(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    let mut next = 1;
    for field in children(node) {
        let Some(given) = field.field("value") else { continue };
        let key = match field.field("name") {
            Some(name) if name.kind() == "identifier" && field.child(0) == Some(name) => {
                Key::Text(cx.text(name).to_owned())
            }
            Some(index) => key(cx, index),
            None => {
                next += 1;
                Key::Index(next - 1)
            }
        };
        let given = value(cx, given);
        items.push((key, given));
    }
    cx.expr(Expr::Collection(items))
}

/// A constant key of a subscript.
pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "number" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        "string" => Key::Text(node.field("content").map_or("", |content| cx.text(content)).to_owned()),
        _ => {
            value(cx, node);
            Key::Unknown
        }
    }
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let mut options = vec![value(cx, first)];
    let mut is_choice = true;
    for operation in operations {
        let Some(right) = operation.field("right") else { continue };
        options.push(value(cx, right));
        is_choice &= matches!(operation.kind_of("operator"), "and" | "or");
    }
    match node.kind_of("operator") {
        "and" | "or" if is_choice => cx.one_or_either(options),
        "==" | "~=" | "<" | ">" | "<=" | ">=" => cx.literal(LiteralKind::Boolean),
        ".." => cx.literal(LiteralKind::Text),
        _ => cx.unknown(),
    }
}
