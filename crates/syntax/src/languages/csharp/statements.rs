//! Statements.

use super::expressions::{self, value};
use super::{c_like, functions, members, patterns, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Expr, ReturnKind, ScopeKind};
use tree_sitter::Node;

pub(super) fn statements(cx: &mut Lowering<'_>, parent: Node<'_>) {
    for child in children(parent) {
        statement(cx, child);
    }
}

pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain(cx, node));
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "variable_declaration" => members::variables(cx, node),
        "block" | "for_statement" | "catch_clause" | "fixed_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| statements(cx, node));
        }
        "using_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| using(cx, node));
        }
        "local_declaration_statement" => {
            statements(cx, node);
            let mut cursor = node.walk();
            if node.children(&mut cursor).any(|child| child.kind() == "using") {
                dispose(cx, node);
            }
        }
        "foreach_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| for_each(cx, node));
        }
        "switch_statement" => patterns::switch_statement(cx, node),
        "if_statement" => c_like::if_statement(cx, node, statement),
        "return_statement" | "throw_statement" | "throw_expression" | "yield_statement" => leave(cx, node),
        "local_function_statement" => functions::local(cx, node, &[]),
        "catch_declaration" => {
            let annotation = node.field("type").map(|written| types::lower(cx, written));
            if let Some(name) = node.field("name") {
                cx.bind_name(name, None, annotation);
            }
        }
        "expression_statement"
        | "while_statement"
        | "do_statement"
        | "labeled_statement"
        | "lock_statement"
        | "checked_statement"
        | "unsafe_statement"
        | "try_statement"
        | "finally_clause"
        | "catch_filter_clause"
        | "global_statement"
        | "interpolation"
        | "argument"
        | "ERROR" => statements(cx, node),
        "break_statement"
        | "continue_statement"
        | "goto_statement"
        | "empty_statement"
        | "modifier"
        | "attribute_list"
        | "string_content"
        | "interpolation_start"
        | "interpolation_brace"
        | "comment" => {}
        kind if kind.starts_with("preproc_") => statements(cx, node),
        _ if members::is_type(node) => members::declaration(cx, node, &[]),
        _ => {
            value(cx, node, None);
        }
    }
}

/// `using (var f = ..) ..`: its end disposes of the value.
fn using(cx: &mut Lowering<'_>, node: Node<'_>) {
    let body = node.field("body");
    for part in children(node).into_iter().filter(|part| Some(*part) != body) {
        statement(cx, part);
    }
    dispose(cx, node);
    if let Some(body) = body {
        statement(cx, body);
    }
}

fn dispose(cx: &mut Lowering<'_>, node: Node<'_>) {
    let declaration = children(node).into_iter().find(|part| part.kind() == "variable_declaration");
    let declarators = declaration.map_or_else(Vec::new, children);
    let declarators = declarators.into_iter().filter(|part| part.kind() == "variable_declarator");
    for name in declarators.filter_map(|declarator| declarator.field("name")) {
        let value = cx.name(cx.text(name), name);
        expressions::implied(cx, value, "Dispose", name);
    }
}

fn for_each(cx: &mut Lowering<'_>, node: Node<'_>) {
    let iterated = node.field("right").map(|iterated| value(cx, iterated, None));
    let element = iterated.map(|iterated| cx.expr(Expr::Element(iterated)));
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    match (node.field("left"), element) {
        (Some(left), _) if left.kind() == "identifier" => cx.bind_name(left, element, annotation),
        (Some(left), Some(element)) => patterns::tuple(cx, left, element),
        _ => {}
    }
    if let Some(body) = node.field("body") {
        statement(cx, body);
    }
}

fn leave(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(inner) = expressions::values_in(node).into_iter().next() else { return };
    let result = value(cx, inner, None);
    match node.kind() {
        "return_statement" => cx.returns(result, ReturnKind::Return),
        "yield_statement" => cx.returns(result, ReturnKind::Yield),
        _ => cx.returns(result, ReturnKind::Throw),
    }
}
