//! Statements.

use super::comments;
use super::expressions::value;
use super::{declarations, targets, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{CallKind, Expr, ReturnKind};
use tree_sitter::Node;

pub(super) fn statements(cx: &mut Lowering<'_>, parent: Node<'_>) {
    comments::each_with_comments(cx, parent, |cx, node, above| {
        cx.deeper(|cx| {
            typed_by_comment(cx, node, above);
            declarations::declared(cx, node, above);
        });
    });
}

pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain_statement(cx, node));
}

/// `/** @var A $x */` above an assignment.
fn typed_by_comment(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    if above.is_empty() || node.kind() != "expression_statement" {
        return;
    }
    let assigned = node.named_child(0).filter(|inner| inner.kind() == "assignment_expression");
    let Some(left) = assigned.and_then(|inner| inner.field("left")).filter(|left| left.kind() == "variable_name")
    else {
        return;
    };
    if let Some(annotation) = types::of_doc(cx, above, "@var", None) {
        cx.bind_name(left, None, Some(annotation));
    }
}

fn plain_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "foreach_statement" => foreach(cx, node),
        "return_statement" => {
            if let Some(inner) = children(node).first() {
                let result = value(cx, *inner);
                cx.returns(result, ReturnKind::Return);
            }
        }
        "catch_clause" => {
            let annotation = types::caught(cx, node);
            if let Some(name) = node.field("name") {
                cx.bind_name(name, None, annotation);
            }
            if let Some(body) = node.field("body") {
                statement(cx, body);
            }
        }
        "static_variable_declaration" => {
            let bound = node.field("value").map(|bound| value(cx, bound));
            if let Some(name) = node.field("name") {
                cx.bind_name(name, bound, None);
            }
        }
        "goto_statement"
        | "named_label_statement"
        | "break_statement"
        | "continue_statement"
        | "declare_directive"
        | "global_declaration"
        | "empty_statement"
        | "text"
        | "php_tag"
        | "text_interpolation" => {}
        kind if kind.ends_with("_statement") || is_part(kind) => statements(cx, node),
        "sequence_expression" | "arguments" | "argument" | "variadic_unpacking" | "interpolation" => {
            statements(cx, node)
        }
        kind if kind.ends_with("modifier") => {}
        _ => {
            value(cx, node);
        }
    }
}

fn is_part(kind: &str) -> bool {
    matches!(
        kind,
        "else_clause"
            | "else_if_clause"
            | "finally_clause"
            | "switch_block"
            | "match_block"
            | "colon_block"
            | "ERROR"
            | "function_static_declaration"
            | "exit_intrinsic"
            | "print_intrinsic"
            | "const_declaration"
            | "declaration_list"
    )
}

/// `foreach ($list as $key => $value)`.
fn foreach(cx: &mut Lowering<'_>, node: Node<'_>) {
    let body = node.field("body");
    let parts: Vec<Node<'_>> = children(node).into_iter().filter(|part| Some(*part) != body).collect();
    if let [over, target, ..] = parts[..] {
        let over = value(cx, over);
        for method in ["getIterator", "current"] {
            let callee = cx.attribute(over, method, target);
            cx.call(callee, Vec::new(), CallKind::Implicit, target);
        }
        let element = cx.expr(Expr::Element(over));
        let target = if target.kind() == "pair" { children(target).last().copied().unwrap_or(target) } else { target };
        targets::bind(cx, target, Some(element));
    }
    if let Some(body) = body {
        statement(cx, body);
    }
}
