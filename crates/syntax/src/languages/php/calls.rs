//! Calls, members and subscripts, lowered from the innermost outwards without recursion.

use super::expressions::{peel, value};
use super::names;
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{Argument, CallKind, Expr, ExprId, Key};
use tree_sitter::Node;

/// `$a->b($c)::d()[0]`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner(base) {
        links.push(base);
        base = peel(inner);
    }
    let start = match links.last() {
        // What is called is a function or a variable that holds one.
        Some(link) if link.kind() == "function_call_expression" => callee(cx, base),
        Some(link) if is_scoped(*link) => names::scope(cx, base),
        _ => value(cx, base),
    };
    cx.chain(start, links, linked)
}

fn is_scoped(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "scoped_call_expression" | "scoped_property_access_expression" | "class_constant_access_expression"
    )
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "function_call_expression" => node.field("function"),
        "member_call_expression"
        | "nullsafe_member_call_expression"
        | "member_access_expression"
        | "nullsafe_member_access_expression" => node.field("object"),
        "scoped_call_expression" | "scoped_property_access_expression" => node.field("scope"),
        "class_constant_access_expression" | "subscript_expression" => children(node).first().copied(),
        _ => None,
    }
}

fn callee(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "name" | "qualified_name" | "relative_name" => names::named(cx, node),
        _ => value(cx, node),
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "function_call_expression" => called(cx, link, base),
        "subscript_expression" => {
            let key = children(link).get(1).map_or(Key::Unknown, |key| self::key(cx, *key));
            cx.expr(Expr::Subscript { base, key })
        }
        "class_constant_access_expression" => match children(link).get(1) {
            // `X::class` is the class.
            Some(name) if cx.text(*name) == "class" => base,
            Some(name) => cx.attribute(base, cx.text(*name), *name),
            None => base,
        },
        kind => {
            let member = member(cx, link, base);
            if kind.ends_with("call_expression") { called(cx, link, member) } else { member }
        }
    }
}

/// `base->name`; a name that is computed is not followed.
fn member(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    let Some(name) = link.field("name") else { return cx.unknown() };
    let is_static_property = link.kind() == "scoped_property_access_expression";
    match name.kind() {
        "name" => {
            let is_constructor = matches!(cx.facts().expr(base), Expr::Super { .. })
                && cx.text(name).eq_ignore_ascii_case("__construct");
            if is_constructor { base } else { cx.attribute(base, cx.text(name), name) }
        }
        "variable_name" if is_static_property => cx.attribute(base, cx.text(name).trim_start_matches('$'), name),
        _ => {
            value(cx, name);
            cx.unknown()
        }
    }
}

fn called(cx: &mut Lowering<'_>, link: Node<'_>, callee: ExprId) -> ExprId {
    let list = link.field("arguments");
    // `f(...)` is `f` itself.
    if children_of(list).first().is_some_and(|first| first.kind() == "variadic_placeholder") {
        return callee;
    }
    let mut given = arguments(cx, list);
    if let Some(function) = called_by_name(cx, link) {
        let callee = match function {
            Some(function) => function,
            None if given.is_empty() => return cx.unknown(),
            None => given[0].value,
        };
        given.drain(..given.len().min(1));
        return cx.call(callee, given, CallKind::Call, link);
    }
    cx.call(callee, given, CallKind::Call, link)
}

/// `call_user_func("f", ..)` calls what it is given: a function by its name, or (`None` inside) its first argument.
fn called_by_name(cx: &mut Lowering<'_>, link: Node<'_>) -> Option<Option<ExprId>> {
    let function = link.field("function")?;
    if !matches!(cx.text(function).trim_start_matches('\\'), "call_user_func" | "call_user_func_array") {
        return None;
    }
    let first = children_of(link.field("arguments")).first()?.named_child(0)?;
    let name = names::constant_text(cx, first).map(str::to_owned);
    Some(name.map(|name| cx.name(&name, first)))
}

/// The arguments of a list; none without it.
pub(super) fn arguments(cx: &mut Lowering<'_>, list: Option<Node<'_>>) -> Vec<Argument> {
    let mut given = Vec::new();
    for argument in children_of(list).into_iter().filter(|child| child.kind() == "argument") {
        let name = argument.field("name");
        let Some(what) = children(argument).into_iter().find(|child| Some(*child) != name) else { continue };
        let spread = what.kind() == "variadic_unpacking";
        let what = if spread { what.named_child(0).unwrap_or(what) } else { what };
        let value = match callable(cx, what) {
            Some(method) => method,
            None => value(cx, what),
        };
        given.push(Argument { name: name.map(|name| cx.text(name).to_owned()), value, spread });
    }
    given
}

/// `[$object, "method"]`.
fn callable(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    if node.kind() != "array_creation_expression" {
        return None;
    }
    let [object, method] = children(node)[..] else { return None };
    let (object, method) = (object.named_child(0)?, method.named_child(0)?);
    let name = names::constant_text(cx, method)?;
    let is_object =
        matches!(object.kind(), "variable_name" | "class_constant_access_expression" | "member_access_expression");
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_object || !is_name {
        return None;
    }
    let base = value(cx, object);
    Some(cx.attribute(base, name, method))
}

/// The key in `$array[key]`.
pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "integer" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        _ => match names::constant_text(cx, node) {
            Some(text) => Key::Text(text.to_owned()),
            None => {
                value(cx, node);
                Key::Unknown
            }
        },
    }
}
