//! Values.

use super::{chains, children, children_of, classes, functions, patterns, types};
use crate::Lowering;
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

/// The value of an expression. `name` is the variable it is bound to.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let node = peel(node);
    match cx.deeper(|cx| peeled(cx, node, name)) {
        Some(id) => id,
        None => cx.unknown(),
    }
}

/// The expression inside any number of parentheses.
pub(super) fn peel(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" {
        match children(node).first() {
            Some(inner) => node = *inner,
            None => break,
        }
    }
    node
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    match node.kind() {
        "identifier" => cx.name(cx.text(node), node),
        "type_identifier" | "scoped_type_identifier" | "generic_type" | "array_type" => types::lower(cx, node),
        "string_literal" => cx.expr(Expr::Literal(LiteralKind::Text)),
        "true" | "false" | "instanceof_expression" => {
            if node.kind() == "instanceof_expression" {
                patterns::instance_of(cx, node);
            }
            cx.expr(Expr::Literal(LiteralKind::Boolean))
        }
        "null_literal" => cx.expr(Expr::Literal(LiteralKind::Null)),
        "this" => receiver(cx),
        "super" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        "method_invocation" | "field_access" | "array_access" => chains::chain(cx, node),
        "method_reference" => reference(cx, node),
        "object_creation_expression" => created(cx, node),
        "array_creation_expression" => array(cx, node),
        "array_initializer" | "element_value_array_initializer" => {
            let items = children(node).into_iter().enumerate();
            let items = items.map(|(index, item)| (Key::Index(index as i64), value(cx, item, None))).collect();
            cx.expr(Expr::Collection(items))
        }
        "lambda_expression" => functions::lambda(cx, node, name),
        "assignment_expression" => assignment(cx, node),
        "ternary_expression" => ternary(cx, node),
        "cast_expression" => cast(cx, node, name),
        "binary_expression" => binary(cx, node),
        "unary_expression" | "update_expression" => unary(cx, node),
        "switch_expression" => patterns::switch(cx, node),
        "class_literal" | "annotation" | "marker_annotation" | "modifiers" => cx.unknown(),
        kind if kind.ends_with("_literal") => cx.expr(Expr::Literal(LiteralKind::Number)),
        _ => {
            super::statements::statements(cx, node);
            cx.unknown()
        }
    }
}

pub(super) fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        // In an initialiser, which belongs to no method.
        Some(id) if cx.facts().definition(id).kind.is_type() => cx.expr(Expr::Function(id)),
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}

/// The arguments of a call: none where the node has no list of them, as an enum's constant may.
pub(super) fn arguments(cx: &mut Lowering<'_>, call: Node<'_>) -> Vec<Argument> {
    let given = children_of(call.child_by_field_name("arguments")).into_iter();
    given.map(|child| Argument { name: None, value: value(cx, child, None), spread: false }).collect()
}

/// `Foo::bar` is the method as a value, `Foo::new` the class itself.
fn reference(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let Some(first) = parts.first() else { return cx.unknown() };
    let base = value(cx, *first, None);
    let last = node.child(node.child_count().saturating_sub(1));
    match last.filter(|last| last.kind() == "identifier" && last != first) {
        Some(name) => cx.attribute(base, cx.text(name), name),
        None => base,
    }
}

/// `new C(..)`, with a body a class of its own.
fn created(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let written = node.child_by_field_name("type");
    if let Some(outer) = parts.first().filter(|first| Some(**first) != written && first.kind() != "type_arguments") {
        value(cx, *outer, None);
    }
    let mut callee = match written {
        Some(written) => types::lower(cx, written),
        None => cx.unknown(),
    };
    let given = arguments(cx, node);
    if let Some(body) = parts.iter().find(|part| part.kind() == "class_body") {
        callee = classes::anonymous(cx, *body, node, callee);
    }
    cx.call(callee, given, CallKind::New, node)
}

fn array(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for child in children(node).into_iter().filter(|child| child.kind() == "dimensions_expr") {
        super::statements::statements(cx, child);
    }
    let items = match node.child_by_field_name("value") {
        Some(items) => value(cx, items, None),
        None => cx.expr(Expr::Collection(Vec::new())),
    };
    let Some(written) = node.child_by_field_name("type") else { return items };
    let element = types::lower(cx, written);
    let to = cx.expr(Expr::Collection(vec![(Key::Unknown, element)]));
    cx.expr(Expr::Cast { value: items, to })
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else {
        return cx.unknown();
    };
    let left = peel(left);
    if node.child_by_field_name("operator").is_some_and(|operator| operator.kind() != "=") {
        value(cx, left, None);
        return value(cx, right, None);
    }
    match left.kind() {
        "identifier" => {
            let bound = value(cx, right, Some(left));
            cx.assign(cx.text(left), Some(bound), left);
            bound
        }
        "field_access" => {
            let object = left.child_by_field_name("object").map(|object| value(cx, object, None));
            let bound = value(cx, right, left.child_by_field_name("field"));
            if let (Some(base), Some(field)) = (object, left.child_by_field_name("field")) {
                let name = cx.text(field).to_owned();
                cx.bind(Target::Attribute { base, name }, Some(bound), None, left);
            }
            bound
        }
        "array_access" => {
            let array = left.child_by_field_name("array").map(|array| value(cx, array, None));
            let key = left.child_by_field_name("index").map_or(Key::Unknown, |index| chains::key(cx, index));
            let bound = value(cx, right, None);
            if let Some(base) = array {
                cx.bind(Target::Subscript { base, key }, Some(bound), None, left);
            }
            bound
        }
        _ => value(cx, right, None),
    }
}

/// A loop over the last branch, so that a ladder of conditions costs no depth.
fn ternary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "ternary_expression" {
        if let Some(condition) = at.child_by_field_name("condition") {
            value(cx, condition, None);
        }
        if let Some(branch) = at.child_by_field_name("consequence") {
            branches.push(value(cx, branch, None));
        }
        match at.child_by_field_name("alternative") {
            Some(next) => at = peel(next),
            None => break,
        }
    }
    if at.kind() != "ternary_expression" {
        branches.push(value(cx, at, None));
    }
    cx.expr(Expr::Either(branches))
}

fn cast(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let (Some(written), Some(inner)) = (node.child_by_field_name("type"), node.child_by_field_name("value")) else {
        return cx.unknown();
    };
    let inner = value(cx, inner, name);
    if matches!(cx.facts().expr(inner), Expr::Function(_)) {
        return inner;
    }
    let to = types::lower(cx, written);
    cx.expr(Expr::Cast { value: inner, to })
}

/// A loop over the left side, so that a chain of thousands of operators costs no depth.
fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut rights = Vec::new();
    let mut at = node;
    while at.kind() == "binary_expression" {
        let Some(left) = at.child_by_field_name("left") else { break };
        rights.extend(at.child_by_field_name("right"));
        at = peel(left);
    }
    let is_text = |cx: &Lowering<'_>, id| matches!(cx.facts().expr(id), Expr::Literal(LiteralKind::Text));
    let first = value(cx, at, None);
    let mut text = is_text(cx, first);
    for right in rights.into_iter().rev() {
        let right = value(cx, right, None);
        text |= is_text(cx, right);
    }
    let kind = match node.child_by_field_name("operator").map_or("", |operator| operator.kind()) {
        "+" if text => LiteralKind::Text,
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => LiteralKind::Boolean,
        _ => LiteralKind::Number,
    };
    cx.expr(Expr::Literal(kind))
}

/// A loop, so that `!!!!x` costs no depth.
fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    while matches!(at.kind(), "unary_expression" | "update_expression") {
        match children(at).first() {
            Some(inner) => at = peel(*inner),
            None => break,
        }
    }
    value(cx, at, None);
    let not = node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "!");
    cx.expr(Expr::Literal(if not { LiteralKind::Boolean } else { LiteralKind::Number }))
}
