//! Statements.

use super::expressions::{self, value};
use super::{c_like, children, classes, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, Expr, ExprId, ReturnKind, ScopeKind};
use tree_sitter::Node;

pub(super) fn statements(cx: &mut Lowering<'_>, parent: Node<'_>) {
    for child in children(parent) {
        statement(cx, child);
    }
}

pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain_statement(cx, node));
}

fn plain_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "local_variable_declaration" => classes::variables(cx, node),
        "block"
        | "for_statement"
        | "catch_clause"
        | "try_with_resources_statement"
        | "switch_block_statement_group"
        | "constructor_body" => {
            cx.in_scope(ScopeKind::Block, node, |cx| statements(cx, node));
        }
        "enhanced_for_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| enhanced_for(cx, node));
        }
        "expression_statement"
        | "while_statement"
        | "do_statement"
        | "labeled_statement"
        | "assert_statement"
        | "synchronized_statement"
        | "try_statement"
        | "finally_clause"
        | "resource_specification"
        | "ERROR" => {
            statements(cx, node);
        }
        "if_statement" => c_like::if_statement(cx, node, statement),
        "return_statement" | "throw_statement" | "yield_statement" => leave(cx, node),
        "explicit_constructor_invocation" => constructed(cx, node),
        "catch_formal_parameter" => {
            let annotation = children(node).into_iter().find(|child| child.kind() == "catch_type");
            let annotation = annotation.map(|written| types::lower(cx, written));
            if let Some(name) = node.field("name") {
                cx.bind_name(name, None, annotation);
            }
        }
        "resource" => resource(cx, node),
        "break_statement"
        | "continue_statement"
        | "package_declaration"
        | "import_declaration"
        | "module_declaration" => {}
        _ if classes::is_type(node) => classes::declaration(cx, node, &[]),
        _ => {
            value(cx, node, None);
        }
    }
}

fn enhanced_for(cx: &mut Lowering<'_>, node: Node<'_>) {
    let iterated = node.field("value").map(|iterated| value(cx, iterated, None));
    if let (Some(iterated), Some(at)) = (iterated, node.field("value")) {
        iterate(cx, iterated, at);
    }
    let element = iterated.map(|iterated| cx.expr(Expr::Element(iterated)));
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    if let Some(name) = node.field("name") {
        cx.bind_name(name, element, annotation);
    }
    if let Some(body) = node.field("body") {
        statement(cx, body);
    }
}

/// What a loop runs of a value that is no array.
fn iterate(cx: &mut Lowering<'_>, iterated: ExprId, at: Node<'_>) {
    if matches!(cx.facts().expr(iterated), Expr::Unknown | Expr::Literal(_) | Expr::Collection(_)) {
        return;
    }
    let iterator = expressions::implied(cx, iterated, "iterator", at);
    for method in ["hasNext", "next"] {
        expressions::implied(cx, iterator, method, at);
    }
}

fn leave(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(inner) = children(node).into_iter().next() else { return };
    let result = value(cx, inner, None);
    match node.kind() {
        "return_statement" => cx.returns(result, ReturnKind::Return),
        "throw_statement" => cx.returns(result, ReturnKind::Throw),
        _ => {}
    }
}

/// `this(..)`, `super(..)`.
fn constructed(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let Some(object) = node.field("object") {
        value(cx, object, None);
    }
    let callee = cx.optional(node.field("constructor"), |cx, which| value(cx, which, None));
    let given = expressions::arguments(cx, node);
    cx.call(callee, given, CallKind::Call, node);
}

/// What a `try` closes at its end: a variable of its own, or one of before.
fn resource(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = node.field("name") else {
        for held in children(node) {
            let opened = value(cx, held, None);
            expressions::implied(cx, opened, "close", held);
        }
        return;
    };
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    let bound = node.field("value").map(|bound| value(cx, bound, None));
    cx.bind_name(name, bound, annotation);
    let opened = cx.name(cx.text(name), name);
    expressions::implied(cx, opened, "close", name);
}
