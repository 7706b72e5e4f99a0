//! Calls, members and subscripts, lowered from the innermost outwards without recursion.

use super::expressions::{peel, value};
use super::{child, children, functions};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, Key};
use tree_sitter::Node;

/// `a.b(c) { .. }[0]!`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    // `a + b()` reads as a call of `a + b` where it is all that a body has.
    if let Some([left, right]) = inner(node).and_then(|callee| callee.fields(["lhs", "rhs"])) {
        value(cx, left);
        let callee = value(cx, right);
        return linked(cx, node, callee);
    }
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner(base) {
        links.push(base);
        base = peel(inner);
    }
    let start = match base.kind() {
        // `super.init(..)` is a call of what is above.
        "super_expression" => super_of(cx),
        _ => value(cx, base),
    };
    cx.chain(start, links, linked)
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call_expression" => children(node).into_iter().find(|part| part.kind() != "call_suffix"),
        "navigation_expression" | "postfix_expression" => node.field("target"),
        _ => None,
    }
}

fn super_of(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        Some(definition) => cx.expr(Expr::Super { definition }),
        None => cx.unknown(),
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "navigation_expression" => {
            let Some(name) = link.field("suffix").and_then(|suffix| suffix.field("suffix")) else { return base };
            match cx.text(name).trim_matches('`') {
                // `T.init`, `self.init`, `T.self`.
                "init" | "self" => base,
                text => match text.parse() {
                    Ok(place) => cx.expr(Expr::Subscript { base, key: Key::Index(place) }),
                    Err(_) => cx.attribute(base, text, name),
                },
            }
        }
        "postfix_expression" => cx.expr(Expr::Await(base)),
        _ => match child(link, &["call_suffix"]) {
            Some(suffix) => called(cx, link, suffix, base),
            None => base,
        },
    }
}

fn called(cx: &mut Lowering<'_>, link: Node<'_>, suffix: Node<'_>, base: ExprId) -> ExprId {
    let list = child(suffix, &["value_arguments"]);
    let given = arguments(cx, suffix);
    if list.is_some_and(|list| list.child(0).is_some_and(|open| open.kind() == "[")) {
        let callee = cx.attribute(base, "subscript", link);
        let key = key_of(cx, list);
        let result = cx.call(callee, given, CallKind::Implicit, link);
        let element = cx.expr(Expr::Subscript { base, key });
        return cx.expr(Expr::Either(vec![element, result]));
    }
    cx.call(base, given, CallKind::Call, link)
}

fn key_of(cx: &Lowering<'_>, list: Option<Node<'_>>) -> Key {
    let only = list.map(children).filter(|given| given.len() == 1).and_then(|given| given[0].field("value"));
    match only {
        Some(number) if number.kind() == "integer_literal" => cx.text(number).parse().map_or(Key::Unknown, Key::Index),
        Some(text) if text.kind() == "line_string_literal" && text.field("interpolation").is_none() => {
            Key::Text(cx.text(text).trim_matches('"').to_owned())
        }
        _ => Key::Unknown,
    }
}

/// The arguments between parentheses, and the closures behind them.
pub(super) fn arguments(cx: &mut Lowering<'_>, suffix: Node<'_>) -> Vec<Argument> {
    let mut given = Vec::new();
    let mut label = None;
    for part in children(suffix) {
        match part.kind() {
            "value_arguments" => {
                for argument in children(part).into_iter().filter(|part| part.kind() == "value_argument") {
                    let name = argument.field("name").map(|name| cx.text(name).trim_matches('`').to_owned());
                    let what = argument.field("value").or_else(|| children(argument).last().copied());
                    let Some(what) = what else { continue };
                    given.push(Argument { name, value: value(cx, what), spread: false });
                }
            }
            "simple_identifier" => label = Some(cx.text(part).to_owned()),
            "lambda_literal" => {
                let value = functions::closure(cx, part);
                given.push(Argument { name: label.take(), value, spread: false });
            }
            _ => {}
        }
    }
    given
}

/// `#selector(a)`, `#expect(a)`: what is inside.
pub(super) fn in_macro(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut last = cx.unknown();
    for part in children(node) {
        match part.kind() {
            "call_suffix" => {
                if let Some(given) = arguments(cx, part).last() {
                    last = given.value;
                }
            }
            "simple_identifier" | "type_parameters" if node.kind() == "macro_invocation" => {}
            _ => last = value(cx, part),
        }
    }
    last
}
