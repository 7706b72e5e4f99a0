//! What is assigned to: names, attributes, subscripts, and patterns of these.

use super::{annotations, constant_text, definitions, expressions, operators};
use crate::{
    Lowering,
    lowering::{Fields, children},
};
use facts::{CallKind, Expr, ExprId, Key, Target};
use std::mem::size_of;
use tree_sitter::Node;

/// `a = b = value`, `a: T = value`, `a: T`. Gives the value.
pub fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    // Targets of a chain, outermost first: `a = b = 1` nests to the right.
    let mut targets = Vec::new();
    let mut annotation = None;
    let mut at = node;
    let value = loop {
        targets.extend(at.field("left"));
        if let Some(written) = at.field("type") {
            annotation = Some(annotations::annotation(cx, written));
        }
        match at.field("right") {
            Some(right) if right.kind() == "assignment" => at = right,
            right => break right,
        }
    };
    // A lambda that is bound to no plain name has none.
    let name = targets.first().filter(|target| target.kind() == "identifier").map_or("", |target| cx.text(*target));
    let value = match value {
        Some(right) if right.kind() == "lambda" => Some(expressions::lambda(cx, right, name)),
        Some(right) => Some(expressions::expression(cx, right)),
        None => None,
    };
    for target in targets {
        if target.kind() == "identifier" {
            let is_lambda = value.is_some_and(|v| matches!(cx.facts().expr(v), Expr::Function(_)));
            if !is_lambda {
                definitions::variable(cx, target, node, annotation);
            }
            cx.bind_name(target, value, annotation);
            if cx.text(target) == "__all__" {
                expressions::export_all(cx, node.field("right"));
            }
        } else if let Some(value) = value {
            if target.kind() == "pattern_list" {
                for name in children(target).into_iter().filter(|name| name.kind() == "identifier") {
                    definitions::variable(cx, name, node, None);
                }
            }
            bind_pattern(cx, target, value);
        } else if let Some(target_of) = single(cx, target) {
            cx.bind(target_of, None, annotation, target);
        }
    }
    value
}

/// `a += value`: what was there, or the value.
pub fn augmented(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([left, right]) = node.fields(["left", "right"]) else { return };
    let old = expressions::expression(cx, left);
    let added = expressions::expression(cx, right);
    if let Some(operator) = node.field("operator")
        && let Some(method) = operators::in_place_method(operator.kind())
    {
        operators::implied(cx, old, method, vec![expressions::positional(added)], operator);
    }
    let value = cx.expr(Expr::Either(vec![old, added]));
    if cx.text(left) == "__all__" {
        expressions::export_all(cx, Some(right));
    }
    if let Some(target) = single(cx, left) {
        cx.bind(target, Some(value), None, left);
    }
}

/// Binds every name, attribute and subscript of a pattern to its part of `value`.
pub fn bind_pattern(cx: &mut Lowering<'_>, pattern: Node<'_>, value: ExprId) {
    cx.deeper(|cx| match pattern.kind() {
        "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list" => {
            sequence(cx, &children(pattern), value, bind_pattern);
        }
        "parenthesized_expression" | "as_pattern_target" | "list_splat_pattern" | "list_splat" => {
            for child in children(pattern) {
                bind_pattern(cx, child, value);
            }
        }
        _ => {
            if let Some(target) = single(cx, pattern) {
                cx.bind(target, Some(value), None, pattern);
            }
        }
    });
}

fn is_star(node: Node<'_>) -> bool {
    let node = node.named_child(0).filter(|_| node.kind() == "case_pattern").unwrap_or(node);
    matches!(node.kind(), "list_splat_pattern" | "list_splat" | "splat_pattern")
}

/// Binds the elements of a sequence pattern through `bind`; what follows a star counts from the end.
pub fn sequence(
    cx: &mut Lowering<'_>,
    parts: &[Node<'_>],
    value: ExprId,
    bind: fn(&mut Lowering<'_>, Node<'_>, ExprId),
) {
    let known = elements(cx, value);
    cx.spend(known.as_ref().map_or(0, Vec::len) * size_of::<ExprId>());
    let star = parts.iter().position(|part| is_star(*part));
    for (i, part) in parts.iter().enumerate() {
        let from_end = parts.len() - i;
        let part_value = match (&known, star) {
            (Some(items), Some(at)) if at == i => {
                let end = (items.len() + 1).saturating_sub(from_end).max(i);
                // The star takes nothing where the other targets take all there is.
                let rest = items.get(i..end).unwrap_or(&[]);
                cx.tuple(rest.to_vec())
            }
            (None, Some(at)) if at == i => {
                let any = cx.expr(Expr::Element(value));
                cx.list_of(any)
            }
            (Some(items), Some(at)) if at < i && items.len() >= from_end => items[items.len() - from_end],
            (Some(items), _) if star.is_none_or(|at| i < at) && i < items.len() => items[i],
            (_, Some(at)) if at < i => cx.expr(Expr::Subscript { base: value, key: Key::Index(-(from_end as i64)) }),
            _ => cx.expr(Expr::Subscript { base: value, key: Key::Index(i as i64) }),
        };
        bind(cx, *part, part_value);
    }
}

/// The elements of a list or tuple written out.
fn elements(cx: &Lowering<'_>, value: ExprId) -> Option<Vec<ExprId>> {
    let Expr::Collection(items) = cx.facts().expr(value) else { return None };
    let all = items.iter().enumerate();
    all.map(|(i, (key, item))| (*key == Key::Index(i as i64)).then_some(*item)).collect()
}

/// The target of a name, attribute or subscript.
fn single(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<Target> {
    match node.kind() {
        "identifier" => Some(Target::Name(cx.text(node).to_owned())),
        "attribute" => {
            let base = expressions::expression(cx, node.field("object")?);
            let name = cx.text(node.field("attribute")?).to_owned();
            Some(Target::Attribute { base, name })
        }
        "subscript" => {
            let base = expressions::expression(cx, node.field("value")?);
            let index = node.field("subscript")?;
            let key = key(cx, index);
            let argument = expressions::expression(cx, index);
            let callee = cx.attribute(base, "__setitem__", node);
            cx.call(callee, vec![expressions::positional(argument)], CallKind::Implicit, node);
            Some(Target::Subscript { base, key })
        }
        _ => None,
    }
}

/// The constant key a subscript or dictionary entry has.
pub fn key(cx: &Lowering<'_>, node: Node<'_>) -> Key {
    if let Some(text) = constant_text(cx, node) {
        return Key::Text(text.to_owned());
    }
    match cx.text(node).parse::<i64>() {
        Ok(index) if matches!(node.kind(), "integer" | "unary_operator") => Key::Index(index),
        _ => Key::Unknown,
    }
}
