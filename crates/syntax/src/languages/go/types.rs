//! Types as values.

use crate::Lowering;
use crate::lowering::{Fields, children, children_of, first_child};
use facts::{Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| written(cx, node))
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "identifier" => named(cx, node),
        "qualified_type" => match node.fields(["package", "name"]) {
            Some([package, name]) => {
                let base = cx.name(cx.text(package), package);
                cx.attribute(base, cx.text(name), name)
            }
            _ => cx.unknown(),
        },
        "generic_type" => match node.fields(["type", "type_arguments"]) {
            Some([base, list]) => {
                let base = lower(cx, base);
                let arguments = children(list).into_iter().map(|argument| lower(cx, argument)).collect();
                cx.expr(Expr::Generic { base, arguments })
            }
            _ => cx.unknown(),
        },
        "pointer_type" | "parenthesized_type" | "negated_type" => first(cx, node),
        "slice_type" | "array_type" | "implicit_length_array_type" => elements(cx, node, "element"),
        "map_type" | "channel_type" => elements(cx, node, "value"),
        "type_elem" | "type_constraint" => {
            let parts = children(node).into_iter().map(|part| lower(cx, part)).collect();
            cx.one_or_either(parts)
        }
        "struct_type" => structure(cx, node),
        _ => cx.unknown(),
    }
}

fn first(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.optional(first_child(node), lower)
}

fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let kind = match cx.text(node) {
        "string" => LiteralKind::Text,
        "bool" => LiteralKind::Boolean,
        "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32" | "uint64"
        | "uintptr" | "byte" | "rune" | "float32" | "float64" | "complex64" | "complex128" => LiteralKind::Number,
        "any" => return cx.unknown(),
        name => return cx.name(name, node),
    };
    cx.literal(kind)
}

fn elements(cx: &mut Lowering<'_>, node: Node<'_>, field: &str) -> ExprId {
    let element = cx.optional(node.field(field), lower);
    cx.list_of(element)
}

/// A struct without a name: its fields by name.
fn structure(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for field in children_of(node.named_child(0)) {
        let Some(written) = field.field("type") else { continue };
        let value = lower(cx, written);
        for name in field.all("name") {
            items.push((Key::Text(cx.text(name).to_owned()), value));
        }
    }
    cx.expr(Expr::Collection(items))
}

/// The type of a result: several are a collection.
pub(super) fn result(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if node.kind() != "parameter_list" {
        return lower(cx, node);
    }
    let mut results = Vec::new();
    for declared in children(node) {
        let Some(written) = declared.field("type") else { continue };
        let id = lower(cx, written);
        results.extend(std::iter::repeat_n(id, declared.all("name").len().max(1)));
    }
    cx.one_or_tuple(results)
}

/// Binds the type parameters of a declaration, each as its constraint.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = node.field("type_parameters") else { return };
    for declared in children(list) {
        let constraint = declared.field("type").map(|written| lower(cx, written));
        for name in declared.all("name") {
            cx.bind_name(name, constraint, None);
        }
    }
}

/// The name of a type without package, pointer and arguments.
pub(super) fn own_name(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    loop {
        let inner = match at.kind() {
            "pointer_type" | "parenthesized_type" => at.named_child(0),
            "generic_type" => at.field("type"),
            "qualified_type" => at.field("name"),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return at,
        }
    }
}
