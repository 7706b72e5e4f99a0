//! Types as values.

use super::{child, children};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| written(cx, node))
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let names: Vec<Node<'_>> = parts.iter().filter(|part| part.kind() == "type_identifier").copied().collect();
    if let [name] = names[..] {
        match cx.text(name) {
            "String" => return cx.literal(LiteralKind::Text),
            "int" | "double" | "num" => return cx.literal(LiteralKind::Number),
            "bool" => return cx.literal(LiteralKind::Boolean),
            "Null" => return cx.literal(LiteralKind::Null),
            "dynamic" | "Object" => return cx.unknown(),
            _ => {}
        }
    }
    if names.is_empty() {
        return if child(node, &["void_type"]).is_some() { cx.literal(LiteralKind::Null) } else { cx.unknown() };
    }
    let base = path(cx, &names, node);
    let Some(list) = child(node, &["type_arguments"]) else { return base };
    let arguments: Vec<ExprId> = children(list).into_iter().map(|argument| lower(cx, argument)).collect();
    cx.expr(Expr::Generic { base, arguments })
}

/// `a.b.C`, by its names.
pub(super) fn path(cx: &mut Lowering<'_>, names: &[Node<'_>], node: Node<'_>) -> ExprId {
    let Some((first, rest)) = names.split_first() else { return cx.unknown() };
    let start = cx.name(cx.text(*first), node);
    rest.iter().fold(start, |base, name| match cx.text(*name) {
        // `A.new` is the class.
        "new" => base,
        text => cx.attribute(base, text, *name),
    })
}

/// Binds the type parameters of a declaration, each as its bound.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let list = child(node, &["type_parameters"]).or_else(|| {
        child(node, &["extension_type_name", "mixin_application_class"])
            .and_then(|inner| child(inner, &["type_parameters"]))
    });
    for parameter in list.map_or_else(Vec::new, children) {
        let bound = parameter.field("bound").map(|bound| lower(cx, bound));
        if let Some(name) = parameter.field("name") {
            cx.bind_name(name, None, bound);
        }
    }
}
