//! Types as values.

use crate::Lowering;
use crate::lowering::{Fields, children, children_of, first_child};
use facts::{Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// A declared type; `None` for `var`.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    (node.kind() != "implicit_type").then(|| lower(cx, node))
}

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| written(cx, node))
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" | "predefined_type" => named(cx, node),
        "qualified_name" | "alias_qualified_name" => qualified(cx, node),
        "generic_name" => generic(cx, node),
        "array_type" => {
            let element = cx.optional(node.field("type"), lower);
            cx.list_of(element)
        }
        "nullable_type" | "ref_type" | "pointer_type" | "scoped_type" => {
            cx.optional(node.field("type").or_else(|| first_child(node)), lower)
        }
        "tuple_type" => {
            let mut items = Vec::new();
            for (element, index) in children(node).into_iter().zip(0..) {
                let to = cx.optional(element.field("type"), lower);
                items.push((Key::Index(index), to));
                items.extend(element.field("name").map(|name| (Key::Text(cx.text(name).to_owned()), to)));
            }
            cx.expr(Expr::Collection(items))
        }
        _ => cx.unknown(),
    }
}

/// A type by its name; those of the language too, because overloads differ by them.
fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "String" => cx.name("string", node),
        "dynamic" | "object" => cx.unknown(),
        "void" => cx.literal(LiteralKind::Null),
        name => cx.name(name, node),
    }
}

/// `A.B.C`, without recursion.
fn qualified(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut names = Vec::new();
    let mut at = node;
    while matches!(at.kind(), "qualified_name" | "alias_qualified_name") {
        let Some(name) = at.field("name") else { break };
        names.push(name);
        match at.field("qualifier").or_else(|| at.field("alias")) {
            Some(inner) => at = inner,
            None => break,
        }
    }
    if names.len() > 100 {
        return cx.unknown();
    }
    let mut base = lower(cx, at);
    for name in names.into_iter().rev() {
        let plain = if name.kind() == "generic_name" { first_child(name).unwrap_or(name) } else { name };
        base = cx.attribute(base, cx.text(plain), plain);
        if name.kind() == "generic_name" {
            base = with_arguments(cx, base, name);
        }
    }
    base
}

pub(super) fn generic(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(name) = first_child(node) else { return cx.unknown() };
    let base = cx.name(cx.text(name), name);
    with_arguments(cx, base, node)
}

fn with_arguments(cx: &mut Lowering<'_>, base: ExprId, node: Node<'_>) -> ExprId {
    let list = children(node).into_iter().find(|child| child.kind() == "type_argument_list");
    let arguments: Vec<ExprId> = children_of(list).into_iter().map(|argument| lower(cx, argument)).collect();
    if arguments.is_empty() { base } else { cx.expr(Expr::Generic { base, arguments }) }
}

/// Binds the type parameters of a declaration, each as its first bound.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = children(node);
    let Some(list) = parts.iter().find(|part| part.kind() == "type_parameter_list") else { return };
    let clauses: Vec<Node<'_>> =
        parts.iter().filter(|part| part.kind() == "type_parameter_constraints_clause").copied().collect();
    for parameter in children(*list) {
        let Some(name) = parameter.field("name") else { continue };
        let own = clauses.iter().find(|clause| first_child(**clause).is_some_and(|of| cx.text(of) == cx.text(name)));
        let bounds = own.map_or_else(Vec::new, |clause| children(*clause));
        let bound = bounds.into_iter().find_map(|bound| bound.field("type"));
        let bound = bound.map(|bound| lower(cx, bound));
        cx.bind_name(name, bound, None);
    }
}
