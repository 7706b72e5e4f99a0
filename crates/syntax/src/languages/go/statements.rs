//! Statements.

use super::expressions::value;
use super::{assignments, c_like, declarations, functions, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{Expr, ExprId, Key, ReturnKind, ScopeKind, Target};
use std::collections::HashSet;
use tree_sitter::Node;

/// A function's body, whose bare `return` gives the named results.
pub(super) fn with_results(cx: &mut Lowering<'_>, block: Node<'_>, results: &[String]) {
    inside(cx, block);
    if !results.is_empty() && has_bare_return(block) {
        functions::bare_return(cx, results, block);
    }
}

fn has_bare_return(block: Node<'_>) -> bool {
    let mut cursor = block.walk();
    loop {
        let node = cursor.node();
        if node.kind() == "return_statement" && node.named_child_count() == 0 {
            return true;
        }
        if node.kind() != "func_literal" && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}

fn inside(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        statement(cx, child);
    }
}

/// One statement, or a list of them.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain_statement(cx, node));
}

fn plain_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "statement_list"
        | "labeled_statement"
        | "inc_statement"
        | "dec_statement"
        | "expression_statement"
        | "go_statement"
        | "defer_statement"
        | "for_clause"
        | "ERROR" => inside(cx, node),
        "send_statement" => send(cx, node),
        "block"
        | "for_statement"
        | "select_statement"
        | "expression_switch_statement"
        | "expression_case"
        | "default_case"
        | "communication_case" => {
            cx.in_scope(ScopeKind::Block, node, |cx| inside(cx, node));
        }
        "if_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| c_like::if_statement(cx, node, statement));
        }
        "type_switch_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| type_switch(cx, node));
        }
        "range_clause" => range(cx, node),
        "receive_statement" | "short_var_declaration" | "assignment_statement" => assignment(cx, node),
        "return_statement" => returned(cx, node),
        "type_declaration" | "const_declaration" | "var_declaration" => declarations::declaration(cx, node, &[]),
        "function_declaration" => functions::function(cx, node, &[]),
        "method_declaration" => functions::method(cx, node, &[]),
        "expression_list" => {
            for child in children(node) {
                value(cx, child, None);
            }
        }
        "label_name"
        | "break_statement"
        | "continue_statement"
        | "goto_statement"
        | "fallthrough_statement"
        | "empty_statement"
        | "import_declaration"
        | "package_clause"
        | "comment" => {}
        _ => {
            value(cx, node, None);
        }
    }
}

/// `switch v := x.(type)`: in each case `v` is `x` as that case's type.
fn type_switch(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let Some(initializer) = node.field("initializer") {
        statement(cx, initializer);
    }
    let Some(switched) = node.field("value") else { return };
    let switched = value(cx, switched, None);
    let alias = node.field("alias").and_then(|list| list.named_child(0));
    for case in children(node).into_iter().filter(|child| matches!(child.kind(), "type_case" | "default_case")) {
        cx.in_scope(ScopeKind::Block, case, |cx| {
            let cases = case.all("type");
            if let Some(alias) = alias {
                let bound = match cases[..] {
                    [one] => {
                        let to = types::lower(cx, one);
                        cx.expr(Expr::Cast { value: switched, to })
                    }
                    _ => switched,
                };
                cx.bind_name(alias, Some(bound), None);
            }
            let cases: HashSet<usize> = cases.iter().map(Node::id).collect();
            for child in children(case).into_iter().filter(|child| !cases.contains(&child.id())) {
                statement(cx, child);
            }
        });
    }
}

/// `channel <- value`
fn send(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([channel, sent]) = node.fields(["channel", "value"]) else { return inside(cx, node) };
    let base = value(cx, channel, None);
    let sent = value(cx, sent, None);
    cx.bind(Target::Subscript { base, key: Key::Unknown }, Some(sent), None, node);
}

/// `for k, v := range xs`. A single variable is bound to the element too: only a channel or iterator gives it a
/// type with methods.
fn range(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(right) = node.field("right") else { return };
    let iterated = value(cx, right, None);
    let targets = children_of(node.field("left"));
    let declares = declares(node);
    if let Some(last) = targets.last() {
        let element = cx.expr(Expr::Element(iterated));
        assignments::write(cx, *last, Some(element), declares);
    }
    if let [key, _] = targets[..] {
        assignments::write(cx, key, None, declares);
    }
}

fn declares(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == ":=")
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(right) = node.field("right") else { return };
    let values = if right.kind() == "expression_list" { children(right) } else { vec![right] };
    let targets = children_of(node.field("left"));
    if !matches!(node.kind_of("operator"), "" | "=") {
        for side in targets.into_iter().chain(values) {
            value(cx, side, None);
        }
    } else if declares(node) {
        assignments::bind_all(cx, &targets, &values, None, &[]);
    } else {
        assignments::assign_all(cx, &targets, &values);
    }
}

fn returned(cx: &mut Lowering<'_>, node: Node<'_>) {
    let values = children_of(children(node).first().copied());
    let values: Vec<ExprId> = values.into_iter().map(|child| value(cx, child, None)).collect();
    if values.is_empty() {
        return;
    }
    let result = cx.one_or_tuple(values);
    cx.returns(result, ReturnKind::Return);
}
