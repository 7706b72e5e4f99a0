//! `T{ .a = b }`, `.{ c, d }`.

use super::expressions::value;
use super::name_of;
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Expr, ExprId, Key, Target};
use tree_sitter::Node;

/// What is written between the braces.
pub(super) fn items(node: Node<'_>) -> Vec<Node<'_>> {
    children(node).last().filter(|list| list.kind() == "initializer_list").map_or_else(Vec::new, |list| children(*list))
}

/// `T{..}`.
pub(super) fn typed(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let to = children(node).first().filter(|first| first.kind() != "initializer_list").copied();
    let Some(to) = to.map(|to| value(cx, to, None)) else { return untyped(cx, node, None) };
    untyped(cx, node, Some(to))
}

/// `.{..}`, where a value of type `to` is expected.
pub(super) fn untyped(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let element = to.and_then(|to| match cx.facts().expr(to) {
        Expr::Collection(items) => items.first().map(|(_, element)| *element),
        _ => None,
    });
    let mut all = Vec::new();
    for (item, index) in items(node).into_iter().zip(0..) {
        match field(cx, item) {
            Some((name, given)) => all.push((Key::Text(name), value(cx, given, None))),
            None => all.push((Key::Index(index), value(cx, item, element))),
        }
    }
    let value = cx.expr(Expr::Collection(all));
    match to {
        Some(to) => cx.expr(Expr::Cast { value, to }),
        None => value,
    }
}

/// `place.* = .{ .a = b }`: each field is written.
pub(super) fn into(cx: &mut Lowering<'_>, place: Node<'_>, node: Node<'_>) {
    let base = value(cx, place, None);
    for item in items(node) {
        match field(cx, item) {
            Some((name, given)) => {
                let given = value(cx, given, None);
                cx.bind(Target::Attribute { base, name }, Some(given), None, item);
            }
            None => {
                value(cx, item, None);
            }
        }
    }
}

/// `.name = value`: two trees are made of it.
fn field<'n>(cx: &Lowering<'_>, item: Node<'n>) -> Option<(String, Node<'n>)> {
    match item.kind() {
        "field_initializer" => {
            let parts = children(item);
            let [name, .., given] = parts[..] else { return None };
            Some((name_of(cx, name).to_owned(), given))
        }
        "assignment_expression" => {
            let [left, right] = item.fields(["left", "right"])?;
            let is_field = left.kind() == "field_expression" && left.field("object").is_none();
            let name = left.field("member").filter(|_| is_field)?;
            Some((name_of(cx, name).to_owned(), right))
        }
        _ => None,
    }
}
