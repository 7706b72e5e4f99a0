//! Calls, members and arguments, lowered from the innermost outwards without recursion.

use super::expressions::{peel, value};
use super::{child, children, functions};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, DefinitionKind, Expr, ExprId, ScopeKind};
use tree_sitter::Node;

/// Functions of test frameworks that are given a test by its name and its block.
const TESTS: [&str; 4] = ["it", "property", "scenario", "test"];

/// `a.b[T](c) { .. }`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(test) = test(cx, node) {
        return test;
    }
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner_of(base) {
        links.push(base);
        base = peel(inner);
    }
    let start = match base.kind() {
        "identifier" if cx.text(base) == "super" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        _ => value(cx, base),
    };
    cx.chain(start, links, linked)
}

fn inner_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call_expression" | "generic_function" => node.field("function"),
        "field_expression" => node.field("value"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "field_expression" => match link.field("field") {
            Some(field) => cx.attribute(base, cx.text(field).trim_matches('`'), field),
            None => base,
        },
        "generic_function" => base,
        _ => {
            let given = link.field("arguments").map_or_else(Vec::new, |list| arguments(cx, list));
            // `f(a)(b)`: one method with two lists.
            if let Expr::Call(before) = *cx.facts().expr(base) {
                let is_plain = link.field("function").is_some_and(|function| function.kind() == "call_expression");
                if is_plain {
                    cx.facts_mut().calls[before.0 as usize].arguments.extend(given);
                    return base;
                }
            }
            cx.call(base, given, CallKind::Call, link)
        }
    }
}

/// What is between parentheses, or the block behind a call.
pub(super) fn arguments(cx: &mut Lowering<'_>, list: Node<'_>) -> Vec<Argument> {
    match list.kind() {
        "arguments" => children(list).into_iter().map(|one| argument(cx, one)).collect(),
        "case_block" => {
            let value = functions::of_cases(cx, list);
            vec![Argument { name: None, value, spread: false }]
        }
        _ => {
            let value = match children(list)[..] {
                [only] => function_or_value(cx, only),
                _ => value(cx, list),
            };
            vec![Argument { name: None, value, spread: false }]
        }
    }
}

fn argument(cx: &mut Lowering<'_>, node: Node<'_>) -> Argument {
    // `name = a`.
    if node.kind() == "assignment_expression"
        && let Some([left, right]) = node.fields(["left", "right"])
        && left.kind() == "identifier"
    {
        return Argument { name: Some(cx.text(left).to_owned()), value: function_or_value(cx, right), spread: false };
    }
    let spread = cx.text(node).ends_with(": _*") || cx.text(node).ends_with('*') && node.kind() == "postfix_expression";
    let what = if spread { node.named_child(0).unwrap_or(node) } else { node };
    Argument { name: None, value: function_or_value(cx, what), spread }
}

/// An argument with `_` for what it is given is a function.
pub(super) fn function_or_value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    let mut is_deeper = false;
    loop {
        let next = inner_of(at).or_else(|| at.field("left").filter(|_| at.kind() == "infix_expression"));
        match next {
            Some(next) => (at, is_deeper) = (next, true),
            None => break,
        }
    }
    match at.kind() == "wildcard" && is_deeper {
        true => functions::of_wildcard(cx, node),
        false => value(cx, node),
    }
}

/// `test("adds") { .. }`, `it should "add" in { .. }`: a function of the test's name.
fn test(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let (inner, body) = (node.field("function")?, node.field("arguments")?);
    let function = inner.field("function").filter(|_| inner.kind() == "call_expression" && body.kind() == "block")?;
    let name = inner.field("arguments").and_then(|list| child(list, &["string"]))?;
    (TESTS.contains(&cx.text(function)) && cx.facts().definition(cx.definition()).kind.is_type()).then_some(())?;
    Some(named_test(cx, node, name, body))
}

pub(super) fn named_test(cx: &mut Lowering<'_>, node: Node<'_>, name: Node<'_>, body: Node<'_>) -> ExprId {
    let text = cx.text(name).trim_matches('"').to_owned();
    let mut draft = cx.draft(DefinitionKind::Method, &text, node, name);
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.is_test = true;
    draft.exported = false;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, body, |cx| {
        cx.with_receiver(Some(id), |cx| {
            value(cx, body);
        });
    });
    cx.expr(Expr::Function(id))
}
