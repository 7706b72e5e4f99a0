//! Calls, members and subscripts, lowered from the innermost outwards without recursion.

use super::expressions::{self, peel, value};
use super::types;
use crate::Lowering;
use crate::lowering::{Fields, children_of, first_child};
use facts::{CallKind, Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// `a.b(c)?.d[0]`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner_of(base) {
        links.push(base);
        base = peel(inner);
    }
    let start = if links.is_empty() { cx.unknown() } else { value(cx, base, None) };
    cx.chain(start, links, linked)
}

fn inner_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "invocation_expression" => node.field("function"),
        "member_access_expression" | "element_access_expression" => node.field("expression"),
        "conditional_access_expression" => node.field("condition"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "member_access_expression" => member(cx, base, link.field("name")),
        "element_access_expression" => {
            let key = key(cx, link.field("subscript"));
            cx.expr(Expr::Subscript { base, key })
        }
        // `a?.b`: what is behind the question mark is not in the chain.
        "conditional_access_expression" => {
            let condition = link.field("condition");
            let rest = crate::lowering::children(link).into_iter().find(|child| Some(*child) != condition);
            rest.map_or(base, |rest| bound(cx, rest, base))
        }
        _ => call(cx, link, base),
    }
}

fn call(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    let given = link.field("arguments").map_or_else(Vec::new, |list| expressions::given(cx, list));
    // `nameof(x)` is a text.
    if matches!(cx.facts().expr(base), Expr::Name { name, .. } if name == "nameof") {
        return cx.literal(LiteralKind::Text);
    }
    cx.call(base, given, CallKind::Call, link)
}

/// The member or element behind `?`, and what hangs on it.
fn bound(cx: &mut Lowering<'_>, node: Node<'_>, base: ExprId) -> ExprId {
    let mut links = Vec::new();
    let mut at = node;
    while let Some(inner) = inner_of(at) {
        links.push(at);
        at = inner;
    }
    let start = match at.kind() {
        "member_binding_expression" => member(cx, base, at.field("name")),
        "element_binding_expression" => {
            let key = key(cx, Some(at));
            cx.expr(Expr::Subscript { base, key })
        }
        _ => value(cx, at, None),
    };
    cx.chain(start, links, linked)
}

fn member(cx: &mut Lowering<'_>, base: ExprId, name: Option<Node<'_>>) -> ExprId {
    let Some(name) = name else { return base };
    let plain = if name.kind() == "generic_name" { first_child(name).unwrap_or(name) } else { name };
    if name.kind() == "generic_name" {
        // Types between angle brackets are read for what they name.
        types::generic(cx, name);
    }
    cx.attribute(base, cx.text(plain), plain)
}

/// The key in `value[key]`.
pub(super) fn key(cx: &mut Lowering<'_>, list: Option<Node<'_>>) -> Key {
    let arguments = children_of(list);
    let [one] = arguments[..] else {
        arguments.into_iter().for_each(|argument| {
            value(cx, argument, None);
        });
        return Key::Unknown;
    };
    let inner = if one.kind() == "argument" { first_child(one).unwrap_or(one) } else { one };
    match inner.kind() {
        "integer_literal" => cx.text(inner).parse().map_or(Key::Unknown, Key::Index),
        "string_literal" => Key::Text(cx.text(inner).trim_matches('"').to_owned()),
        _ => {
            value(cx, inner, None);
            Key::Unknown
        }
    }
}
