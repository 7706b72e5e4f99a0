//! Types.

use super::{expressions, last_segment};
use crate::{
    Lowering,
    lowering::{Fields, children, children_of, first_child},
};
use facts::{Expr, ExprId, Parameter, ParameterKind};
use std::collections::HashMap;
use tree_sitter::Node;

/// Wrappers whose methods are, for the most part, those of what they hold.
const TRANSPARENT: &[&str] = &["Box", "Rc", "Arc", "Pin", "Cow"];

pub fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| lower_inner(cx, node))
}

fn lower_inner(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let field = |name: &str| node.field(name);
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
            let items = children(node).into_iter().map(|item| lower(cx, item)).collect();
            cx.tuple(items)
        }
        "bounded_type" | "trait_bounds" => either(cx, children(node)),
        "bracketed_type" => inner(cx, first_child(node)),
        "qualified_type" => {
            let parts = [field("type"), field("alias")].into_iter().flatten().collect();
            either(cx, parts)
        }
        "unit_type" | "never_type" => expressions::null(cx),
        _ => cx.unknown(),
    }
}

fn inner(cx: &mut Lowering<'_>, node: Option<Node<'_>>) -> ExprId {
    cx.optional(node, lower)
}

/// One of several types; lifetimes and `?Sized` say nothing.
fn either(cx: &mut Lowering<'_>, nodes: Vec<Node<'_>>) -> ExprId {
    let nodes =
        nodes.into_iter().filter(|node| !matches!(node.kind(), "lifetime" | "removed_trait_bound" | "use_bounds"));
    let all: Vec<ExprId> = nodes.map(|node| lower(cx, node)).collect();
    if all.is_empty() { cx.unknown() } else { cx.one_or_either(all) }
}

fn generic(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(base) = node.field("type") else { return cx.unknown() };
    let name = last_segment(cx.text(base));
    let written = children_of(node.field("type_arguments"));
    let mut arguments = Vec::new();
    for argument in written {
        match argument.kind() {
            "lifetime" => {}
            // `Iterator<Item = T>`: what it yields.
            "type_binding" => arguments.push(inner(cx, argument.field("type"))),
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
    let parameters = children_of(function.field("type_parameters"));
    let clauses = children(function).into_iter().filter(|child| child.kind() == "where_clause").flat_map(children);
    for (node, name) in parameters.into_iter().map(|n| (n, "name")).chain(clauses.map(|n| (n, "left"))) {
        if let Some([name, bounds]) = node.fields([name, "bounds"]) {
            found.entry(cx.text(name)).or_default().push(bounds);
        }
    }
    found
}

/// Binds the type parameters in the current scope, each to its bounds: a value of it has their methods.
pub fn bind_parameters<'n>(cx: &mut Lowering<'_>, item: Node<'n>, bounds: &Bounds<'_, 'n>) {
    for parameter in children_of(item.field("type_parameters")) {
        let Some(name) = parameter.field("name").filter(|_| parameter.kind() == "type_parameter") else { continue };
        let bounded = bounds.get(cx.text(name)).map(|bounds| either(cx, bounds.clone()));
        cx.bind_name(name, bounded, None);
    }
}

/// The type parameters of an alias, with what they are where they are not given.
pub fn parameters(cx: &mut Lowering<'_>, item: Node<'_>) -> Vec<Parameter> {
    let declared = children_of(item.field("type_parameters")).into_iter();
    let types = declared.filter(|parameter| parameter.kind() == "type_parameter");
    let parameter = |parameter: Node<'_>| {
        let name = cx.text(parameter.field("name")?).to_owned();
        let default = parameter.field("default_type").map(|written| lower(cx, written));
        Some(Parameter { name, kind: ParameterKind::Plain, annotation: None, default })
    };
    types.filter_map(parameter).collect()
}

/// A parameter's type; a bare type parameter is its bounds.
pub fn of_parameter(cx: &mut Lowering<'_>, node: Node<'_>, bounds: &Bounds<'_, '_>) -> ExprId {
    let mut at = node;
    while let (true, Some(inner)) = (at.kind() == "reference_type", at.field("type")) {
        at = inner;
    }
    bound(cx, at, bounds).unwrap_or_else(|| lower(cx, at))
}

/// The bounds of a bare type parameter; `None` of any other type, and of one without bounds.
pub fn bound(cx: &mut Lowering<'_>, node: Node<'_>, bounds: &Bounds<'_, '_>) -> Option<ExprId> {
    let bounded = bounds.get(cx.text(node)).filter(|_| node.kind() == "type_identifier")?;
    Some(either(cx, bounded.clone()))
}
