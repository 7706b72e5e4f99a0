//! Values.

use super::{c_like, chains, children, children_of, classes, functions, patterns, types};
use crate::Lowering;
use crate::lowering::{Fields, left_spine};
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

/// The value of an expression. `name` is the variable it is bound to.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, name))
}

/// The expression inside any number of parentheses.
pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    c_like::peel(node, &["parenthesized_expression"])
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    match node.kind() {
        "identifier" => cx.name(cx.text(node), node),
        "type_identifier" | "scoped_type_identifier" | "generic_type" | "array_type" => types::lower(cx, node),
        "string_literal" => cx.literal(LiteralKind::Text),
        "true" | "false" | "instanceof_expression" => {
            if node.kind() == "instanceof_expression" {
                patterns::instance_of(cx, node);
            }
            cx.literal(LiteralKind::Boolean)
        }
        "null_literal" => cx.literal(LiteralKind::Null),
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
            let items = children(node).into_iter().map(|item| value(cx, item, None)).collect();
            cx.tuple(items)
        }
        "lambda_expression" => functions::lambda(cx, node, name),
        "assignment_expression" => assignment(cx, node),
        "ternary_expression" => c_like::ternary(cx, node, |cx, node| value(cx, node, None)),
        "cast_expression" => cast(cx, node, name),
        "binary_expression" => binary(cx, node),
        "unary_expression" | "update_expression" => unary(cx, node),
        "switch_expression" => patterns::switch(cx, node),
        "class_literal" | "annotation" | "marker_annotation" | "modifiers" => cx.unknown(),
        kind if kind.ends_with("_literal") => cx.literal(LiteralKind::Number),
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
    let given = children_of(call.field("arguments")).into_iter();
    given.map(|child| Argument { name: None, value: value(cx, child, None), spread: false }).collect()
}

/// A call that syntax implies; its value.
pub(super) fn implied(cx: &mut Lowering<'_>, base: ExprId, method: &str, at: Node<'_>) -> ExprId {
    let callee = cx.attribute(base, method, at);
    cx.call(callee, Vec::new(), CallKind::Implicit, at)
}

/// `Foo::bar` is the method as a value, `Foo::new` a member of the class under a name that no other member can have.
fn reference(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let Some(first) = parts.first() else { return cx.unknown() };
    let base = value(cx, *first, None);
    let last = node.child(node.child_count().saturating_sub(1));
    match last.filter(|last| matches!(last.kind(), "identifier" | "new") && last != first) {
        Some(name) => cx.attribute(base, cx.text(name), name),
        None => base,
    }
}

/// `new C(..)`, with a body a class of its own.
fn created(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let written = node.field("type");
    let outer = parts.first().filter(|first| Some(**first) != written && first.kind() != "type_arguments");
    let mut callee = match (outer.map(|outer| value(cx, *outer, None)), written) {
        // `outer.new Inner()`: a class of that value's class.
        (Some(outer), Some(inner)) if inner.kind() == "type_identifier" => cx.attribute(outer, cx.text(inner), inner),
        _ => cx.optional(written, types::lower),
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
    let items = match node.field("value") {
        Some(items) => value(cx, items, None),
        None => cx.expr(Expr::Collection(Vec::new())),
    };
    let Some(written) = node.field("type") else { return items };
    let element = types::lower(cx, written);
    let to = cx.list_of(element);
    cx.expr(Expr::Cast { value: items, to })
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let left = peel(left);
    if !matches!(node.kind_of("operator"), "" | "=") {
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
            let object = left.field("object").map(|object| value(cx, object, None));
            let bound = value(cx, right, left.field("field"));
            if let (Some(base), Some(field)) = (object, left.field("field")) {
                let name = cx.text(field).to_owned();
                cx.bind(Target::Attribute { base, name }, Some(bound), None, left);
            }
            bound
        }
        "array_access" => {
            let array = left.field("array").map(|array| value(cx, array, None));
            let key = left.field("index").map_or(Key::Unknown, |index| chains::key(cx, index));
            let bound = value(cx, right, None);
            if let Some(base) = array {
                cx.bind(Target::Subscript { base, key }, Some(bound), None, left);
            }
            bound
        }
        _ => value(cx, right, None),
    }
}

fn cast(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let Some([written, inner]) = node.fields(["type", "value"]) else { return cx.unknown() };
    let inner = value(cx, inner, name);
    if matches!(cx.facts().expr(inner), Expr::Function(_)) {
        return inner;
    }
    let to = types::lower(cx, written);
    cx.expr(Expr::Cast { value: inner, to })
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let mut operands = vec![(value(cx, first, None), first)];
    for right in operations.into_iter().filter_map(|operation| operation.field("right")) {
        operands.push((value(cx, right, None), right));
    }
    let is_of = |cx: &Lowering<'_>, kind| {
        let is_it = |(id, _): &(ExprId, Node<'_>)| matches!(cx.facts().expr(*id), Expr::Literal(own) if *own == kind);
        (operands.iter().any(is_it), operands.iter().all(is_it))
    };
    let kind = match node.kind_of("operator") {
        "+" if is_of(cx, LiteralKind::Text).0 => {
            operands.into_iter().for_each(|(operand, at)| as_text(cx, operand, at));
            LiteralKind::Text
        }
        // Of a variable it is not known here whether it is a text.
        "+" if !is_of(cx, LiteralKind::Number).1 => {
            let both = [LiteralKind::Text, LiteralKind::Number].map(|kind| cx.literal(kind));
            return cx.expr(Expr::Either(both.to_vec()));
        }
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => LiteralKind::Boolean,
        _ => LiteralKind::Number,
    };
    cx.literal(kind)
}

/// A value that becomes part of a text.
fn as_text(cx: &mut Lowering<'_>, operand: ExprId, at: Node<'_>) {
    if matches!(
        cx.facts().expr(operand),
        Expr::Name { .. } | Expr::Attribute { .. } | Expr::Call(_) | Expr::Receiver { .. } | Expr::Subscript { .. }
    ) {
        implied(cx, operand, "toString", at);
    }
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
    cx.literal(if node.kind_of("operator") == "!" { LiteralKind::Boolean } else { LiteralKind::Number })
}
