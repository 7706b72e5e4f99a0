//! What patterns bind.

use super::{expressions, last_segment, types};
use crate::{
    Lowering,
    lowering::{Fields, children},
};
use facts::{Expr, ExprId, Key, Target};
use tree_sitter::Node;

/// Binds every name of a pattern to its part of `value`.
pub fn bind(cx: &mut Lowering<'_>, pattern: Node<'_>, value: Option<ExprId>, annotation: Option<ExprId>) {
    cx.deeper(|cx| bind_inner(cx, pattern, value, annotation));
}

fn bind_inner(cx: &mut Lowering<'_>, pattern: Node<'_>, value: Option<ExprId>, annotation: Option<ExprId>) {
    let parts = children(pattern);
    let each = |cx: &mut Lowering<'_>, value| parts.iter().for_each(|part| bind(cx, *part, value, None));
    match pattern.kind() {
        "identifier" | "shorthand_field_identifier" => name(cx, pattern, value, annotation),
        "mut_pattern" | "ref_pattern" | "reference_pattern" => {
            parts.iter().for_each(|part| bind(cx, *part, value, annotation));
        }
        "or_pattern" | "captured_pattern" => each(cx, value),
        "match_pattern" => {
            if let Some(first) = parts.first() {
                bind(cx, *first, value, annotation);
            }
            if let Some(condition) = pattern.field("condition") {
                expressions::expression(cx, condition);
            }
        }
        "tuple_pattern" => {
            let value = typed(cx, value, annotation);
            for (i, part) in parts.iter().enumerate() {
                let known = match cx.facts().expr(value) {
                    Expr::Collection(items) => items.get(i).map(|(_, item)| *item),
                    _ => None,
                };
                let item = known.unwrap_or_else(|| cx.expr(Expr::Subscript { base: value, key: Key::Index(i as i64) }));
                bind(cx, *part, Some(item), None);
            }
        }
        "slice_pattern" => {
            let value = typed(cx, value, annotation);
            let element = cx.expr(Expr::Element(value));
            each(cx, Some(element));
        }
        "tuple_struct_pattern" => tuple_struct(cx, pattern, value),
        "struct_pattern" => struct_fields(cx, pattern, value),
        _ => {}
    }
}

/// Upper-case names are constants and variants and bind nothing.
fn name(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>, annotation: Option<ExprId>) {
    let text = cx.text(node);
    if !text.starts_with(char::is_uppercase) {
        cx.bind(Target::Name(text.to_owned()), value, annotation, node);
    }
}

/// The value, seen as its declared type where there is one.
fn typed(cx: &mut Lowering<'_>, value: Option<ExprId>, annotation: Option<ExprId>) -> ExprId {
    let value = value.unwrap_or_else(|| cx.unknown());
    match annotation {
        Some(to) => cx.expr(Expr::Cast { value, to }),
        None => value,
    }
}

fn tuple_struct(cx: &mut Lowering<'_>, pattern: Node<'_>, value: Option<ExprId>) {
    let Some(type_node) = pattern.field("type") else { return };
    let parts = children(pattern).into_iter().filter(|part| *part != type_node);
    let value = typed(cx, value, None);
    match last_segment(cx.text(type_node)) {
        "Some" | "Ok" => {
            let held = cx.expr(Expr::Await(value));
            parts.for_each(|part| bind(cx, part, Some(held), None));
        }
        "Err" => {
            let unknown = cx.unknown();
            parts.for_each(|part| bind(cx, part, Some(unknown), None));
        }
        _ => {
            let to = types::lower(cx, type_node);
            let seen = cx.expr(Expr::Cast { value, to });
            let variant = last_segment(cx.text(type_node));
            for (i, part) in parts.enumerate() {
                let field = held(cx, (seen, to), variant, &i.to_string(), part);
                bind(cx, part, Some(field), None);
            }
        }
    }
}

/// The member that holds a variant's field.
pub fn of_variant(variant: &str, field: &str) -> String {
    format!("{variant}.{field}")
}

/// What a pattern takes out: a field of the struct, or of the variant, and only the use of its name decides which it is.
fn held(cx: &mut Lowering<'_>, (seen, to): (ExprId, ExprId), variant: &str, field: &str, at: Node<'_>) -> ExprId {
    let of_struct = cx.attribute(seen, field, at);
    let of_variant = cx.attribute(to, &of_variant(variant, field), at);
    cx.expr(Expr::Either(vec![of_struct, of_variant]))
}

fn struct_fields(cx: &mut Lowering<'_>, pattern: Node<'_>, value: Option<ExprId>) {
    let Some(type_node) = pattern.field("type") else { return };
    let value = typed(cx, value, None);
    let to = types::lower(cx, type_node);
    let seen = cx.expr(Expr::Cast { value, to });
    for part in children(pattern).into_iter().filter(|part| part.kind() == "field_pattern") {
        let Some(name) = part.field("name") else { continue };
        let variant = last_segment(cx.text(type_node));
        let field = held(cx, (seen, to), variant, cx.text(name), name);
        bind(cx, part.field("pattern").unwrap_or(name), Some(field), None);
    }
}
