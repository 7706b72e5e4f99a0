//! Blocks, conditions, loops and errors: statements and values at once.

use super::comments::each_with_comments;
use super::declarations::declared;
use super::expressions::value;
use super::{child, children, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, ScopeKind};
use tree_sitter::Node;

/// Lowers the statements of a block.
pub(super) fn statements(cx: &mut Lowering<'_>, parent: Node<'_>) {
    each_with_comments(cx, parent, |cx, node, above| {
        cx.deeper(|cx| {
            if !matches!(node.kind(), "lambda_parameters") {
                declared(cx, node, above);
            }
        });
    });
}

/// The value of a block's last expression.
pub(super) fn block_value(cx: &mut Lowering<'_>, block: Node<'_>) -> ExprId {
    let parts = children(block);
    let Some((last, before)) = parts.split_last() else { return cx.unknown() };
    for part in before.iter().filter(|part| part.kind() != "lambda_parameters") {
        cx.deeper(|cx| declared(cx, *part, &[]));
    }
    if last.kind() == "lambda_parameters" {
        return cx.unknown();
    }
    match last.kind() {
        "property_declaration" | "function_declaration" | "class_declaration" | "object_declaration" => {
            cx.deeper(|cx| declared(cx, *last, &[]));
            cx.unknown()
        }
        _ => value(cx, *last),
    }
}

/// A branch: a block in a scope of its own, or an expression.
fn branch(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if node.kind() != "block" {
        return value(cx, node);
    }
    let mut result = None;
    cx.in_scope(ScopeKind::Block, node, |cx| result = Some(block_value(cx, node)));
    result.unwrap_or_else(|| cx.unknown())
}

/// `if (a) b else c`. A loop, so that a ladder costs no depth.
pub(super) fn condition(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    loop {
        let condition = at.field("condition");
        if let Some(condition) = condition {
            value(cx, condition);
        }
        let parts: Vec<Node<'_>> = children(at).into_iter().filter(|part| Some(*part) != condition).collect();
        if let Some(first) = parts.first() {
            branches.push(branch(cx, *first));
        }
        match parts.get(1) {
            Some(next) if next.kind() == "if_expression" => at = *next,
            Some(last) => {
                branches.push(branch(cx, *last));
                break;
            }
            None => break,
        }
    }
    cx.one_or_either(branches)
}

/// `when (x) { a -> b }`: one of the branches.
pub(super) fn when(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut results = Vec::new();
    for part in children(node) {
        if part.kind() == "when_subject" {
            statements(cx, part);
            continue;
        }
        if part.kind() != "when_entry" {
            continue;
        }
        let conditions = part.all("condition");
        for condition in &conditions {
            match condition.kind() {
                "type_test" | "range_test" => {
                    if let Some(tested) = children(*condition).last().filter(|tested| !tested.kind().ends_with("_type"))
                    {
                        value(cx, *tested);
                    }
                }
                _ => {
                    value(cx, *condition);
                }
            }
        }
        if let Some(result) = children(part).last().filter(|last| !conditions.contains(last)) {
            results.push(branch(cx, *result));
        }
    }
    cx.one_or_either(results)
}

/// `try { .. } catch (e: E) { .. } finally { .. }`.
pub(super) fn attempt(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut results = Vec::new();
    for part in children(node) {
        match part.kind() {
            "block" => results.push(branch(cx, part)),
            "catch_block" => {
                cx.in_scope(ScopeKind::Block, part, |cx| {
                    let annotation = child(part, &["user_type"]).map(|written| types::lower(cx, written));
                    if let Some(name) = child(part, &["identifier"]) {
                        cx.bind_name(name, None, annotation);
                    }
                    if let Some(block) = child(part, &["block"]) {
                        results.push(block_value(cx, block));
                    }
                });
            }
            _ => statements(cx, part),
        }
    }
    cx.one_or_either(results)
}

/// `for (x in y)`, `while`, `do`.
pub(super) fn repeated(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.in_scope(ScopeKind::Block, node, |cx| {
        let mut parts = children(node);
        if node.kind() == "for_statement" {
            let names = parts.iter().position(|part| part.kind().ends_with("variable_declaration"));
            if let Some(at) = names.filter(|at| at + 1 < parts.len()) {
                let (names, over) = (parts[at], parts[at + 1]);
                parts.drain(at..at + 2);
                let over = value(cx, over);
                let element = cx.expr(Expr::Element(over));
                bind(cx, names, element);
            }
        }
        for part in parts {
            branch(cx, part);
        }
    });
    cx.unknown()
}

/// Binds one variable, or each of `(a, b)`.
pub(super) fn bind(cx: &mut Lowering<'_>, names: Node<'_>, value: ExprId) {
    if names.kind() == "multi_variable_declaration" {
        return destructure(cx, names, value);
    }
    let Some(name) = child(names, &["identifier"]) else { return };
    let written = children(names).last().copied().filter(|last| *last != name);
    let annotation = written.map(|written| types::lower(cx, written));
    cx.bind_name(name, Some(value), annotation);
}

/// `(a, b)`
pub(super) fn destructure(cx: &mut Lowering<'_>, names: Node<'_>, whole: ExprId) {
    for (variable, at) in children(names).into_iter().zip(0..) {
        let element = cx.expr(Expr::Subscript { base: whole, key: Key::Index(at) });
        bind(cx, variable, element);
    }
}
