//! Types as values.

use crate::Lowering;
use crate::lowering::{children, children_of};
use facts::{Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.deeper(|cx| written(cx, node)) {
        Some(id) => id,
        None => cx.unknown(),
    }
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "identifier" => named(cx, node),
        "qualified_type" => match (node.child_by_field_name("package"), node.child_by_field_name("name")) {
            (Some(package), Some(name)) => {
                let base = cx.name(cx.text(package), package);
                cx.attribute(base, cx.text(name), name)
            }
            _ => cx.unknown(),
        },
        "generic_type" => match (node.child_by_field_name("type"), node.child_by_field_name("type_arguments")) {
            (Some(base), Some(list)) => {
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
            let parts: Vec<ExprId> = children(node).into_iter().map(|part| lower(cx, part)).collect();
            match parts[..] {
                [one] => one,
                _ => cx.expr(Expr::Either(parts)),
            }
        }
        "struct_type" => structure(cx, node),
        _ => cx.unknown(),
    }
}

fn first(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match children(node).first() {
        Some(inner) => lower(cx, *inner),
        None => cx.unknown(),
    }
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
    cx.expr(Expr::Literal(kind))
}

fn elements(cx: &mut Lowering<'_>, node: Node<'_>, field: &str) -> ExprId {
    let element = match node.child_by_field_name(field) {
        Some(element) => lower(cx, element),
        None => cx.unknown(),
    };
    cx.expr(Expr::Collection(vec![(Key::Unknown, element)]))
}

/// A struct without a name: its fields by name.
fn structure(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for field in children_of(node.named_child(0)) {
        let Some(written) = field.child_by_field_name("type") else { continue };
        let value = lower(cx, written);
        let mut cursor = field.walk();
        for name in field.children_by_field_name("name", &mut cursor).filter(|name| name.is_named()) {
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
        let Some(written) = declared.child_by_field_name("type") else { continue };
        let id = lower(cx, written);
        let mut cursor = declared.walk();
        let names = declared.children_by_field_name("name", &mut cursor).filter(|name| name.is_named()).count();
        results.extend(std::iter::repeat_n(id, names.max(1)));
    }
    match results[..] {
        [one] => one,
        _ => {
            let items = results.into_iter().enumerate().map(|(index, id)| (Key::Index(index as i64), id)).collect();
            cx.expr(Expr::Collection(items))
        }
    }
}

/// Binds the type parameters of a declaration, each as its constraint.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = node.child_by_field_name("type_parameters") else { return };
    for declared in children(list) {
        let constraint = declared.child_by_field_name("type").map(|written| lower(cx, written));
        let mut cursor = declared.walk();
        for name in declared.children_by_field_name("name", &mut cursor).filter(|name| name.is_named()) {
            cx.bind(Target::Name(cx.text(name).to_owned()), None, constraint, name);
        }
    }
}

/// The name of a type without package, pointer and arguments.
pub(super) fn own_name(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    loop {
        let inner = match at.kind() {
            "pointer_type" | "parenthesized_type" => at.named_child(0),
            "generic_type" => at.child_by_field_name("type"),
            "qualified_type" => at.child_by_field_name("name"),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return at,
        }
    }
}
