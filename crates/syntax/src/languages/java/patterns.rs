//! Patterns: `instanceof` and `switch`.

use super::expressions::value;
use super::{children, children_of, statements, types};
use crate::Lowering;
use facts::{Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// `x instanceof T t`: `t` is `x` as `T` from here on.
pub(super) fn instance_of(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(left) = node.child_by_field_name("left") else { return };
    let tested = value(cx, left, None);
    if let Some(pattern) = node.child_by_field_name("pattern") {
        return components(cx, pattern);
    }
    if let (Some(written), Some(name)) = (node.child_by_field_name("right"), node.child_by_field_name("name")) {
        bind_as(cx, tested, written, name);
    }
}

fn bind_as(cx: &mut Lowering<'_>, value: ExprId, written: Node<'_>, name: Node<'_>) {
    let to = types::lower(cx, written);
    let bound = cx.expr(Expr::Cast { value, to });
    cx.bind(Target::Name(cx.text(name).to_owned()), Some(bound), None, name);
}

/// `Point(int x, Point(var y, _))`: each name with its written type.
fn components(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        match (child.kind(), &children(child)[..]) {
            ("record_pattern_component", [written, name]) => {
                let annotation = types::declared(cx, *written);
                cx.bind(Target::Name(cx.text(*name).to_owned()), None, annotation, *name);
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
    let switched = match node.child_by_field_name("condition") {
        Some(condition) => value(cx, condition, None),
        None => cx.unknown(),
    };
    let mut results = Vec::new();
    for rule in children_of(node.child_by_field_name("body")) {
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
