//! Values.

use super::{attributes, calls, captures, children, collections, functions, names, operators, sequences};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{ExprId, LiteralKind};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| plain(cx, node))
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" => names::value(cx, node).unwrap_or_else(|| cx.name(cx.text(node), node)),
        "alias" | "dot" => names::value(cx, node).unwrap_or_else(|| each(cx, node)),
        "atom" | "quoted_atom" => cx.literal(LiteralKind::Text),
        "string" | "charlist" | "sigil" | "bitstring" => {
            each(cx, node);
            cx.literal(LiteralKind::Text)
        }
        "char" | "integer" | "float" => cx.literal(LiteralKind::Number),
        "boolean" => cx.literal(LiteralKind::Boolean),
        "nil" => cx.literal(LiteralKind::Null),
        "list" | "tuple" | "keywords" => collections::list(cx, node),
        "map" => collections::map(cx, node),
        "call" | "access_call" => calls::chain(cx, node),
        "binary_operator" => operators::binary(cx, node),
        "unary_operator" if attributes::is_attribute(node) => attribute(cx, node),
        "unary_operator" => unary(cx, node),
        "anonymous_function" => functions::anonymous(cx, node),
        "block" => block(cx, node),
        "body" => sequences::lower(cx, node),
        "quoted_content" | "escape_sequence" | "sigil_name" => cx.unknown(),
        _ => each(cx, node),
    }
}

/// All parts, for what they call.
fn each(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for part in children(node) {
        value(cx, part);
    }
    cx.unknown()
}

/// `(a; b)`, `(a -> b)`
fn block(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match children(node).first() {
        Some(first) if first.kind() == "stab_clause" => super::control::clauses(cx, node, None),
        _ => sequences::lower(cx, node),
    }
}

/// `@timeout`
fn attribute(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match attributes::name(cx, node) {
        Some(name) => cx.name(&format!("@{name}"), node),
        None => cx.unknown(),
    }
}

fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    // Of `&(..)` the grammar names the parenthesis.
    let operand = node.field("operand").filter(Node::is_named).or_else(|| children(node).last().copied());
    let Some(operand) = operand else { return cx.unknown() };
    match node.kind_of("operator") {
        "&" => captures::capture(cx, node, operand),
        "^" => value(cx, operand),
        "not" | "!" => {
            value(cx, operand);
            cx.literal(LiteralKind::Boolean)
        }
        _ => {
            value(cx, operand);
            cx.literal(LiteralKind::Number)
        }
    }
}
