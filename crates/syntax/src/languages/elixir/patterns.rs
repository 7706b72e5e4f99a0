//! Patterns: what they bind, and the types that they test.

use super::collections::{key, map_entries};
use super::{children, names, types, values};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// The name of a parameter: the one that is the whole value.
pub(super) fn name<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    match node.kind() {
        "identifier" => Some(cx.text(node).trim_start_matches('_')).filter(|name| !name.is_empty()),
        "binary_operator" if node.kind_of("operator") == "=" => {
            let [left, right] = node.fields(["left", "right"])?;
            name(cx, right).or_else(|| name(cx, left))
        }
        _ => None,
    }
}

/// Binds the names of a pattern to the parts of a value.
pub(super) fn bind(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    cx.deeper(|cx| part(cx, node, value));
}

fn part(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    match node.kind() {
        "identifier" => {
            cx.first_here(cx.text(node));
            cx.bind_name(node, value, None);
        }
        "binary_operator" => operator(cx, node, value),
        "tuple" => elements(cx, node, value),
        "list" => list(cx, node, value),
        "map" => map(cx, node, value),
        "bitstring" => children(node).into_iter().for_each(|one| bind(cx, one, None)),
        "block" => children(node).into_iter().for_each(|one| bind(cx, one, value)),
        "keywords" => {
            for pair in children(node) {
                if let Some(inner) = pair.field("value") {
                    bind(cx, inner, None);
                }
            }
        }
        // `^pinned`, calls of macros, constants.
        _ => {
            values::value(cx, node);
        }
    }
}

fn operator(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    let Some([left, right]) = node.fields(["left", "right"]) else { return };
    match node.kind_of("operator") {
        "=" => {
            // `%Cart{} = cart`: the name is a value of that struct.
            let typed = [left, right].into_iter().find_map(|side| structure(cx, side));
            let value = typed.map_or(value, |to| {
                let inner = value.unwrap_or_else(|| cx.unknown());
                Some(cx.expr(Expr::Cast { value: inner, to }))
            });
            bind(cx, left, value);
            bind(cx, right, value);
        }
        "<>" => {
            let rest = cx.literal(LiteralKind::Text);
            bind(cx, right, Some(rest));
        }
        "::" => bind(cx, left, None),
        "++" => {
            bind(cx, left, None);
            bind(cx, right, value);
        }
        "\\\\" => bind(cx, left, value),
        _ => {
            bind(cx, left, None);
            bind(cx, right, None);
        }
    }
}

fn structure(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let named = types::structure(node).filter(|_| node.kind() == "map")?;
    names::value(cx, named)
}

fn at(cx: &mut Lowering<'_>, value: Option<ExprId>, key: Key) -> Option<ExprId> {
    value.map(|base| cx.expr(Expr::Subscript { base, key }))
}

fn elements(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    for (one, index) in children(node).into_iter().zip(0..) {
        let inner = at(cx, value, Key::Index(index));
        bind(cx, one, inner);
    }
}

/// `[a, b | rest]`
fn list(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    for (one, index) in children(node).into_iter().zip(0..) {
        if one.kind() == "keywords" {
            for pair in children(one) {
                let Some([name, inner]) = pair.fields(["key", "value"]) else { continue };
                let key = Key::Text(super::keyword(cx, name).to_owned());
                let inner_value = at(cx, value, key);
                bind(cx, inner, inner_value);
            }
            continue;
        }
        match one.fields(["left", "right"]) {
            Some([left, right]) if one.kind_of("operator") == "|" => {
                let first = value.map(|value| cx.expr(Expr::Element(value)));
                bind(cx, left, first);
                bind(cx, right, value);
            }
            _ => {
                let inner = at(cx, value, Key::Index(index));
                bind(cx, one, inner);
            }
        }
    }
}

/// `%{a: b}`, `%Cart{items: items}`, whose value is of that struct.
fn map(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    let named = types::structure(node);
    let value = match structure(cx, node) {
        Some(to) => {
            let inner = value.unwrap_or_else(|| cx.unknown());
            Some(cx.expr(Expr::Cast { value: inner, to }))
        }
        None => {
            // `%module{}`
            if let Some(variable) = named.filter(|named| named.kind() == "identifier") {
                bind(cx, variable, None);
            }
            value
        }
    };
    for (key_node, inner) in map_entries(node) {
        let key = key(cx, key_node);
        let inner_value = match (&key, value, named) {
            (Key::Text(name), Some(base), Some(_)) => Some(cx.attribute(base, name, key_node)),
            _ => at(cx, value, key),
        };
        bind(cx, inner, inner_value);
    }
}
