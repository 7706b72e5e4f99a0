//! Types as values.

use super::{child, children};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| plain(cx, node))
}

/// The type behind a colon.
pub(super) fn annotation(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let written = child(node, &["type_annotation"])?;
    let written = written.field("name").or_else(|| written.field("type"))?;
    Some(lower(cx, written))
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "simple_identifier" => named(cx, node),
        "user_type" => user(cx, node),
        "optional_type" => cx.optional(node.field("wrapped"), lower),
        "array_type" => {
            let element = cx.optional(node.field("name").or_else(|| node.field("element")), lower);
            cx.list_of(element)
        }
        "dictionary_type" => {
            let written = node.field("value").or_else(|| node.all("name").last().copied());
            let element = cx.optional(written, lower);
            cx.list_of(element)
        }
        "tuple_type" => {
            let parts: Vec<ExprId> = children(node)
                .into_iter()
                .map(|part| {
                    cx.optional(part.field("name").or_else(|| part.field("type")).or(part.named_child(0)), lower)
                })
                .collect();
            cx.one_or_tuple(parts)
        }
        // `any P`, `some P`, `T.Type`.
        "existential_type" | "opaque_type" | "metatype" => cx.optional(children(node).first().copied(), lower),
        "protocol_composition_type" => {
            let parts = children(node).into_iter().map(|part| lower(cx, part)).collect();
            cx.one_or_either(parts)
        }
        _ => cx.unknown(),
    }
}

/// `A.B<C>`
fn user(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut result = None;
    for part in children(node) {
        result = Some(match (part.kind(), result) {
            ("type_arguments", Some(base)) => {
                let written: Vec<Node<'_>> =
                    children(part).into_iter().filter(|one| one.kind() != "type_modifiers").collect();
                let arguments = written.into_iter().map(|one| lower(cx, one)).collect();
                cx.expr(Expr::Generic { base, arguments })
            }
            (_, Some(base)) => cx.attribute(base, cx.text(part), part),
            (_, None) => named(cx, part),
        });
    }
    result.unwrap_or_else(|| cx.unknown())
}

fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "String" | "Substring" | "Character" => cx.literal(LiteralKind::Text),
        "Int" | "Double" | "Float" | "UInt" | "Int8" | "Int16" | "Int32" | "Int64" | "UInt8" | "UInt16" | "UInt32"
        | "UInt64" | "CGFloat" => cx.literal(LiteralKind::Number),
        "Bool" => cx.literal(LiteralKind::Boolean),
        "Void" => cx.literal(LiteralKind::Null),
        name => cx.name(name, node),
    }
}

/// Binds the type parameters of a declaration, so that no type of the same name is meant; one with a bound is like that.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = child(node, &["type_parameters"]) else { return };
    for parameter in children(list) {
        if let Some(name) = child(parameter, &["type_identifier"]) {
            let bound = parameter.field("name").map(|bound| lower(cx, bound));
            cx.bind_name(name, bound, None);
        }
    }
}
