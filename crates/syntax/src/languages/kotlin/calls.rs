//! Calls, members and subscripts, lowered from the innermost outwards without recursion.

use super::expressions::{peel, receiver, value};
use super::{child, children, functions, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, Key};
use tree_sitter::Node;

/// `a.b(c) { .. }[0]!!`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner(base) {
        links.push(base);
        base = peel(inner);
    }
    let start = value(cx, base);
    // `f(a) { .. }` is one call whose lambda the grammar puts around the rest.
    let mut merged: Vec<Node<'_>> = Vec::new();
    let mut lambdas: Vec<Option<Node<'_>>> = Vec::new();
    let mut pending = None;
    for link in links {
        let hangs_on_call = link.kind() == "call_expression"
            && child(link, &["value_arguments"]).is_none()
            && link.named_child(0).is_some_and(|inner| inner.kind() == "call_expression" && has_arguments(inner));
        match (hangs_on_call, child(link, &["annotated_lambda"])) {
            (true, Some(lambda)) => pending = Some(lambda),
            _ => {
                merged.push(link);
                lambdas.push(pending.take());
            }
        }
    }
    let mut at = merged.len();
    cx.chain(start, merged, |cx, link, base| {
        at -= 1;
        linked(cx, link, base, lambdas[at])
    })
}

fn has_arguments(call: Node<'_>) -> bool {
    child(call, &["value_arguments"]).is_some() && child(call, &["annotated_lambda"]).is_none()
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call_expression" | "navigation_expression" | "index_expression" => children(node).first().copied(),
        "unary_expression" if node.kind_of("operator") == "!!" => node.field("argument"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId, lambda: Option<Node<'_>>) -> ExprId {
    match link.kind() {
        "navigation_expression" => match children(link).last() {
            // `X::class` is the class.
            Some(name) if cx.text(*name) == "class" => base,
            Some(name) => cx.attribute(base, cx.text(*name).trim_matches('`'), *name),
            None => base,
        },
        "index_expression" => {
            let key = children(link).get(1).map_or(Key::Unknown, |key| key_of(cx, *key));
            let callee = cx.attribute(base, "get", link);
            cx.call(callee, Vec::new(), CallKind::Implicit, link);
            cx.expr(Expr::Subscript { base, key })
        }
        "unary_expression" => cx.expr(Expr::Await(base)),
        _ => {
            let mut given = arguments(cx, link);
            let lambda = lambda.or_else(|| child(link, &["annotated_lambda"]));
            if let Some(literal) = lambda.and_then(|lambda| child(lambda, &["lambda_literal"])) {
                let value = functions::lambda(cx, literal, None);
                given.push(Argument { name: None, value, spread: false });
            }
            cx.call(base, given, CallKind::Call, link)
        }
    }
}

fn key_of(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "number_literal" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        "string_literal" => match &children(node)[..] {
            [only] if only.kind() == "string_content" => Key::Text(cx.text(*only).to_owned()),
            _ => Key::Unknown,
        },
        _ => {
            value(cx, node);
            Key::Unknown
        }
    }
}

/// The key of a subscript that is assigned to.
pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    key_of(cx, node)
}

/// The arguments between parentheses.
pub(super) fn arguments(cx: &mut Lowering<'_>, call: Node<'_>) -> Vec<Argument> {
    let Some(list) = child(call, &["value_arguments"]) else { return Vec::new() };
    let mut given = Vec::new();
    for argument in children(list).into_iter().filter(|part| part.kind() == "value_argument") {
        let parts = children(argument);
        let Some(what) = parts.last().copied() else { continue };
        let mut cursor = argument.walk();
        let is_named = argument.children(&mut cursor).any(|part| part.kind() == "=");
        let name = parts.first().filter(|_| is_named && parts.len() > 1).map(|name| cx.text(*name).to_owned());
        let spread = what.kind() == "spread_expression";
        let what = if spread { what.named_child(0).unwrap_or(what) } else { what };
        let value = value(cx, what);
        given.push(Argument { name, value, spread });
    }
    given
}

/// `::f` is the function, `A::new`-like references of members have their own node.
pub(super) fn reference(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    match parts[..] {
        [name] => cx.name(cx.text(name), node),
        [base, name] => {
            let base = if base.kind().ends_with("_type") { types::lower(cx, base) } else { value(cx, base) };
            cx.attribute(base, cx.text(name), name)
        }
        _ => receiver(cx),
    }
}
