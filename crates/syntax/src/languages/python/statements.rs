//! Statements.

use super::{definitions, expressions, imports, matching, narrowing, operators, targets};
use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::{CallKind, Expr, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// The statements of a block, module or anything that holds statements.
pub fn block(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mark = cx.narrow_mark();
    for child in children(node) {
        let first = cx.facts().bindings.len();
        statement(cx, child);
        let known = match child.kind() {
            // Where a guard leaves, its condition does not hold from here on.
            "if_statement" if child.field("alternative").is_none() => {
                child.fields(["condition", "consequence"]).map(|[condition, body]| match narrowing::leaves(body) {
                    true => narrowing::of_condition(cx, condition, false),
                    false => narrowing::after_rebinding(cx, condition, body, first),
                })
            }
            "assert_statement" => first_child(child).map(|condition| narrowing::of_condition(cx, condition, true)),
            _ => None,
        };
        if let Some(known) = known {
            cx.narrow_from_here(known);
        }
    }
    cx.narrow_until(mark);
}

/// `if`, `elif`, `while`: the body with what the condition says.
fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(condition) = node.field("condition") else { return block(cx, node) };
    operators::condition(cx, condition);
    if let Some(body) = node.field("consequence").or_else(|| node.field("body")) {
        let known = narrowing::of_condition(cx, condition, true);
        cx.narrowed(known, |cx| block(cx, body));
    }
    let alternatives = node.all("alternative");
    if !alternatives.is_empty() {
        let known = narrowing::of_condition(cx, condition, false);
        cx.narrowed(known, |cx| alternatives.into_iter().for_each(|other| statement(cx, other)));
    }
}

fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| statement_inner(cx, node));
}

fn statement_inner(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "expression_statement" => {
            for child in children(node) {
                match child.kind() {
                    "assignment" => drop(targets::assignment(cx, child)),
                    "augmented_assignment" => targets::augmented(cx, child),
                    _ => drop(expressions::expression(cx, child)),
                }
            }
        }
        "assignment" => drop(targets::assignment(cx, node)),
        "function_definition" => definitions::function(cx, node, node, &[]),
        "class_definition" => definitions::class(cx, node, node, &[]),
        "decorated_definition" => definitions::decorated(cx, node),
        "type_alias_statement" => definitions::type_alias(cx, node),
        "import_statement" => imports::import(cx, node),
        "import_from_statement" => imports::import_from(cx, node),
        "future_import_statement" | "pass_statement" | "break_statement" | "continue_statement" => {}
        "delete_statement" => children(node).into_iter().for_each(|target| delete(cx, target)),
        "global_statement" | "nonlocal_statement" => {
            let to_module = node.kind() == "global_statement";
            let names: Vec<_> = children(node).into_iter().map(|name| (cx.text(name).to_owned(), to_module)).collect();
            let scope = cx.scope();
            cx.facts_mut().scopes[scope.0 as usize].outer_names.extend(names);
        }
        "return_statement" => {
            let value = first_child(node).map(|value| expressions::passed_on(cx, value));
            let value = value.unwrap_or_else(|| expressions::null(cx));
            cx.returns(value, ReturnKind::Return);
        }
        "raise_statement" => raise(cx, node),
        "for_statement" => for_loop(cx, node),
        "with_statement" => with(cx, node),
        "except_clause" | "except_group_clause" => except(cx, node),
        "match_statement" => matching::match_statement(cx, node),
        "if_statement" | "elif_clause" | "while_statement" => conditional(cx, node),
        "assert_statement" => {
            let parts = children(node);
            parts.iter().take(1).for_each(|tested| operators::condition(cx, *tested));
            for message in &parts[1.min(parts.len())..] {
                expressions::expression(cx, *message);
            }
        }
        "try_statement" | "else_clause" | "finally_clause" | "block" | "module" | "ERROR" => block(cx, node),
        // `print`, whatever an error left over.
        _ => drop(expressions::expression(cx, node)),
    }
}

/// `del x[key]` runs a method of the container.
fn delete(cx: &mut Lowering<'_>, target: Node<'_>) {
    match target.kind() {
        "expression_list" | "tuple" | "list" | "parenthesized_expression" => {
            children(target).into_iter().for_each(|part| delete(cx, part));
        }
        "subscript" => {
            if let Some(container) = target.field("value") {
                let base = expressions::expression(cx, container);
                let keys = target.all("subscript");
                let keys = keys.into_iter().map(|key| expressions::positional(expressions::expression(cx, key)));
                let keys = keys.collect();
                operators::implied(cx, base, "__delitem__", keys, target);
            }
        }
        "attribute" => {
            expressions::expression(cx, target);
        }
        _ => {}
    }
}

fn raise(cx: &mut Lowering<'_>, node: Node<'_>) {
    let cause = node.field("cause");
    for child in children(node) {
        let value = expressions::expression(cx, child);
        if Some(child) != cause {
            // `raise Error` makes an Error: the class is called.
            let made = if matches!(child.kind(), "identifier" | "attribute") {
                cx.call(value, Vec::new(), CallKind::Implicit, child)
            } else {
                value
            };
            cx.returns(made, ReturnKind::Throw);
        }
    }
}

fn for_loop(cx: &mut Lowering<'_>, node: Node<'_>) {
    let is_async = expressions::has_token(node, "async");
    if let Some([left, right]) = node.fields(["left", "right"]) {
        let iterable = expressions::expression(cx, right);
        let element = expressions::iterate(cx, iterable, right, is_async);
        targets::bind_pattern(cx, left, element);
    }
    for field in ["body", "alternative"] {
        if let Some(child) = node.field(field) {
            block(cx, child);
        }
    }
}

fn with(cx: &mut Lowering<'_>, node: Node<'_>) {
    let is_async = expressions::has_token(node, "async");
    let (enter, exit) = if is_async { ("__aenter__", "__aexit__") } else { ("__enter__", "__exit__") };
    for clause in children(node) {
        if clause.kind() != "with_clause" {
            block(cx, clause);
            continue;
        }
        for item in children(clause) {
            let Some(value) = item.field("value") else { continue };
            let parts = children(value);
            let (manager, target) = match (value.kind(), parts.as_slice()) {
                ("as_pattern", [manager, target, ..]) => (*manager, Some(*target)),
                _ => (value, None),
            };
            let manager_value = expressions::expression(cx, manager);
            let callee = cx.attribute(manager_value, enter, manager);
            let entered = cx.call(callee, Vec::new(), CallKind::Implicit, manager);
            let callee = cx.attribute(manager_value, exit, manager);
            cx.call(callee, Vec::new(), CallKind::Implicit, manager);
            if let Some(target) = target {
                let yielded = cx.expr(Expr::Element(manager_value));
                let value = cx.expr(Expr::Either(vec![entered, yielded]));
                let target = first_child(target).unwrap_or(target);
                targets::bind_pattern(cx, target, value);
            }
        }
    }
}

fn except(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        match child.kind() {
            "block" => block(cx, child),
            "as_pattern" => {
                let parts = children(child);
                let Some(class) = parts.first() else { continue };
                let to = expressions::expression(cx, *class);
                let to = match cx.facts().expr(to).clone() {
                    Expr::Collection(items) => {
                        cx.expr(Expr::Either(items.into_iter().map(|(_, class)| class).collect()))
                    }
                    _ => to,
                };
                if let Some(target) = parts.get(1) {
                    let value = cx.unknown();
                    let caught = cx.expr(Expr::Cast { value, to });
                    let target = first_child(*target).unwrap_or(*target);
                    targets::bind_pattern(cx, target, caught);
                }
            }
            _ => drop(expressions::expression(cx, child)),
        }
    }
}

/// Lowers `inner` in a comprehension's scope, which like a function does not see class scopes.
pub fn in_comprehension(cx: &mut Lowering<'_>, node: Node<'_>, inner: impl FnOnce(&mut Lowering<'_>)) {
    let next = cx.facts().scopes.len();
    cx.in_scope(ScopeKind::Block, node, |cx| {
        cx.facts_mut().scopes[next].skips_class_scopes = true;
        inner(cx);
    });
}
