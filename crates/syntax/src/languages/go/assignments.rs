//! What values are bound to.

use super::expressions::{Named, key, peel, value};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

/// The values of the targets: one each, or the parts of a single one. `v, ok := m[k]` has the value itself first.
fn spread_over(
    cx: &mut Lowering<'_>,
    targets: &[Node<'_>],
    values: &[Node<'_>],
    above: &[Node<'_>],
) -> Vec<Option<ExprId>> {
    let [single] = values else {
        return (targets.iter().enumerate())
            .map(|(index, target)| values.get(index).map(|v| value(cx, *v, function_name(*target, above))))
            .collect();
    };
    if let [target] = targets {
        return vec![Some(value(cx, *single, function_name(*target, above)))];
    }
    let whole = value(cx, *single, None);
    let with_ok = matches!(peel(*single).kind(), "index_expression" | "type_assertion_expression" | "unary_expression");
    (0..targets.len())
        .map(|index| match index {
            0 if with_ok => Some(whole),
            _ if with_ok => Some(cx.literal(LiteralKind::Boolean)),
            _ => Some(cx.expr(Expr::Subscript { base: whole, key: Key::Index(index as i64) })),
        })
        .collect()
}

fn function_name<'a, 'n>(target: Node<'n>, above: &'a [Node<'n>]) -> Named<'a, 'n> {
    match target.kind() {
        "identifier" => Some((target, above)),
        "selector_expression" => target.field("field").map(|field| (field, above)),
        _ => None,
    }
}

pub(super) fn bind_all<'n>(
    cx: &mut Lowering<'_>,
    targets: &[Node<'n>],
    values: &[Node<'n>],
    annotation: Option<ExprId>,
    above: &[Node<'n>],
) {
    let values = spread_over(cx, targets, values, above);
    for (target, value) in targets.iter().zip(values) {
        if target.kind() != "identifier" || cx.text(*target) == "_" {
            continue;
        }
        cx.bind_name(*target, value, annotation);
        value.map(|value| cx.last_binding_defines(value));
    }
}

pub(super) fn assign_all(cx: &mut Lowering<'_>, targets: &[Node<'_>], values: &[Node<'_>]) {
    let values = spread_over(cx, targets, values, &[]);
    for (target, value) in targets.iter().zip(values) {
        write(cx, *target, value, false);
    }
}

/// Writes to a name, field, element or pointer.
pub(super) fn write(cx: &mut Lowering<'_>, target: Node<'_>, bound: Option<ExprId>, declares: bool) {
    let target = peel(target);
    match target.kind() {
        "identifier" if cx.text(target) == "_" => {}
        "identifier" if declares => cx.bind_name(target, bound, None),
        "identifier" => cx.assign(cx.text(target), bound, target),
        "selector_expression" => {
            if let Some([base, field]) = target.fields(["operand", "field"]) {
                let base = value(cx, base, None);
                cx.bind(Target::Attribute { base, name: cx.text(field).to_owned() }, bound, None, target);
            }
        }
        "index_expression" => {
            if let Some([base, index]) = target.fields(["operand", "index"]) {
                let base = value(cx, base, None);
                let key = key(cx, index);
                cx.bind(Target::Subscript { base, key }, bound, None, target);
            }
        }
        _ => {
            value(cx, target, None);
        }
    }
}
