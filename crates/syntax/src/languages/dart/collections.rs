//! Lists, sets, maps and records, with the conditions and loops in them.

use super::expressions::value;
use super::{children, parts, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, ScopeKind};
use tree_sitter::Node;

pub(super) fn collection(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (mut held, mut is_counted) = (Vec::new(), true);
    for part in parts(node) {
        // How many elements come of these is not known.
        is_counted &= !matches!(part.kind(), "spread_element" | "if_element" | "for_element");
        if part.kind() == "type_arguments" {
            for argument in children(part) {
                types::lower(cx, argument);
            }
        } else {
            element(cx, part, &mut held, is_counted);
        }
    }
    cx.expr(Expr::Collection(held))
}

/// `(a, b: c)`
pub(super) fn record(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut held = Vec::new();
    for (part, at) in parts(node).into_iter().filter(|part| part.kind() != "label").zip(0..) {
        let label = children(part).into_iter().find(|inner| part.kind() == "record_field" && inner.kind() == "label");
        let given = if part.kind() == "record_field" { parts(part).last().copied() } else { Some(part) };
        let Some(given) = given.map(|given| value(cx, given)) else { continue };
        let name = label.and_then(|label| children(label).first().map(|name| cx.text(*name).to_owned()));
        held.push((name.map_or(Key::Index(at), Key::Text), given));
    }
    cx.expr(Expr::Collection(held))
}

fn element(cx: &mut Lowering<'_>, node: Node<'_>, held: &mut Vec<(Key, ExprId)>, is_counted: bool) {
    cx.deeper(|cx| match node.kind() {
        "spread_element" => {
            if let Some(inner) = node.field("value") {
                let inner = value(cx, inner);
                held.push((Key::Unknown, cx.expr(Expr::Element(inner))));
            }
        }
        "if_element" => {
            cx.in_scope(ScopeKind::Block, node, |cx| {
                statements::head(cx, node);
                for branch in ["consequence", "alternative"].iter().filter_map(|name| node.field(name)) {
                    element(cx, branch, held, false);
                }
            });
        }
        "for_element" => {
            cx.in_scope(ScopeKind::Block, node, |cx| {
                statements::loop_head(cx, node);
                if let Some(body) = node.field("body") {
                    element(cx, body, held, false);
                }
            });
        }
        "map_element" | "null_aware_map_element" => {
            let Some([key, given]) = node.fields(["key", "value"]) else { return };
            let name = super::calls::text_of(cx, key).filter(|_| key.kind() == "string_literal").map(str::to_owned);
            value(cx, key);
            let given = value(cx, given);
            held.push((name.map_or(Key::Unknown, Key::Text), given));
        }
        "null_aware_expression_element" => {
            for part in parts(node) {
                let part = value(cx, part);
                held.push((Key::Unknown, part));
            }
        }
        _ => {
            let at = if is_counted { Key::Index(held.len() as i64) } else { Key::Unknown };
            let given = value(cx, node);
            held.push((at, given));
        }
    });
}
