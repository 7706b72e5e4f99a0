//! `match`: what its patterns bind.

use super::{expressions, narrowing, statements, targets};
use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::{Expr, ExprId, Key};
use tree_sitter::Node;

pub fn match_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    let subjects = node.all("subject");
    let values = subjects.iter().map(|subject| expressions::expression(cx, *subject)).collect();
    let subject = cx.one_or_tuple(values);
    let Some(body) = node.field("body") else { return };
    for case in children(body) {
        let patterns: Vec<Node<'_>> = children(case).into_iter().filter(|p| p.kind() == "case_pattern").collect();
        match patterns.as_slice() {
            [one] => pattern(cx, *one, subject),
            several => targets::sequence(cx, several, subject, pattern),
        }
        let only = if let [only] = subjects[..] { Some(only) } else { None };
        let known = patterns.first().and_then(|pattern| narrowing::of_case(cx, only, *pattern));
        cx.narrowed(known.into_iter().collect(), |cx| {
            for field in ["guard", "consequence"] {
                if let Some(part) = case.field(field) {
                    statements::block(cx, part);
                }
            }
        });
    }
}

fn pattern(cx: &mut Lowering<'_>, node: Node<'_>, subject: ExprId) {
    cx.deeper(|cx| pattern_inner(cx, node, subject));
}

fn pattern_inner(cx: &mut Lowering<'_>, node: Node<'_>, subject: ExprId) {
    let parts = children(node);
    match node.kind() {
        "case_pattern" | "union_pattern" => parts.iter().for_each(|part| pattern(cx, *part, subject)),
        "identifier" => capture(cx, node, subject),
        "dotted_name" if parts.len() == 1 => capture(cx, node, subject),
        "dotted_name" => drop(dotted(cx, node)),
        "as_pattern" => match parts.as_slice() {
            [inner, name, ..] => {
                pattern(cx, *inner, subject);
                let seen = seen_as(cx, *inner, subject);
                capture(cx, *name, seen);
            }
            _ => parts.iter().for_each(|part| pattern(cx, *part, subject)),
        },
        "list_pattern" | "tuple_pattern" => targets::sequence(cx, &parts, subject, pattern),
        "splat_pattern" => parts.iter().for_each(|name| capture(cx, *name, subject)),
        "class_pattern" => class(cx, &parts, subject),
        "dict_pattern" => dict(cx, node, subject),
        _ => {}
    }
}

fn capture(cx: &mut Lowering<'_>, name: Node<'_>, value: ExprId) {
    if cx.text(name) != "_" {
        cx.bind_name(name, Some(value), None);
    }
}

/// The subject as the class that a pattern says.
fn seen_as(cx: &mut Lowering<'_>, inner: Node<'_>, subject: ExprId) -> ExprId {
    let inner = first_child(inner).filter(|_| inner.kind() == "case_pattern").unwrap_or(inner);
    match first_child(inner).filter(|_| inner.kind() == "class_pattern") {
        Some(class) => {
            let to = dotted(cx, class);
            cx.expr(Expr::Cast { value: subject, to })
        }
        None => subject,
    }
}

pub fn dotted(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut segments = children(node).into_iter();
    let Some(first) = segments.next() else { return cx.unknown() };
    let first = expressions::expression(cx, first);
    segments.fold(first, |base, segment| cx.attribute(base, cx.text(segment), segment))
}

/// `Point(x=px, y)`: the subject is a Point; positional patterns are known to `__match_args__` only.
fn class(cx: &mut Lowering<'_>, parts: &[Node<'_>], subject: ExprId) {
    let Some((name, inner)) = parts.split_first() else { return };
    let to = dotted(cx, *name);
    let value = cx.expr(Expr::Cast { value: subject, to });
    for part in inner {
        let part = first_child(*part).filter(|_| part.kind() == "case_pattern").unwrap_or(*part);
        match (part.kind(), children(part).as_slice()) {
            ("keyword_pattern", [name, bound]) => {
                let attribute = cx.attribute(value, cx.text(*name), *name);
                pattern(cx, *bound, attribute);
            }
            _ => {
                let unknown = cx.unknown();
                pattern(cx, part, unknown);
            }
        }
    }
}

fn dict(cx: &mut Lowering<'_>, node: Node<'_>, subject: ExprId) {
    let mut key = Key::Unknown;
    let mut cursor = node.walk();
    if !cursor.goto_first_child() {
        return;
    }
    loop {
        let child = cursor.node();
        match cursor.field_name() {
            Some("key") => {
                let constant = child.named_child(0).filter(|_| child.kind() == "case_pattern").unwrap_or(child);
                key = targets::key(cx, constant);
            }
            Some("value") => {
                let value = cx.expr(Expr::Subscript { base: subject, key: key.clone() });
                pattern(cx, child, value);
            }
            _ if child.kind() == "splat_pattern" => pattern(cx, child, subject),
            _ => {}
        }
        if !cursor.goto_next_sibling() {
            return;
        }
    }
}
