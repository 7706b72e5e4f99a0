//! Types as values.

use super::children;
use crate::Lowering;
use facts::{Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

/// A declared type; `None` for `var`.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let inferred = node.kind() == "type_identifier" && cx.text(node) == "var";
    (!inferred).then(|| lower(cx, node))
}

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.deeper(|cx| written(cx, node)) {
        Some(id) => id,
        None => cx.unknown(),
    }
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let literal = match node.kind() {
        "type_identifier" | "identifier" if cx.text(node) == "String" => LiteralKind::Text,
        "type_identifier" | "identifier" => return cx.name(cx.text(node), node),
        "integral_type" | "floating_point_type" => LiteralKind::Number,
        "boolean_type" => LiteralKind::Boolean,
        "void_type" => LiteralKind::Null,
        "scoped_type_identifier" | "scoped_identifier" => return name(cx, node),
        "generic_type" => return generic(cx, node),
        "array_type" => {
            let element = match node.child_by_field_name("element") {
                Some(element) => lower(cx, element),
                None => cx.unknown(),
            };
            return cx.expr(Expr::Collection(vec![(Key::Unknown, element)]));
        }
        "annotated_type" | "superclass" => {
            return match children(node).last() {
                Some(inner) => lower(cx, *inner),
                None => cx.unknown(),
            };
        }
        "wildcard" => {
            let bound = children(node).into_iter().rfind(|child| child.kind() != "super");
            return match bound.filter(|bound| !bound.kind().ends_with("annotation")) {
                Some(bound) => lower(cx, bound),
                None => cx.unknown(),
            };
        }
        "catch_type" | "type_bound" => {
            let parts: Vec<ExprId> = children(node).into_iter().map(|part| lower(cx, part)).collect();
            return match parts[..] {
                [one] => one,
                _ => cx.expr(Expr::Either(parts)),
            };
        }
        _ => return cx.unknown(),
    };
    cx.expr(Expr::Literal(literal))
}

/// `a.b.C`, without recursion.
pub(super) fn name(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut names = Vec::new();
    let mut at = node;
    while matches!(at.kind(), "scoped_type_identifier" | "scoped_identifier") {
        let parts = children(at);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { break };
        names.push(*last);
        at = *first;
    }
    if names.len() > 100 {
        return cx.unknown();
    }
    let mut base = if at.kind() == "generic_type" { generic(cx, at) } else { cx.name(cx.text(at), at) };
    for name in names.into_iter().rev() {
        base = cx.attribute(base, cx.text(name), name);
    }
    base
}

fn generic(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let Some(base) = parts.first() else { return cx.unknown() };
    let base = name(cx, *base);
    let arguments: Vec<ExprId> = match parts.iter().find(|part| part.kind() == "type_arguments") {
        Some(list) => children(*list).into_iter().map(|argument| lower(cx, argument)).collect(),
        None => Vec::new(),
    };
    // `new ArrayList<>()`
    if arguments.is_empty() { base } else { cx.expr(Expr::Generic { base, arguments }) }
}

/// The types of a list: `extends A, B`, `implements A, B`.
pub(super) fn list(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let lists = children(node).into_iter().filter(|child| child.kind() == "type_list");
    lists.flat_map(children).collect::<Vec<_>>().into_iter().map(|base| lower(cx, base)).collect()
}

/// Binds the type parameters of a declaration, each as its bound.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = children(node).into_iter().find(|child| child.kind() == "type_parameters") else { return };
    for parameter in children(list) {
        let parts = children(parameter);
        let bound = parts.iter().find(|part| part.kind() == "type_bound").map(|bound| lower(cx, *bound));
        if let Some(name) = parts.iter().find(|part| part.kind() == "type_identifier") {
            cx.bind(Target::Name(cx.text(*name).to_owned()), None, bound, *name);
        }
    }
}
