//! Types as values.

use super::{child, children};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| plain(cx, node))
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "identifier" => named(cx, node),
        "stable_type_identifier" | "stable_identifier" => {
            let mut result = None;
            for part in children(node) {
                result = Some(match result {
                    Some(base) => cx.attribute(base, cx.text(part), part),
                    None => lower(cx, part),
                });
            }
            result.unwrap_or_else(|| cx.unknown())
        }
        "generic_type" => {
            let base = cx.optional(node.field("type"), lower);
            let arguments = node.field("type_arguments").map_or_else(Vec::new, children);
            let arguments = arguments.into_iter().map(|one| lower(cx, one)).collect();
            cx.expr(Expr::Generic { base, arguments })
        }
        "tuple_type" => {
            let parts = children(node).into_iter().map(|part| lower(cx, part)).collect();
            cx.one_or_tuple(parts)
        }
        // `A with B`, `A & B`, `A | B`.
        "compound_type" | "infix_type" => {
            let parts = children(node).into_iter().filter(|part| part.kind() != "operator_identifier");
            let parts = parts.map(|part| lower(cx, part)).collect();
            cx.one_or_either(parts)
        }
        "lazy_parameter_type" | "repeated_parameter_type" | "annotated_type" | "projected_type" | "singleton_type" => {
            cx.optional(node.field("type").or_else(|| children(node).first().copied()), lower)
        }
        _ => cx.unknown(),
    }
}

fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "String" => cx.literal(LiteralKind::Text),
        "Int" | "Long" | "Double" | "Float" | "Short" | "Byte" | "Char" => cx.literal(LiteralKind::Number),
        "Boolean" => cx.literal(LiteralKind::Boolean),
        "Unit" | "Null" => cx.literal(LiteralKind::Null),
        name => cx.name(name, node),
    }
}

/// Binds type parameters, so that no type of the same name is meant; one with a bound is like that.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = node.field("type_parameters").or_else(|| child(node, &["type_parameters"])) else { return };
    let bounds = list.all("bound");
    for name in list.all("name") {
        let bound = bounds.iter().find(|bound| bound.start_byte() >= name.end_byte());
        let next = list.all("name").into_iter().find(|other| other.start_byte() > name.start_byte());
        let bound = bound.filter(|bound| next.is_none_or(|next| bound.start_byte() < next.start_byte()));
        let bound = bound.filter(|bound| bound.kind() == "upper_bound").and_then(|bound| bound.field("type"));
        let bound = bound.map(|bound| lower(cx, bound));
        cx.bind_name(name, bound, None);
    }
}
