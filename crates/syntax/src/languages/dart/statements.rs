//! Statements.

use super::comments::each_with_comments;
use super::expressions::{named, value};
use super::{child, children, functions, narrowing, parts, patterns, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// The statements of a block, in the scope around it.
pub(super) fn block(cx: &mut Lowering<'_>, node: Node<'_>) {
    each_with_comments(cx, node, |cx, one, above| {
        cx.deeper(|cx| match one.kind() {
            "local_function_declaration" => local_function(cx, one, above),
            _ => plain(cx, one),
        });
    });
}

/// One statement.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain(cx, node));
}

/// All values of a node, in order.
pub(super) fn values(cx: &mut Lowering<'_>, node: Node<'_>) {
    for part in parts(node) {
        value(cx, part);
    }
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "block" => scoped(cx, node, |cx| block(cx, node)),
        "local_variable_declaration" => children(node).into_iter().for_each(|one| variables(cx, one)),
        "local_function_declaration" => local_function(cx, node, &[]),
        "if_statement" => condition(cx, node),
        "for_statement" => scoped(cx, node, |cx| repeated(cx, node)),
        "while_statement" | "do_statement" => {
            for part in ["condition", "body"].iter().filter_map(|name| node.field(name)) {
                if part.kind() == "parenthesized_expression" { values(cx, part) } else { statement(cx, part) }
            }
        }
        "switch_statement" => switch(cx, node),
        "try_statement" => attempt(cx, node),
        "return_statement" | "yield_statement" | "yield_each_statement" => leave(cx, node),
        "labeled_statement" => {
            if let Some(inner) = parts(node).last() {
                statement(cx, *inner);
            }
        }
        "expression_statement" | "assert_statement" | "assertion" => values(cx, node),
        "break_statement" | "continue_statement" | "rethrow_statement" | "empty_statement" | "label" | "annotation" => {
        }
        "ERROR" => block(cx, node),
        _ => {
            value(cx, node);
        }
    }
}

fn scoped(cx: &mut Lowering<'_>, node: Node<'_>, inner: impl FnOnce(&mut Lowering<'_>)) {
    cx.in_scope(ScopeKind::Block, node, inner);
}

fn local_function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    if let Some(signature) = child(node, &["function_signature"]) {
        let written = functions::Written { node, head: node, signature, body: child(node, &["function_body"]) };
        functions::function(cx, &written, above, None);
    }
}

/// `var a = b, c = d;`, `var (a, b) = c;`
fn variables(cx: &mut Lowering<'_>, node: Node<'_>) {
    if node.kind() == "pattern_variable_declaration" {
        let parts = parts(node);
        let given = parts.iter().rfind(|part| !patterns::is_pattern(**part)).map(|given| value(cx, *given));
        if let Some(pattern) = parts.iter().find(|part| patterns::is_pattern(**part)) {
            patterns::bind(cx, *pattern, given);
        }
        return;
    }
    let annotation = child(node, &["type"]).map(|written| types::lower(cx, written));
    variable(cx, node, annotation);
    for more in children(node).into_iter().filter(|part| part.kind() == "initialized_identifier") {
        variable(cx, more, annotation);
    }
}

fn variable(cx: &mut Lowering<'_>, node: Node<'_>, annotation: Option<ExprId>) {
    let Some(name) = node.field("name") else { return };
    let given = node.field("value").map(|given| named(cx, given, Some(name)));
    cx.bind_name(name, given, annotation);
    given.map(|given| cx.last_binding_defines(given));
}

/// `if (a case B(:var c) when d) .. else ..`. A loop, so that a ladder of conditions costs no depth.
fn condition(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mut next = Some(node);
    while let Some(at) = next.take() {
        scoped(cx, at, |cx| {
            head(cx, at);
            if let Some(consequence) = at.field("consequence") {
                let known = at.field("condition").map_or_else(Vec::new, |tested| narrowing::known(cx, tested));
                cx.narrowed(known, |cx| statement(cx, consequence));
            }
        });
        match at.field("alternative") {
            Some(other) if other.kind() == "if_statement" => next = Some(other),
            Some(other) => statement(cx, other),
            None => {}
        }
    }
}

/// The condition of `if`, with what its pattern declares.
pub(super) fn head(cx: &mut Lowering<'_>, node: Node<'_>) {
    let tested = node.field("condition").map(|condition| value(cx, condition));
    for pattern in children(node).into_iter().filter(|part| patterns::is_pattern(*part)) {
        patterns::bind(cx, pattern, tested);
    }
    if let Some(guard) = node.field("guard") {
        value(cx, guard);
    }
}

fn repeated(cx: &mut Lowering<'_>, node: Node<'_>) {
    loop_head(cx, node);
    if let Some(body) = node.field("body") {
        statement(cx, body);
    }
}

/// `for (var a = b; c; d)`, `for (final a in b)`, `for (var (a, b) in c)`.
pub(super) fn loop_head(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let Some(over) = node.field("value") {
        let over = value(cx, over);
        let element = cx.expr(Expr::Element(over));
        let annotation = child(node, &["type"]).map(|written| types::lower(cx, written));
        let pattern = children(node).into_iter().find(|part| patterns::is_pattern(*part));
        match (node.field("name"), pattern) {
            (Some(name), _) => cx.bind_name(name, Some(element), annotation),
            (None, Some(pattern)) => patterns::bind(cx, pattern, Some(element)),
            // A variable that is declared before.
            (None, None) => {}
        }
    }
    for part in node.all("init").into_iter().chain(node.all("condition")).chain(node.all("update")) {
        statement(cx, part);
    }
}

fn switch(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([tested, body]) = node.fields(["condition", "body"]) else { return };
    let tested = value(cx, tested);
    for case in children(body) {
        scoped(cx, case, |cx| {
            for part in parts(case) {
                if patterns::is_pattern(part) {
                    patterns::bind(cx, part, Some(tested));
                } else {
                    statement(cx, part);
                }
            }
        });
    }
}

/// `try { } on E catch (e, s) { } finally { }`.
fn attempt(cx: &mut Lowering<'_>, node: Node<'_>) {
    let (mut written, mut caught) = (None, None);
    for part in children(node) {
        match part.kind() {
            "type" => written = Some(part),
            "catch_clause" => caught = Some(part),
            "block" => scoped(cx, part, |cx| {
                let annotation = written.take().map(|written| types::lower(cx, written));
                if let Some(caught) = caught.take() {
                    caught.field("exception").into_iter().for_each(|name| cx.bind_name(name, None, annotation));
                    caught.field("stack_trace").into_iter().for_each(|name| cx.bind_name(name, None, None));
                }
                block(cx, part);
            }),
            _ => {
                if let Some(last) = child(part, &["block"]) {
                    statement(cx, last);
                }
            }
        }
    }
}

fn leave(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(given) = parts(node).last().map(|given| value(cx, *given)) else { return };
    match node.kind() {
        "return_statement" => cx.returns(given, ReturnKind::Return),
        "yield_statement" => cx.returns(given, ReturnKind::Yield),
        _ => {
            let element = cx.expr(Expr::Element(given));
            cx.returns(element, ReturnKind::Yield);
        }
    }
}
