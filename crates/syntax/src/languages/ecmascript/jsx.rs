//! JSX: a component's element calls it with its properties.

use super::expressions::{child_value, value};
use crate::Lowering;
use crate::lowering::{Fields, children, first_child};
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// `<C a={b}>..</C>`: a call of `C` with one object of properties, children among them. Elements of the page
/// (`<div>`) and fragments are no calls.
pub(super) fn element(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let open = node.field("open_tag").unwrap_or(node);
    let mut properties = Vec::new();
    let mut cursor = open.walk();
    for child in open.named_children(&mut cursor) {
        match child.kind() {
            "jsx_attribute" => properties.push(attribute(cx, child)),
            // `{...properties}`
            "jsx_expression" => properties.push((Key::Unknown, spread(cx, child))),
            _ => {}
        }
    }
    let inside = if open == node { Vec::new() } else { content(cx, node) };
    if !inside.is_empty() {
        properties.push((Key::Text("children".to_owned()), cx.one_or_tuple(inside)));
    }
    let value = cx.expr(Expr::Collection(properties));
    match open.field("name").filter(|name| is_component(cx, *name)) {
        Some(name) => {
            let callee = super::expressions::value(cx, name, None);
            cx.call(callee, vec![Argument { name: None, value, spread: false }], CallKind::Element, open)
        }
        None => cx.unknown(),
    }
}

fn is_component(cx: &Lowering<'_>, name: Node<'_>) -> bool {
    match name.kind() {
        "member_expression" => true,
        "identifier" => {
            let text = cx.text(name);
            !text.contains('-') && !text.starts_with(|c: char| c.is_ascii_lowercase())
        }
        _ => false,
    }
}

fn attribute(cx: &mut Lowering<'_>, node: Node<'_>) -> (Key, ExprId) {
    let parts = children(node);
    let key = parts.first().map_or(Key::Unknown, |name| Key::Text(cx.text(*name).to_owned()));
    let id = match parts.get(1) {
        Some(inner) if inner.kind() == "jsx_expression" => child_value(cx, *inner),
        Some(inner) => value(cx, *inner, None),
        None => cx.literal(LiteralKind::Boolean),
    };
    (key, id)
}

fn spread(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match first_child(node) {
        Some(inner) if inner.kind() == "spread_element" => child_value(cx, inner),
        _ => child_value(cx, node),
    }
}

fn content(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let mut inside = Vec::new();
    for child in children(node) {
        match child.kind() {
            "jsx_expression" if child.named_child_count() > 0 => inside.push(spread(cx, child)),
            "jsx_element" | "jsx_self_closing_element" => inside.push(value(cx, child, None)),
            "jsx_text" if !cx.text(child).trim().is_empty() => {
                inside.push(cx.literal(LiteralKind::Text));
            }
            _ => {}
        }
    }
    inside
}
