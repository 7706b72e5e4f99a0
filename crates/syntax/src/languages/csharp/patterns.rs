//! Patterns: what they bind, and the switches that they are written in.

use super::expressions::{self, value};
use super::{statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Expr, ExprId, Key, ScopeKind};
use tree_sitter::Node;

/// `x is T t && ..`.
pub(super) fn is(cx: &mut Lowering<'_>, node: Node<'_>) {
    let tested =
        cx.optional(node.field("expression").or_else(|| node.field("left")), |cx, inner| value(cx, inner, None));
    match node.field("pattern") {
        Some(pattern) => self::pattern(cx, pattern, tested),
        None => {
            if let Some(written) = node.field("right") {
                types::lower(cx, written);
            }
        }
    }
}

/// Binds what a pattern names to the value as the pattern's type.
pub(super) fn pattern(cx: &mut Lowering<'_>, node: Node<'_>, tested: ExprId) {
    cx.deeper(|cx| match node.kind() {
        "declaration_pattern" | "recursive_pattern" | "var_pattern" => {
            let written = node.field("type").and_then(|written| types::declared(cx, written));
            let bound = match written {
                Some(to) => cx.expr(Expr::Cast { value: tested, to }),
                None => tested,
            };
            if let Some(name) = node.field("name").filter(|name| name.kind() == "identifier") {
                cx.bind_name(name, Some(bound), None);
            }
            for part in children(node).into_iter().filter(|part| part.kind().ends_with("_pattern_clause")) {
                parts(cx, part, bound);
            }
        }
        "constant_pattern" | "relational_pattern" | "type_pattern" => {
            for inner in children(node) {
                value(cx, inner, None);
            }
        }
        _ => {
            for inner in children(node) {
                pattern(cx, inner, tested);
            }
        }
    });
}

/// `{ Name: pattern }` and `(pattern, pattern)`.
fn parts(cx: &mut Lowering<'_>, clause: Node<'_>, whole: ExprId) {
    for (part, index) in children(clause).into_iter().zip(0..) {
        let inner = children(part);
        let (Some(first), Some(last)) = (inner.first(), inner.last()) else { continue };
        let bound = if clause.kind().starts_with("property") && first != last {
            cx.attribute(whole, cx.text(*first), *first)
        } else {
            cx.expr(Expr::Subscript { base: whole, key: Key::Index(index) })
        };
        pattern(cx, *last, bound);
    }
}

/// `(a, b) = whole`, `var (a, b) = whole`.
pub(super) fn tuple(cx: &mut Lowering<'_>, node: Node<'_>, whole: ExprId) {
    let declares = node.kind() == "tuple_pattern";
    for (part, index) in children(node).into_iter().zip(0..) {
        let part = if part.kind() == "argument" { part.named_child(0).unwrap_or(part) } else { part };
        let bound = cx.expr(Expr::Subscript { base: whole, key: Key::Index(index) });
        match part.kind() {
            "identifier" if declares => cx.bind_name(part, Some(bound), None),
            "identifier" => expressions::assign_name(cx, part, bound),
            "declaration_expression" => {
                if let Some(name) = part.field("name").filter(|name| name.kind() == "identifier") {
                    let annotation = part.field("type").and_then(|written| types::declared(cx, written));
                    cx.bind_name(name, Some(bound), annotation);
                }
            }
            "tuple_pattern" | "tuple_expression" => {
                cx.deeper(|cx| tuple(cx, part, bound));
            }
            _ => {}
        }
    }
}

/// `x switch { pattern => value }`.
pub(super) fn switch(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let Some((tested, arms)) = parts.split_first() else { return cx.unknown() };
    let tested = value(cx, *tested, None);
    let mut values = Vec::new();
    for arm in arms.iter().filter(|arm| arm.kind() == "switch_expression_arm") {
        cx.in_scope(ScopeKind::Block, *arm, |cx| {
            let parts = children(*arm);
            let Some((last, tests)) = parts.split_last() else { return };
            for test in tests {
                match test.kind() {
                    "when_clause" => statements::statements(cx, *test),
                    _ => pattern(cx, *test, tested),
                }
            }
            values.push(value(cx, *last, None));
        });
    }
    cx.one_or_either(values)
}

/// `switch (x) { case pattern: .. }`.
pub(super) fn switch_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    let tested = cx.optional(node.field("value"), |cx, inner| value(cx, inner, None));
    for section in node.field("body").map_or_else(Vec::new, children) {
        cx.in_scope(ScopeKind::Block, section, |cx| {
            for part in children(section) {
                match part.kind() {
                    kind if kind.ends_with("_pattern") => pattern(cx, part, tested),
                    "when_clause" => statements::statements(cx, part),
                    _ => statements::statement(cx, part),
                }
            }
        });
    }
}
