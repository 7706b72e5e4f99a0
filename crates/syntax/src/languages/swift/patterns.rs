//! Patterns: what a value is taken apart into.

use super::{children, expressions, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key};
use tree_sitter::Node;

/// Binds the names of a pattern; a single one to the whole, those of a tuple to its parts.
pub(super) fn bind(cx: &mut Lowering<'_>, pattern: Node<'_>, whole: Option<ExprId>, annotation: Option<ExprId>) {
    cx.deeper(|cx| plain(cx, pattern, whole, annotation));
}

fn plain(cx: &mut Lowering<'_>, pattern: Node<'_>, whole: Option<ExprId>, annotation: Option<ExprId>) {
    // `let x as T`.
    let annotation = match pattern.field("name") {
        Some(written) => Some(types::lower(cx, written)),
        None => annotation,
    };
    if let Some(name) = pattern.field("bound_identifier") {
        return cx.bind_name(name, whole.filter(|_| annotation.is_none()), annotation);
    }
    let parts: Vec<Node<'_>> = children(pattern).into_iter().filter(|part| part.kind() == "pattern").collect();
    let mut cursor = pattern.walk();
    let is_case = pattern.children(&mut cursor).any(|part| part.kind() == ".");
    match parts[..] {
        [] => {
            for part in children(pattern) {
                match part.kind() {
                    "simple_identifier" if !is_case => cx.bind_name(part, whole, annotation),
                    "value_binding_pattern" | "simple_identifier" | "user_type" => {}
                    _ if expressions::is_value(part) => {
                        expressions::value(cx, part);
                    }
                    _ => {}
                }
            }
        }
        // `.some(let x)` holds what the whole is.
        [only] if is_case => {
            let is_some = children(pattern).iter().any(|part| cx.text(*part) == "some");
            bind(cx, only, whole.filter(|_| is_some), None);
        }
        [only] => bind(cx, only, whole, annotation),
        _ => {
            for (part, at) in parts.into_iter().zip(0..) {
                let inner = whole.filter(|_| !is_case);
                let inner = inner.map(|base| cx.expr(Expr::Subscript { base, key: Key::Index(at) }));
                bind(cx, part, inner, None);
            }
        }
    }
}

/// The conditions of `if`, `guard` and `while`, in order: values, and names that are bound to the value behind `=`.
pub(super) fn conditions<'n>(cx: &mut Lowering<'_>, node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    let (mut name, mut pattern, mut is_bound) = (None, None, false);
    let mut rest = Vec::new();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "=" => is_bound = true,
            "," => (name, pattern, is_bound) = (None, None, false),
            "statements" | "if_statement" | "else" => rest.push(child),
            "simple_identifier" if name.is_none() && is_name(node, child) => {
                name = Some(child);
            }
            "pattern" => pattern = Some(child),
            "value_binding_pattern" | "type_annotation" | "user_type" => {}
            _ if child.is_named() && (expressions::is_value(child)) => {
                let value = expressions::value(cx, child);
                match (is_bound, name, pattern) {
                    (true, Some(name), _) => cx.bind_name(name, Some(value), None),
                    (true, None, Some(pattern)) => bind(cx, pattern, Some(value), None),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    rest
}

fn is_name(node: Node<'_>, child: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children_by_field_name("bound_identifier", &mut cursor).any(|name| name == child)
}
