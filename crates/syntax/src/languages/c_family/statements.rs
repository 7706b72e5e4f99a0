//! Statements.

use super::declarators::take_apart;
use super::expressions::value;
use super::{c_like, declarations, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{CallKind, Expr, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// The statements in a node.
pub(super) fn inside(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        statement(cx, child);
    }
}

/// One statement, declaration or list of them.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain(cx, node));
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "compound_statement" | "for_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| inside(cx, node));
        }
        "if_statement" => c_like::if_statement(cx, node, statement),
        "for_range_loop" => {
            cx.in_scope(ScopeKind::Block, node, |cx| range_loop(cx, node));
        }
        "catch_clause" => {
            cx.in_scope(ScopeKind::Block, node, |cx| catch(cx, node));
        }
        "throw_statement" => {
            if let Some(thrown) = children(node).into_iter().next() {
                let thrown = value(cx, thrown);
                cx.returns(thrown, ReturnKind::Throw);
            }
        }
        "co_yield_statement" => {
            if let Some(yielded) = children(node).into_iter().next() {
                let yielded = value(cx, yielded);
                cx.returns(yielded, ReturnKind::Yield);
            }
        }
        "return_statement" | "co_return_statement" => {
            if let Some(returned) = children(node).into_iter().next() {
                let result = value(cx, returned);
                cx.returns(result, ReturnKind::Return);
            }
        }
        "expression_statement"
        | "while_statement"
        | "do_statement"
        | "switch_statement"
        | "case_statement"
        | "labeled_statement"
        | "attributed_statement"
        | "else_clause"
        | "condition_clause"
        | "init_statement"
        | "try_statement"
        | "seh_try_statement"
        | "seh_except_clause"
        | "seh_finally_clause"
        | "ERROR" => inside(cx, node),
        "break_statement"
        | "continue_statement"
        | "goto_statement"
        | "statement_identifier"
        | "attribute_specifier"
        | "attribute_declaration"
        | "comment" => {}
        _ if declarations::declaration(cx, node, &[]) => {}
        _ => {
            value(cx, node);
        }
    }
}

/// `for (auto &a : b)`: an element of what is gone through.
fn range_loop(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let Some(first) = node.field("initializer") {
        statement(cx, first);
    }
    let written = types::of(cx, node);
    if let Some([declarator, right]) = node.fields(["declarator", "right"]) {
        let whole = value(cx, right);
        let begin = cx.attribute(whole, "begin", right);
        cx.call(begin, Vec::new(), CallKind::Implicit, right);
        let element = cx.expr(Expr::Element(whole));
        match take_apart(declarator).name {
            Some(name) if name.kind() == "structured_binding_declarator" => {
                declarations::take_out(cx, name, element);
            }
            Some(name) => cx.bind_name(name, Some(element), written),
            None => {}
        }
    }
    if let Some(body) = node.field("body") {
        statement(cx, body);
    }
}

fn catch(cx: &mut Lowering<'_>, node: Node<'_>) {
    for parameter in crate::lowering::children_of(node.field("parameters")) {
        let written = types::of(cx, parameter);
        if let Some(name) = parameter.field("declarator").and_then(|declarator| take_apart(declarator).name) {
            cx.bind_name(name, None, written);
        }
    }
    if let Some(body) = node.field("body") {
        statement(cx, body);
    }
}
