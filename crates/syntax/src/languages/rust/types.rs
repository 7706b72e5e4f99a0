//! Types.

use super::{expressions, last_segment};
use crate::{
    Lowering,
    lowering::{children, children_of},
};
use facts::{Expr, ExprId, Key};
use std::collections::HashMap;
use tree_sitter::Node;

/// Wrappers whose methods are, for the most part, those of what they hold.
const TRANSPARENT: &[&str] = &["Box", "Rc", "Arc", "Pin", "Cow"];

/// A type as a value.
pub fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper(|cx| lower_inner(cx, node)).unwrap_or_else(|| cx.unknown())
}

fn lower_inner(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let field = |name: &str| node.child_by_field_name(name);
    match node.kind() {
        "type_identifier" | "primitive_type" | "identifier" | "self" | "super" | "crate" | "metavariable" => {
            cx.name(cx.text(node), node)
        }
        "scoped_type_identifier" | "scoped_identifier" => match (field("path"), field("name")) {
            (Some(path), Some(name)) => {
                let base = lower(cx, path);
                cx.attribute(base, cx.text(name), name)
            }
            (_, Some(name)) => cx.name(cx.text(name), name),
            _ => cx.unknown(),
        },
        "generic_type" | "generic_type_with_turbofish" => generic(cx, node),
        "reference_type" | "pointer_type" => inner(cx, field("type")),
        "abstract_type" | "dynamic_type" => inner(cx, field("trait")),
        "higher_ranked_trait_bound" => inner(cx, field("type")),
        "array_type" => {
            let element = inner(cx, field("element"));
            let base = cx.unknown();
            cx.expr(Expr::Generic { base, arguments: vec![element] })
        }
        "tuple_type" => {
            let items = children(node).into_iter().enumerate();
            let items = items.map(|(i, item)| (Key::Index(i as i64), lower(cx, item))).collect();
            cx.expr(Expr::Collection(items))
        }
        "bounded_type" | "trait_bounds" => either(cx, children(node)),
        "bracketed_type" => inner(cx, children(node).first().copied()),
        "qualified_type" => {
            let parts = [field("type"), field("alias")].into_iter().flatten().collect();
            either(cx, parts)
        }
        "unit_type" | "never_type" => expressions::null(cx),
        _ => cx.unknown(),
    }
}

fn inner(cx: &mut Lowering<'_>, node: Option<Node<'_>>) -> ExprId {
    match node {
        Some(node) => lower(cx, node),
        None => cx.unknown(),
    }
}

/// One of several types; lifetimes and `?Sized` say nothing.
fn either(cx: &mut Lowering<'_>, nodes: Vec<Node<'_>>) -> ExprId {
    let nodes =
        nodes.into_iter().filter(|node| !matches!(node.kind(), "lifetime" | "removed_trait_bound" | "use_bounds"));
    let all: Vec<ExprId> = nodes.map(|node| lower(cx, node)).collect();
    match all.as_slice() {
        [] => cx.unknown(),
        [one] => *one,
        _ => cx.expr(Expr::Either(all)),
    }
}

fn generic(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(base) = node.child_by_field_name("type") else { return cx.unknown() };
    let name = last_segment(cx.text(base));
    let written = children_of(node.child_by_field_name("type_arguments"));
    let mut arguments = Vec::new();
    for argument in written {
        match argument.kind() {
            "lifetime" => {}
            // `Iterator<Item = T>`: what it yields.
            "type_binding" => arguments.push(inner(cx, argument.child_by_field_name("type"))),
            _ => arguments.push(lower(cx, argument)),
        }
    }
    match arguments.as_slice() {
        [.., one] if TRANSPARENT.contains(&name) => *one,
        [] => lower(cx, base),
        _ => {
            let base = lower(cx, base);
            cx.expr(Expr::Generic { base, arguments })
        }
    }
}

pub type Bounds<'t, 'n> = HashMap<&'t str, Vec<Node<'n>>>;

/// The declared bounds of a function's type parameters, inline or in its `where` clause.
pub fn bounds<'t, 'n>(cx: &Lowering<'t>, function: Node<'n>) -> Bounds<'t, 'n> {
    let mut found = Bounds::new();
    let parameters = children_of(function.child_by_field_name("type_parameters"));
    let clauses = children(function).into_iter().filter(|child| child.kind() == "where_clause").flat_map(children);
    for (node, name) in parameters.into_iter().map(|n| (n, "name")).chain(clauses.map(|n| (n, "left"))) {
        if let (Some(name), Some(bounds)) = (node.child_by_field_name(name), node.child_by_field_name("bounds")) {
            found.entry(cx.text(name)).or_default().push(bounds);
        }
    }
    found
}

/// A parameter's type; a bare type parameter is its bounds.
pub fn of_parameter(cx: &mut Lowering<'_>, node: Node<'_>, bounds: &Bounds<'_, '_>) -> ExprId {
    let mut at = node;
    while let (true, Some(inner)) = (at.kind() == "reference_type", at.child_by_field_name("type")) {
        at = inner;
    }
    match bounds.get(cx.text(at)).filter(|_| at.kind() == "type_identifier") {
        Some(bounded) => either(cx, bounded.clone()),
        None => lower(cx, at),
    }
}
