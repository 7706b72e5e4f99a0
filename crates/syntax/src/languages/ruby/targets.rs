//! Assignments.

use super::expressions::value;
use super::{calls, children, classes, names};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, Expr, ExprId, Target};
use tree_sitter::Node;

/// `a = b`, `a, b = c`, `a.b = c`, `a[b] = c`.
pub(super) fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    if left.kind() == "constant"
        && let Some(class) = classes::assigned(cx, left, right)
    {
        return class;
    }
    // A variable is one in its own value already.
    if left.kind() == "identifier" && !names::is_local(cx, cx.text(left)) {
        cx.first_here(cx.text(left));
    }
    let bound = value(cx, right);
    if left.kind() != "left_assignment_list" {
        bind(cx, left, Some(bound));
        return bound;
    }
    match cx.facts().expr(bound) {
        Expr::Collection(items) if right.kind() == "right_assignment_list" && items.len() == children(left).len() => {
            let items: Vec<ExprId> = items.iter().map(|(_, item)| *item).collect();
            for (target, item) in children(left).into_iter().zip(items) {
                match target.kind() {
                    "destructured_left_assignment" => names::destructure(cx, target, item),
                    "rest_assignment" => bind_rest(cx, target, item),
                    _ => bind(cx, target, Some(item)),
                }
            }
        }
        _ => names::destructure(cx, left, bound),
    }
    bound
}

fn bind_rest(cx: &mut Lowering<'_>, target: Node<'_>, item: ExprId) {
    let rest = cx.list_of(item);
    if let Some(name) = target.named_child(0) {
        bind(cx, name, Some(rest));
    }
}

/// `a ||= b`, `a += b`.
pub(super) fn operator_assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let operator = node.kind_of("operator").trim_end_matches('=');
    if left.kind() == "identifier" && !names::is_local(cx, cx.text(left)) {
        cx.first_here(cx.text(left));
    }
    let defines = left.kind() == "constant" && operator == "||";
    let before = if defines { cx.unknown() } else { value(cx, left) };
    let given = value(cx, right);
    let result = match operator {
        "||" | "&&" => {
            bind(cx, left, Some(given));
            return cx.expr(Expr::Either(vec![before, given]));
        }
        _ => names::implied(cx, before, operator, vec![given], node),
    };
    bind(cx, left, Some(result));
    result
}

/// A target of any kind takes a value.
pub(super) fn bind(cx: &mut Lowering<'_>, target: Node<'_>, bound: Option<ExprId>) {
    match target.kind() {
        "identifier" | "constant" | "instance_variable" | "class_variable" | "global_variable" => {
            names::bind(cx, target, bound);
        }
        "call" => {
            let Some(method) = target.field("method") else { return };
            let base = match target.field("receiver") {
                Some(receiver) => value(cx, receiver),
                None => return,
            };
            let callee = cx.attribute(base, &format!("{}=", cx.text(method)), method);
            let given = bound.into_iter().map(calls::plain).collect();
            cx.call(callee, given, CallKind::Call, target);
        }
        "element_reference" => {
            let parts = children(target);
            let Some((object, keys)) = parts.split_first() else { return };
            let base = value(cx, *object);
            let key = keys.first().map_or(facts::Key::Unknown, |key| calls::key(cx, *key));
            let mut given: Vec<ExprId> = keys.iter().map(|key| value(cx, *key)).collect();
            given.extend(bound);
            names::implied(cx, base, "[]=", given, target);
            cx.bind(Target::Subscript { base, key }, bound, None, target);
        }
        "scope_resolution" => {
            if let (Some(scope), Some(name)) = (target.field("scope"), target.field("name")) {
                let base = value(cx, scope);
                cx.bind(Target::Attribute { base, name: cx.text(name).to_owned() }, bound, None, target);
            }
        }
        "destructured_left_assignment" | "left_assignment_list" => {
            let whole = bound.unwrap_or_else(|| cx.unknown());
            names::destructure(cx, target, whole);
        }
        _ => {}
    }
}
