//! Patterns: `instanceof` and `switch`.

use super::expressions::value;
use super::{children, children_of, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, ScopeKind};
use tree_sitter::Node;

/// `x instanceof T t`: `t` is `x` as `T` from here on.
pub(super) fn instance_of(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(left) = node.field("left") else { return };
    let tested = value(cx, left, None);
    if let Some(pattern) = node.field("pattern") {
        return components(cx, pattern);
    }
    if let Some([written, name]) = node.fields(["right", "name"]) {
        bind_as(cx, tested, written, name);
    }
}

fn bind_as(cx: &mut Lowering<'_>, value: ExprId, written: Node<'_>, name: Node<'_>) {
    let to = types::lower(cx, written);
    let bound = cx.expr(Expr::Cast { value, to });
    cx.bind_name(name, Some(bound), None);
}

/// `Point(int x, Point(var y, _))`: each name with its written type.
fn components(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        match (child.kind(), &children(child)[..]) {
            ("record_pattern_component", [written, name]) => {
                let annotation = types::declared(cx, *written);
                cx.bind_name(*name, None, annotation);
            }
            ("record_pattern_body" | "record_pattern", _) => {
                cx.deeper(|cx| components(cx, child));
            }
            _ => {}
        }
    }
}

/// A `switch`: one of its rules' values.
pub(super) fn switch(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let switched = cx.optional(node.field("condition"), |cx, condition| value(cx, condition, None));
    let mut results = Vec::new();
    for rule in children_of(node.field("body")) {
        cx.in_scope(ScopeKind::Block, rule, |cx| {
            for part in children(rule) {
                match part.kind() {
                    "switch_label" => label(cx, part, switched),
                    "expression_statement" if rule.kind() == "switch_rule" => {
                        if let Some(result) = children(part).first() {
                            results.push(value(cx, *result, None));
                        }
                    }
                    _ => statements::statement(cx, part),
                }
            }
        });
    }
    cx.expr(Expr::Either(results))
}

fn label(cx: &mut Lowering<'_>, node: Node<'_>, switched: ExprId) {
    for part in children(node) {
        match (part.kind(), part.named_child(0)) {
            ("pattern", Some(pattern)) => match (pattern.kind(), &children(pattern)[..]) {
                ("type_pattern", [written, name]) => bind_as(cx, switched, *written, *name),
                _ => components(cx, pattern),
            },
            // Constants, often of an enum that is not named here.
            ("identifier", _) => {}
            _ => {
                value(cx, part, None);
            }
        }
    }
}
