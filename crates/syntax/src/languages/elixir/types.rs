//! Types as values, where a value has one that the repository may define.

use super::{children, names};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId};
use tree_sitter::Node;

/// The head and the result of `f(a) :: b when c: d`.
pub(super) fn parts(node: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    if node.kind() != "binary_operator" {
        return Some((node, None));
    }
    let [left, right] = node.fields(["left", "right"])?;
    match node.kind_of("operator") {
        "when" => parts(left),
        "::" => {
            let is_bound = right.kind() == "binary_operator" && right.kind_of("operator") == "when";
            Some((left, if is_bound { right.field("left") } else { Some(right) }))
        }
        _ => None,
    }
}

/// A type; `None` where nothing can be said of its values.
pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    cx.deeper(|cx| written(cx, node)).flatten()
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    match node.kind() {
        // `%Cart{}`
        "map" => structure(node).and_then(|named| names::value(cx, named)),
        "call" => {
            let target = node.field("target")?;
            match target.kind() {
                "dot" => remote(cx, target),
                _ if cx.text(target) == "t" => own(cx, node),
                _ => None,
            }
        }
        "dot" => remote(cx, node),
        "identifier" if cx.text(node) == "t" => own(cx, node),
        "list" => {
            let elements: Vec<ExprId> = children(node).into_iter().filter_map(|one| lower(cx, one)).collect();
            let [element] = elements[..] else { return None };
            let base = cx.name("list", node);
            Some(cx.expr(Expr::Generic { base, arguments: vec![element] }))
        }
        "tuple" => {
            let parts: Vec<Option<ExprId>> = children(node).into_iter().map(|one| lower(cx, one)).collect();
            if parts.iter().all(Option::is_none) {
                return None;
            }
            let parts = parts.into_iter().map(|part| part.unwrap_or_else(|| cx.unknown())).collect();
            Some(cx.tuple(parts))
        }
        "binary_operator" if node.kind_of("operator") == "|" => {
            let [left, right] = node.fields(["left", "right"])?;
            let options: Vec<ExprId> = [left, right].into_iter().filter_map(|one| lower(cx, one)).collect();
            (!options.is_empty()).then(|| cx.one_or_either(options))
        }
        "block" => children(node).first().and_then(|inner| lower(cx, *inner)),
        _ => None,
    }
}

/// `Shop.Item.t()` is a value of the struct of that module.
fn remote(cx: &mut Lowering<'_>, dot: Node<'_>) -> Option<ExprId> {
    let [left, right] = dot.fields(["left", "right"])?;
    if cx.text(right) == "t" { names::value(cx, left) } else { None }
}

/// `t()`, of the module around.
fn own(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let name = names::around(cx)?;
    Some(cx.name(&name, node))
}

/// The module in `%Module{..}`.
pub(super) fn structure(map: Node<'_>) -> Option<Node<'_>> {
    let named = children(map).into_iter().find(|part| part.kind() == "struct")?;
    children(named).first().copied()
}
