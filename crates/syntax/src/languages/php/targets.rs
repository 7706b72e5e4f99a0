//! Assignments.

use super::expressions::{peel, value};
use super::{calls, names};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Expr, ExprId, Key, Target};
use tree_sitter::Node;

pub(super) fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let bound = value(cx, right);
    bind(cx, left, Some(bound));
    bound
}

/// `a ??= b`, `a .= b`.
pub(super) fn augmented(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let given = value(cx, right);
    if node.kind_of("operator") == "??=" {
        bind(cx, left, Some(given));
        let before = value(cx, left);
        return cx.expr(Expr::Either(vec![before, given]));
    }
    value(cx, left)
}

/// A target of any kind takes a value.
pub(super) fn bind(cx: &mut Lowering<'_>, target: Node<'_>, bound: Option<ExprId>) {
    let target = peel(target);
    match target.kind() {
        "variable_name" => cx.bind_name(target, bound, None),
        "by_ref" => {
            if let Some(inner) = target.named_child(0) {
                bind(cx, inner, bound);
            }
        }
        "member_access_expression" | "nullsafe_member_access_expression" => {
            let Some([object, name]) = target.fields(["object", "name"]) else { return };
            let base = value(cx, object);
            bind_member(cx, base, name, bound, target);
        }
        "scoped_property_access_expression" => {
            let Some([scope, name]) = target.fields(["scope", "name"]) else { return };
            let base = names::scope(cx, scope);
            bind_member(cx, base, name, bound, target);
        }
        "subscript_expression" => {
            let parts = children(target);
            let Some(array) = parts.first() else { return };
            let base = value(cx, *array);
            let key = parts.get(1).map_or(Key::Unknown, |key| calls::key(cx, *key));
            cx.bind(Target::Subscript { base, key }, bound, None, target);
        }
        "list_literal" | "array_creation_expression" => {
            let whole = bound.unwrap_or_else(|| cx.unknown());
            cx.deeper(|cx| destructure(cx, target, whole));
        }
        _ => {}
    }
}

fn bind_member(cx: &mut Lowering<'_>, base: ExprId, name: Node<'_>, bound: Option<ExprId>, target: Node<'_>) {
    let is_static = target.kind() == "scoped_property_access_expression";
    if name.kind() == "name" || is_static && name.kind() == "variable_name" {
        let name = cx.text(name).trim_start_matches('$').to_owned();
        cx.bind(Target::Attribute { base, name }, bound, None, target);
    }
}

/// `[$a, "k" => $b] = ..`
fn destructure(cx: &mut Lowering<'_>, node: Node<'_>, whole: ExprId) {
    let mut cursor = node.walk();
    let mut key = None;
    let mut at = 0;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "," => at += 1,
            "=>" => {}
            _ if !child.is_named() => {}
            _ if child.next_sibling().is_some_and(|next| next.kind() == "=>") => key = Some(calls::key(cx, child)),
            _ => {
                let key = key.take().unwrap_or(Key::Index(at));
                let element = cx.expr(Expr::Subscript { base: whole, key });
                bind(cx, child, Some(element));
            }
        }
    }
}
