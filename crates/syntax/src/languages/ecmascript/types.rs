//! TypeScript's types as values: names, members, generics, unions.

use super::names;
use crate::Lowering;
use crate::lowering::{Fields, children, first_child};
use facts::{Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

pub(super) fn annotation(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match (node.kind(), children(node).first()) {
        ("type_predicate_annotation", _) => cx.literal(LiteralKind::Boolean),
        ("asserts_annotation", _) => cx.literal(LiteralKind::Null),
        ("type_annotation", Some(inner)) => lower(cx, *inner),
        ("type_annotation", None) => cx.unknown(),
        _ => lower(cx, node),
    }
}

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| written(cx, node))
}

fn written(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "identifier" => cx.name(cx.text(node), node),
        "nested_type_identifier" | "nested_identifier" | "member_expression" => qualified(cx, node),
        "generic_type" => match node.field("name") {
            Some(name) => {
                let base = lower(cx, name);
                generic(cx, base, node)
            }
            None => cx.unknown(),
        },
        "array_type" => {
            let base = cx.name("Array", node);
            let item = first(cx, node);
            cx.expr(Expr::Generic { base, arguments: vec![item] })
        }
        "tuple_type" => {
            let items = children(node).into_iter().map(|item| lower(cx, item)).collect();
            cx.tuple(items)
        }
        "object_type" => object(cx, node),
        "union_type" | "intersection_type" => {
            let mut parts = Vec::new();
            alternatives(node, &mut parts);
            let parts = parts.into_iter().map(|part| lower(cx, part)).collect();
            cx.expr(Expr::Either(parts))
        }
        "parenthesized_type" | "readonly_type" | "optional_type" | "flow_maybe_type" => first(cx, node),
        "rest_type" => {
            let inner = first(cx, node);
            cx.expr(Expr::Element(inner))
        }
        "required_parameter" | "optional_parameter" => cx.optional(node.field("type"), annotation),
        "this_type" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Receiver { definition }),
            None => cx.unknown(),
        },
        "predefined_type" => predefined(cx, node),
        "literal_type" => literal(cx, node),
        "template_literal_type" => cx.literal(LiteralKind::Text),
        "type_predicate" => cx.literal(LiteralKind::Boolean),
        _ => cx.unknown(),
    }
}

fn first(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.optional(first_child(node), lower)
}

/// `A.B.C`, without recursion.
fn qualified(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut names = Vec::new();
    let mut at = node;
    loop {
        let inner = at.field("module").or_else(|| at.field("object"));
        let name = at.field("name").or_else(|| at.field("property"));
        let (Some(inner), Some(name)) = (inner, name) else { break };
        names.push(name);
        at = inner;
    }
    if at.kind() != "identifier" || names.len() > 100 {
        return cx.unknown();
    }
    let mut base = cx.name(cx.text(at), at);
    for name in names.into_iter().rev() {
        base = cx.attribute(base, cx.text(name), name);
    }
    base
}

/// The parts of `A | B | C`, in order; a loop, since long unions nest to the left.
fn alternatives<'n>(node: Node<'n>, parts: &mut Vec<Node<'n>>) {
    let kind = node.kind();
    let mut at = node;
    let mut reversed = Vec::new();
    while at.kind() == kind {
        let inner = children(at);
        let Some((last, rest)) = inner.split_last() else { break };
        reversed.push(*last);
        match rest.first() {
            Some(left) => at = *left,
            None => {
                parts.extend(reversed.into_iter().rev());
                return;
            }
        }
    }
    reversed.push(at);
    parts.extend(reversed.into_iter().rev());
}

/// `base<..>` with the type arguments of `node`.
pub(super) fn generic(cx: &mut Lowering<'_>, base: ExprId, node: Node<'_>) -> ExprId {
    let Some(list) = node.field("type_arguments") else { return base };
    let arguments = children(list).into_iter().map(|argument| lower(cx, argument)).collect();
    cx.expr(Expr::Generic { base, arguments })
}

/// `{ a: A; m(): B }`: its members by name.
fn object(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for member in children(node) {
        let Some(name) = member.field("name").filter(|_| member.kind() == "property_signature") else {
            continue;
        };
        let value = cx.optional(member.field("type"), annotation);
        items.push((Key::Text(names::property(cx, name)), value));
    }
    cx.expr(Expr::Collection(items))
}

fn predefined(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let kind = match cx.text(node) {
        "string" => LiteralKind::Text,
        "number" => LiteralKind::Number,
        "boolean" => LiteralKind::Boolean,
        "void" => LiteralKind::Null,
        _ => return cx.unknown(),
    };
    cx.literal(kind)
}

fn literal(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let kind = match node.named_child(0).map_or("", |inner| inner.kind()) {
        "string" => LiteralKind::Text,
        "true" | "false" => LiteralKind::Boolean,
        "null" | "undefined" => LiteralKind::Null,
        _ => LiteralKind::Number,
    };
    cx.literal(kind)
}

/// Binds the type parameters of a declaration in the current scope, each as its constraint.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = node.field("type_parameters") else { return };
    for parameter in children(list) {
        let Some(name) = parameter.field("name") else { continue };
        let constraint = parameter.field("constraint").map(|constraint| first(cx, constraint));
        cx.bind_name(name, None, constraint);
    }
}

/// The bases of `extends A<T>, B`.
pub(super) fn extended(cx: &mut Lowering<'_>, clause: Node<'_>, bases: &mut Vec<ExprId>) {
    for part in children(clause) {
        match part.kind() {
            "type_arguments" => {
                if let Some(base) = bases.pop() {
                    let arguments = children(part).into_iter().map(|argument| lower(cx, argument)).collect();
                    bases.push(cx.expr(Expr::Generic { base, arguments }));
                }
            }
            _ => bases.push(super::expressions::value(cx, part, None)),
        }
    }
}

/// `<T>x`.
pub(super) fn assertion(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let (Some(list), Some(inner)) = (parts.first(), parts.get(1)) else { return cx.unknown() };
    let value = super::expressions::value(cx, *inner, None);
    let to = first(cx, *list);
    cx.expr(Expr::Cast { value, to })
}
