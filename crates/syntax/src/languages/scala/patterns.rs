//! Patterns: what a value is taken apart into.

use super::{child, children, expressions, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, ScopeKind};
use tree_sitter::Node;

/// Binds the names of a pattern.
pub(super) fn bind(cx: &mut Lowering<'_>, pattern: Node<'_>, whole: Option<ExprId>) {
    cx.deeper(|cx| plain(cx, pattern, whole));
}

fn plain(cx: &mut Lowering<'_>, pattern: Node<'_>, whole: Option<ExprId>) {
    match pattern.kind() {
        // With a capital it is a constant.
        "identifier" if cx.text(pattern).starts_with(|first: char| first.is_lowercase() || first == '_') => {
            cx.bind_name(pattern, whole, None);
        }
        "typed_pattern" => {
            let annotation = pattern.field("type").map(|written| types::lower(cx, written));
            if let Some(name) = pattern.field("pattern") {
                cx.bind_name(name, None, annotation);
            }
        }
        "capture_pattern" => {
            if let Some(name) = pattern.field("name") {
                cx.bind_name(name, whole, None);
            }
            if let Some(inner) = pattern.field("pattern") {
                bind(cx, inner, whole);
            }
        }
        "tuple_pattern" => {
            for (part, at) in children(pattern).into_iter().zip(0..) {
                let inner = whole.map(|base| cx.expr(Expr::Subscript { base, key: Key::Index(at) }));
                bind(cx, part, inner);
            }
        }
        "case_class_pattern" => {
            let class = pattern.field("type").map_or("", |written| cx.text(written));
            // `Some(x)` holds what the whole is.
            let is_holder = matches!(class, "Some" | "Success" | "Right" | "Left");
            let parts = pattern.all("pattern");
            let is_one = parts.len() == 1;
            for part in parts {
                bind(cx, part, whole.filter(|_| is_holder && is_one));
            }
        }
        "infix_pattern" | "alternative_pattern" => {
            children(pattern).into_iter().for_each(|part| bind(cx, part, None));
        }
        _ => {}
    }
}

/// The cases of a block; one of their values.
pub(super) fn cases(cx: &mut Lowering<'_>, block: Node<'_>, whole: Option<ExprId>) -> ExprId {
    let mut results = Vec::new();
    for case in children(block).into_iter().filter(|part| part.kind() == "case_clause") {
        cx.in_scope(ScopeKind::Block, case, |cx| {
            if let Some(pattern) = case.field("pattern") {
                bind(cx, pattern, whole);
            }
            if let Some(condition) = child(case, &["guard"]).and_then(|guard| guard.field("condition")) {
                expressions::value(cx, condition);
            }
            let mut result = None;
            for body in case.all("body") {
                result = Some(expressions::statement(cx, body));
            }
            results.extend(result);
        });
    }
    cx.one_or_either(results)
}
