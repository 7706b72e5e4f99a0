//! What patterns bind.

use super::expressions::value;
use super::{children, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key};
use tree_sitter::Node;

pub(super) fn is_pattern(node: Node<'_>) -> bool {
    node.kind().ends_with("_pattern")
}

/// Binds the variables of a pattern to parts of a value.
pub(super) fn bind(cx: &mut Lowering<'_>, node: Node<'_>, whole: Option<ExprId>) {
    cx.deeper(|cx| one(cx, node, whole, false));
}

/// `(a, b) = c`: assigns to variables that are there.
pub(super) fn assign(cx: &mut Lowering<'_>, node: Node<'_>, whole: ExprId) {
    cx.deeper(|cx| one(cx, node, Some(whole), true));
}

fn one(cx: &mut Lowering<'_>, node: Node<'_>, whole: Option<ExprId>, assigns: bool) {
    match node.kind() {
        "variable_pattern" => {
            let annotation = children(node).into_iter().find(|part| part.kind() == "type");
            let annotation = annotation.map(|written| types::lower(cx, written));
            if let Some(name) = node.field("name").filter(|name| cx.text(*name) != "_") {
                cx.bind_name(name, whole, annotation);
            }
        }
        "constant_pattern" => match children(node)[..] {
            [name] if assigns && name.kind() == "identifier" => cx.assign(cx.text(name), whole, name),
            ref parts => parts.iter().filter(|part| part.kind() != "type_arguments").for_each(|part| {
                value(cx, *part);
            }),
        },
        "record_pattern" | "object_pattern" | "list_pattern" | "map_pattern" => inside(cx, node, whole, assigns),
        // `a as T`, `a?`, `a!`, `...a`.
        _ => {
            for part in children(node) {
                match part.kind() {
                    _ if is_pattern(part) => one_deeper(cx, part, whole, assigns),
                    "type" => {}
                    _ => {
                        value(cx, part);
                    }
                }
            }
        }
    }
}

fn one_deeper(cx: &mut Lowering<'_>, node: Node<'_>, whole: Option<ExprId>, assigns: bool) {
    cx.deeper(|cx| one(cx, node, whole, assigns));
}

fn inside(cx: &mut Lowering<'_>, node: Node<'_>, whole: Option<ExprId>, assigns: bool) {
    let parts = children(node);
    let names: Vec<Node<'_>> = parts.iter().filter(|part| part.kind() == "type_identifier").copied().collect();
    let whole = match whole {
        Some(value) if !names.is_empty() => {
            let to = types::path(cx, &names, node);
            Some(cx.expr(Expr::Cast { value, to }))
        }
        _ => whole,
    };
    let (mut label, mut at) = (None, 0);
    for part in parts {
        match part.kind() {
            "label" => label = children(part).first().copied(),
            "type_identifier" | "type_arguments" => {}
            _ if is_pattern(part) => {
                // `:var a` is the member of its own name.
                let is_short = part.prev_sibling().is_some_and(|before| before.kind() == ":");
                let own = part.field("name").filter(|_| is_short || node.kind() == "object_pattern");
                let element = whole.map(|base| match (label.take().or(own), node.kind()) {
                    (Some(name), _) => cx.attribute(base, cx.text(name), name),
                    (None, "record_pattern") => {
                        at += 1;
                        cx.expr(Expr::Subscript { base, key: Key::Index(at - 1) })
                    }
                    (None, _) => cx.expr(Expr::Element(base)),
                });
                one_deeper(cx, part, element, assigns);
            }
            _ => {
                value(cx, part);
            }
        }
    }
}
