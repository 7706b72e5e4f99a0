//! Types as values.

use super::{child, children};
use crate::Lowering;
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| written(cx, node))
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "user_type" => named(cx, node),
        "nullable_type" | "parenthesized_type" | "non_nullable_type" | "type_projection" => {
            let inner = children(node).into_iter().find(|part| part.kind().ends_with("_type"));
            cx.optional(inner, lower)
        }
        _ => cx.unknown(),
    }
}

/// `a.b.C<T>`
fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let mut names = parts.iter().filter(|part| part.kind() == "identifier");
    let Some(first) = names.next() else { return cx.unknown() };
    if parts.len() == 1 {
        match cx.text(*first) {
            "String" | "CharSequence" => return cx.literal(LiteralKind::Text),
            "Int" | "Long" | "Short" | "Byte" | "Float" | "Double" => return cx.literal(LiteralKind::Number),
            "Boolean" => return cx.literal(LiteralKind::Boolean),
            "Unit" | "Nothing" => return cx.literal(LiteralKind::Null),
            _ => {}
        }
    }
    let start = cx.name(cx.text(*first).trim_matches('`'), *first);
    let base = names.fold(start, |base, name| cx.attribute(base, cx.text(*name), *name));
    let Some(list) = parts.iter().find(|part| part.kind() == "type_arguments") else { return base };
    let arguments: Vec<ExprId> = children(*list).into_iter().map(|argument| lower(cx, argument)).collect();
    cx.expr(Expr::Generic { base, arguments })
}

/// Binds the type parameters of a declaration, each as its bound.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = child(node, &["type_parameters"]) else { return };
    for parameter in children(list) {
        let bound = child(parameter, &["user_type", "nullable_type"]).map(|bound| lower(cx, bound));
        if let Some(name) = child(parameter, &["identifier"]) {
            cx.bind_name(name, None, bound);
        }
    }
}
