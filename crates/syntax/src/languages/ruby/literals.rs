//! Texts, numbers, arrays and hashes.

use super::calls;
use super::children;
use super::expressions::value as lowered;
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "integer" | "float" | "rational" | "complex" => cx.literal(LiteralKind::Number),
        "true" | "false" => cx.literal(LiteralKind::Boolean),
        "nil" => cx.literal(LiteralKind::Null),
        "array" => array(cx, node),
        "string_array" | "symbol_array" => {
            inside(cx, node);
            let text = cx.literal(LiteralKind::Text);
            cx.list_of(text)
        }
        "hash" => hash(cx, node),
        "range" => {
            inside(cx, node);
            cx.unknown()
        }
        "string" | "chained_string" | "subshell" | "heredoc_beginning" | "heredoc_body" | "simple_symbol"
        | "delimited_symbol" | "bare_string" | "bare_symbol" | "character" | "regex" | "hash_key_symbol"
        | "interpolation" | "string_content" | "heredoc_content" => {
            inside(cx, node);
            cx.literal(LiteralKind::Text)
        }
        _ => {
            inside(cx, node);
            cx.unknown()
        }
    }
}

/// Lowers what is written inside: interpolations.
fn inside(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        lowered(cx, child);
    }
}

fn array(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for (at, child) in children(node).into_iter().enumerate() {
        if child.kind() == "splat_argument" {
            let spread = cx.optional(child.named_child(0), lowered);
            let element = cx.expr(Expr::Element(spread));
            items.push((Key::Unknown, element));
        } else if child.kind() == "pair" {
            let (key, value) = pair(cx, child);
            items.push((key, value));
        } else {
            let item = lowered(cx, child);
            items.push((Key::Index(at as i64), item));
        }
    }
    cx.expr(Expr::Collection(items))
}

fn hash(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for child in children(node) {
        match child.kind() {
            "pair" => {
                let item = pair(cx, child);
                items.push(item);
            }
            _ => {
                let spread = cx.optional(child.named_child(0), lowered);
                let element = cx.expr(Expr::Element(spread));
                items.push((Key::Unknown, element));
            }
        }
    }
    cx.expr(Expr::Collection(items))
}

fn pair(cx: &mut Lowering<'_>, node: Node<'_>) -> (Key, ExprId) {
    let Some(key) = node.field("key") else { return (Key::Unknown, cx.unknown()) };
    let known = calls::key(cx, key);
    if known == Key::Unknown {
        lowered(cx, key);
    }
    let value = match node.field("value") {
        Some(value) => lowered(cx, value),
        None => super::names::identifier(cx, key),
    };
    (known, value)
}
