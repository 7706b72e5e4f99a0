//! Calls, fields and array accesses, lowered from the innermost outwards without recursion.

use super::expressions::{self, peel, receiver, value};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, Expr, ExprId, Key};
use tree_sitter::Node;

/// `a.b(c).d[0]`, with everything it hangs on. A call without an object starts a chain.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = base.field("object").or_else(|| base.field("array")) {
        links.push(base);
        base = peel(inner);
    }
    let start = match base.kind() {
        "method_invocation" => call(cx, base, None),
        "field_access" | "array_access" => cx.unknown(),
        _ => value(cx, base, None),
    };
    cx.chain(start, links, linked)
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "method_invocation" => call(cx, link, Some(base)),
        "array_access" => {
            let key = link.field("index").map_or(Key::Unknown, |index| key(cx, index));
            cx.expr(Expr::Subscript { base, key })
        }
        _ => match link.field("field") {
            // `Outer.this`
            Some(field) if field.kind() == "this" => {
                let value = receiver(cx);
                cx.expr(Expr::Cast { value, to: base })
            }
            // `Outer.super.m` too: what the named type itself has.
            Some(field) => cx.attribute(base, cx.text(field), field),
            None => base,
        },
    }
}

fn call(cx: &mut Lowering<'_>, node: Node<'_>, base: Option<ExprId>) -> ExprId {
    let name = node.field("name");
    let (text, at) = (name.map_or("", |name| cx.text(name)), name.unwrap_or(node));
    let callee = match base {
        Some(base) => cx.attribute(base, text, at),
        None => cx.name(text, at),
    };
    let given = expressions::arguments(cx, node);
    cx.call(callee, given, CallKind::Call, node)
}

/// The key in `array[key]`.
pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "decimal_integer_literal" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        _ => {
            value(cx, node, None);
            Key::Unknown
        }
    }
}
