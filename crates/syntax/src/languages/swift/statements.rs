//! Statements.

use super::comments::{each_with_comments, is_comment};
use super::{child, children, declarations, expressions, functions, patterns, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, ReturnKind, ScopeKind, Target};
use tree_sitter::Node;

/// Declarations and statements in order, each with the comments above it.
pub(super) fn block(cx: &mut Lowering<'_>, node: Node<'_>) {
    each_with_comments(cx, node, |cx, child, above| {
        cx.deeper(|cx| {
            if !declarations::declared(cx, child, above) {
                plain(cx, child);
            }
        });
    });
}

/// One statement.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| {
        if !declarations::declared(cx, node, &[]) {
            plain(cx, node);
        }
    });
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "statements" => block(cx, node),
        "control_transfer_statement" => transfer(cx, node),
        "assignment" => assignment(cx, node),
        "if_statement" => if_statement(cx, node),
        // Its names are known to what follows.
        "guard_statement" => {
            for rest in patterns::conditions(cx, node) {
                statement(cx, rest);
            }
        }
        "while_statement" | "repeat_while_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| {
                for rest in patterns::conditions(cx, node) {
                    statement(cx, rest);
                }
            });
        }
        "for_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| for_statement(cx, node));
        }
        "switch_statement" => switch(cx, node),
        "do_statement" => do_statement(cx, node),
        "local_function_declaration" => functions::function(cx, node, &[], None),
        "statement_label" | "else" => {}
        _ if is_comment(node) => {}
        _ => {
            expressions::value(cx, node);
        }
    }
}

/// `return x`, `throw x`.
fn transfer(cx: &mut Lowering<'_>, node: Node<'_>) {
    let is_throw = child(node, &["throw_keyword"]).is_some();
    let result = node.field("result").or_else(|| children(node).into_iter().find(|part| expressions::is_value(*part)));
    if let Some(result) = result {
        let value = expressions::value(cx, result);
        cx.returns(value, if is_throw { ReturnKind::Throw } else { ReturnKind::Return });
    }
}

/// A loop, so that a ladder of `else if` costs no depth.
fn if_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mut next = Some(node);
    while let Some(at) = next.take() {
        cx.in_scope(ScopeKind::Block, at, |cx| {
            for rest in patterns::conditions(cx, at) {
                match rest.kind() {
                    "if_statement" => next = Some(rest),
                    _ => statement(cx, rest),
                }
            }
        });
    }
}

fn for_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([item, collection]) = node.fields(["item", "collection"]) else { return };
    let whole = expressions::value(cx, collection);
    let element = cx.expr(Expr::Element(whole));
    let annotation = types::annotation(cx, node);
    patterns::bind(cx, item, Some(element), annotation);
    for part in children(node).into_iter().filter(|part| matches!(part.kind(), "where_clause" | "statements")) {
        match part.kind() {
            "where_clause" => {
                for condition in children(part).into_iter().filter(|part| expressions::is_value(*part)) {
                    expressions::value(cx, condition);
                }
            }
            _ => statement(cx, part),
        }
    }
}

fn switch(cx: &mut Lowering<'_>, node: Node<'_>) {
    let whole = node.field("expr").map(|whole| expressions::value(cx, whole));
    for entry in children(node).into_iter().filter(|part| part.kind() == "switch_entry") {
        cx.in_scope(ScopeKind::Block, entry, |cx| {
            for part in children(entry) {
                match part.kind() {
                    "switch_pattern" => {
                        for pattern in children(part) {
                            patterns::bind(cx, pattern, whole, None);
                        }
                    }
                    "where_keyword" | "default_keyword" => {}
                    _ => statement(cx, part),
                }
            }
        });
    }
}

fn do_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    for part in children(node) {
        match part.kind() {
            "catch_block" => {
                cx.in_scope(ScopeKind::Block, part, |cx| {
                    if let Some(error) = part.field("error") {
                        patterns::bind(cx, error, None, None);
                    }
                    if let Some(body) = child(part, &["statements"]) {
                        block(cx, body);
                    }
                });
            }
            "statements" => {
                cx.in_scope(ScopeKind::Block, part, |cx| block(cx, part));
            }
            _ => {}
        }
    }
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([target, result]) = node.fields(["target", "result"]) else { return };
    let target = expressions::peel(target.named_child(0).unwrap_or(target));
    let bound = expressions::value(cx, result);
    if node.kind_of("operator") != "=" {
        expressions::value(cx, target);
        return;
    }
    match target.kind() {
        "simple_identifier" => cx.assign(cx.text(target), Some(bound), target),
        "navigation_expression" => {
            let suffix = target.field("suffix").and_then(|suffix| suffix.field("suffix"));
            if let Some((base, name)) = target.field("target").zip(suffix) {
                let base = expressions::value(cx, base);
                let name = cx.text(name).to_owned();
                cx.bind(Target::Attribute { base, name }, Some(bound), None, target);
            }
        }
        "call_expression" => {
            if let Some(base) = target.named_child(0) {
                let base = expressions::value(cx, base);
                cx.bind(Target::Subscript { base, key: Key::Unknown }, Some(bound), None, target);
            }
        }
        "tuple_expression" => {
            let parts: Vec<Node<'_>> = target.all("value");
            for (part, at) in parts.into_iter().zip(0..) {
                let value: ExprId = cx.expr(Expr::Subscript { base: bound, key: Key::Index(at) });
                if part.kind() == "simple_identifier" {
                    cx.assign(cx.text(part), Some(value), part);
                }
            }
        }
        _ => {
            expressions::value(cx, target);
        }
    }
}
