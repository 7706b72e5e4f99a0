//! Values.

use super::{c_like, construction, lambdas, names, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of, left_spine};
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node))
}

pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    c_like::peel(node, &["parenthesized_expression"])
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" | "field_identifier" => cx.name(cx.text(node), node),
        "string_literal" | "concatenated_string" | "raw_string_literal" => cx.literal(LiteralKind::Text),
        "number_literal" | "char_literal" => cx.literal(LiteralKind::Number),
        "true" | "false" => cx.literal(LiteralKind::Boolean),
        "null" => cx.literal(LiteralKind::Null),
        "call_expression" | "field_expression" | "subscript_expression" => chain(cx, node),
        "pointer_expression" | "unary_expression" | "update_expression" => unary(cx, node),
        "binary_expression" => binary(cx, node),
        "assignment_expression" => assignment(cx, node),
        "conditional_expression" => conditional(cx, node),
        "cast_expression" => cast(cx, node),
        "compound_literal_expression" => construction::literal(cx, node),
        "this" => receiver(cx),
        "qualified_identifier" => names::qualified(cx, node),
        "template_function" => names::segment(cx, None, node),
        "lambda_expression" => lambdas::lambda(cx, node),
        "new_expression" => construction::new(cx, node),
        "delete_expression" => construction::delete(cx, node),
        "co_await_expression" => {
            let inner = cx.optional(node.field("argument"), value);
            cx.expr(Expr::Await(inner))
        }
        "user_defined_literal" => cx.unknown(),
        "initializer_list" => elements(cx, node, None),
        "comma_expression" => comma(cx, node),
        "sizeof_expression" | "alignof_expression" | "offsetof_expression" => cx.literal(LiteralKind::Number),
        // A block as an expression gives its last statement's value.
        "compound_statement" => {
            statements::statement(cx, node);
            cx.unknown()
        }
        "comment" => cx.unknown(),
        "type_descriptor" => types::lower(cx, node),
        _ => {
            statements::inside(cx, node);
            cx.unknown()
        }
    }
}

/// Calls, members and subscripts, from the innermost outwards without recursion.
fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner_of(base) {
        links.push(base);
        base = peel(inner);
    }
    // What is written like a call of a function with template arguments.
    if let Some(innermost) = links.last().copied().filter(|last| last.kind() == "call_expression")
        && let Some(made) = cx.deeper(|cx| construction::call(cx, innermost)).flatten()
    {
        links.pop();
        return cx.chain(made, links, linked);
    }
    let start = if links.is_empty() { cx.unknown() } else { value(cx, base) };
    cx.chain(start, links, linked)
}

/// `this`: of the innermost method around, through lambdas.
fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    use facts::DefinitionKind::{Constructor, Method};
    match cx.enclosing(|definition| matches!(definition.kind, Method | Constructor)) {
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}

/// An operator that a class may have: a call of its method.
fn operator(cx: &mut Lowering<'_>, left: ExprId, name: &str, given: Vec<ExprId>, node: Node<'_>) -> Option<ExprId> {
    if !cx.constructs_variables() || matches!(cx.facts().expr(left), Expr::Literal(_) | Expr::Unknown) {
        return None;
    }
    let callee = cx.attribute(left, &format!("operator{name}"), node);
    let given = given.into_iter().map(|value| Argument { name: None, value, spread: false }).collect();
    Some(cx.call(callee, given, CallKind::Implicit, node))
}

fn inner_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call_expression" => node.field("function"),
        "field_expression" | "subscript_expression" => node.field("argument"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "field_expression" => match link.field("field") {
            Some(field) => member(cx, base, field),
            None => base,
        },
        "subscript_expression" => {
            let indices = children_of(link.field("indices"));
            let index = link.field("index").or_else(|| indices.first().copied());
            let key = index.map_or(Key::Unknown, |index| key(cx, index));
            let element = cx.expr(Expr::Subscript { base, key });
            let index = cx.unknown();
            match operator(cx, base, "[]", vec![index], link) {
                Some(given) => cx.expr(Expr::Either(vec![element, given])),
                None => element,
            }
        }
        _ => {
            let given = children_of(link.field("arguments"));
            let given = given.into_iter().map(|one| Argument { name: None, value: value(cx, one), spread: false });
            let given = given.collect();
            cx.call(base, given, CallKind::Call, link)
        }
    }
}

/// `a.b`, `a->b<c>`, `a->B::c`, `a.~B`.
fn member(cx: &mut Lowering<'_>, base: ExprId, field: Node<'_>) -> ExprId {
    match field.kind() {
        // Of that class, whatever is below it.
        "qualified_identifier" => names::qualified(cx, field),
        "field_identifier" if cx.constructs_variables() && cx.text(field) == "second" => {
            // An element of a map is what the map is said to hold.
            let second = cx.attribute(base, "second", field);
            cx.expr(Expr::Either(vec![base, second]))
        }
        _ => names::segment(cx, Some(base), field),
    }
}

fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "number_literal" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        _ => {
            value(cx, node);
            Key::Unknown
        }
    }
}

/// What a variable of a type begins as: a list in braces holds the fields of the type, or elements of its elements' type.
pub(super) fn initial(cx: &mut Lowering<'_>, node: Node<'_>, annotation: Option<ExprId>) -> ExprId {
    let Some(to) = annotation.filter(|_| node.kind() == "initializer_list") else { return value(cx, node) };
    let element = match cx.facts().expr(to) {
        Expr::Collection(items) => items.first().map(|(_, element)| *element),
        _ => None,
    };
    let value = cx.deeper_value(|cx| elements(cx, node, element));
    cx.expr(Expr::Cast { value, to })
}

/// A list in braces: by position, by `[index] =` or by `.field =`.
fn elements(cx: &mut Lowering<'_>, list: Node<'_>, element: Option<ExprId>) -> ExprId {
    let mut items = Vec::new();
    for (index, child) in children(list).into_iter().enumerate() {
        if child.kind() != "initializer_pair" {
            items.push((Key::Index(index as i64), initial(cx, child, element)));
            continue;
        }
        let Some(written) = child.field("value") else { continue };
        let key =
            child.field("designator").and_then(|designator| Some((designator.kind(), designator.named_child(0)?)));
        let key = match key {
            Some(("field_designator", name)) => Key::Text(cx.text(name).to_owned()),
            Some((_, index)) => key_of_designator(cx, index),
            None => Key::Unknown,
        };
        items.push((key, initial(cx, written, element)));
    }
    cx.expr(Expr::Collection(items))
}

fn key_of_designator(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    key(cx, node)
}

/// A loop, so that `!!!!x` costs no depth. What a pointer points to and the address of a value are the value.
fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    while matches!(at.kind(), "pointer_expression" | "unary_expression" | "update_expression") {
        match at.field("argument") {
            Some(inner) => at = peel(inner),
            None => break,
        }
    }
    if at == node {
        return cx.unknown();
    }
    let inner = value(cx, at);
    match node.kind() {
        "pointer_expression" => cx.expr(Expr::Await(inner)),
        "unary_expression" if node.kind_of("operator") == "!" => cx.literal(LiteralKind::Boolean),
        // `p++` is the pointer still.
        "update_expression" => inner,
        _ => cx.literal(LiteralKind::Number),
    }
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let first = value(cx, first);
    let mut result = first;
    for operation in operations {
        let Some(right) = operation.field("right") else { continue };
        let right = value(cx, right);
        let name = operation.kind_of("operator");
        result = operator(cx, result, name, vec![right], operation).unwrap_or(first);
    }
    if cx.constructs_variables()
        && !matches!(node.kind_of("operator"), "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=")
    {
        return result;
    }
    match node.kind_of("operator") {
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => cx.literal(LiteralKind::Boolean),
        // A pointer moved by a number.
        "+" | "-" => first,
        _ => cx.literal(LiteralKind::Number),
    }
}

fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "conditional_expression" {
        if let Some(condition) = at.field("condition") {
            value(cx, condition);
        }
        if let Some(branch) = at.field("consequence") {
            branches.push(value(cx, branch));
        }
        match at.field("alternative") {
            Some(next) => at = peel(next),
            None => break,
        }
    }
    if at.kind() != "conditional_expression" {
        branches.push(value(cx, at));
    }
    cx.expr(Expr::Either(branches))
}

fn cast(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([written, inner]) = node.fields(["type", "value"]) else { return cx.unknown() };
    let to = types::lower(cx, written);
    let inner = value(cx, inner);
    // A pointer to anything, or to a function, says nothing of what it points to.
    match cx.facts().expr(to) {
        Expr::Unknown | Expr::Literal(LiteralKind::Null) => inner,
        _ => cx.expr(Expr::Cast { value: inner, to }),
    }
}

/// `a, b` is `b`; a loop, because macros write long ones.
fn comma(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    while at.kind() == "comma_expression" {
        if let Some(left) = at.field("left") {
            value(cx, left);
        }
        match at.field("right") {
            Some(right) => at = peel(right),
            None => return cx.unknown(),
        }
    }
    value(cx, at)
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let left = peel(left);
    let is_plain = node.kind_of("operator") == "=";
    if !is_plain {
        let base = value(cx, left);
        let right = value(cx, right);
        operator(cx, base, node.kind_of("operator"), vec![right], node);
        return base;
    }
    let bound = value(cx, right);
    match left.kind() {
        "identifier" => cx.assign(cx.text(left), Some(bound), left),
        "field_expression" => {
            if let Some([base, field]) = left.fields(["argument", "field"]) {
                let base = value(cx, base);
                let name = cx.text(field).to_owned();
                cx.bind(Target::Attribute { base, name }, Some(bound), None, left);
            }
        }
        "subscript_expression" => {
            let indices = children_of(left.field("indices"));
            let index = left.field("index").or_else(|| indices.first().copied());
            if let Some((base, index)) = left.field("argument").zip(index) {
                let base = value(cx, base);
                let key = key(cx, index);
                cx.bind(Target::Subscript { base, key }, Some(bound), None, left);
            }
        }
        // `*p = x`.
        "pointer_expression" => {
            let inner = peel(left.field("argument").unwrap_or(left));
            match inner.kind() {
                "identifier" => cx.assign(cx.text(inner), Some(bound), inner),
                _ => {
                    value(cx, inner);
                }
            }
        }
        _ => {
            value(cx, left);
        }
    }
    bound
}
