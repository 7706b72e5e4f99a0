//! Types as values.

use super::children;
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// A declared type; `None` for `var`.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let inferred = node.kind() == "type_identifier" && cx.text(node) == "var";
    (!inferred).then(|| lower(cx, node))
}

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| written(cx, node))
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "identifier" if cx.text(node) == "String" => cx.literal(LiteralKind::Text),
        "type_identifier" | "identifier" => cx.name(cx.text(node), node),
        "integral_type" | "floating_point_type" => cx.literal(LiteralKind::Number),
        "boolean_type" => cx.literal(LiteralKind::Boolean),
        "void_type" => cx.literal(LiteralKind::Null),
        "scoped_type_identifier" | "scoped_identifier" => name(cx, node),
        "generic_type" => generic(cx, node),
        "array_type" => {
            let element = cx.optional(node.field("element"), lower);
            cx.list_of(element)
        }
        "annotated_type" | "superclass" => cx.optional(children(node).last().copied(), lower),
        "wildcard" => {
            let bound = children(node).into_iter().rfind(|child| child.kind() != "super");
            cx.optional(bound.filter(|bound| !bound.kind().ends_with("annotation")), lower)
        }
        "catch_type" | "type_bound" => {
            let parts = children(node).into_iter().map(|part| lower(cx, part)).collect();
            cx.one_or_either(parts)
        }
        _ => cx.unknown(),
    }
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
            cx.bind_name(*name, None, bound);
        }
    }
}
