//! Calls, members and subscripts.

use super::expressions::value;
use super::name_of;
use crate::Lowering;
use crate::languages::c_like;
use crate::lowering::{Fields, children};
use facts::{Argument, CallKind, Expr, ExprId, Key};
use tree_sitter::Node;

/// `a.b(c)[d].?.*` from the innermost outwards without recursion. `to` is the type that is expected, which `.init(a)` is
/// a member of.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner_of(base) {
        links.push(base);
        base = c_like::peel(inner, &["parenthesized_expression"]);
    }
    let start = match base.kind() {
        "field_expression" => implied(cx, base, to),
        _ => value(cx, base, None),
    };
    cx.chain(start, links, linked)
}

fn inner_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call_expression" => node.field("function"),
        "field_expression" | "index_expression" => node.field("object"),
        "dereference_expression" | "null_coercion_expression" => children(node).first().copied(),
        _ => None,
    }
}

/// `.name`: a member of the expected type.
fn implied(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    match (to, node.field("member")) {
        (Some(to), Some(member)) => cx.attribute(to, name_of(cx, member), member),
        _ => cx.unknown(),
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "field_expression" => match link.field("member") {
            Some(member) => cx.attribute(base, name_of(cx, member), member),
            None => base,
        },
        "index_expression" => match link.field("index") {
            // A part of a slice has the elements that it has.
            Some(range) if range.kind() == "range_expression" => {
                value(cx, range, None);
                base
            }
            Some(index) => {
                let key = key(cx, index);
                cx.expr(Expr::Subscript { base, key })
            }
            None => base,
        },
        "call_expression" => {
            let function = link.field("function");
            let given = children(link).into_iter().filter(|child| Some(*child) != function).collect();
            let given = arguments(cx, given);
            let first = given.first().map(|first| first.value);
            let value = cx.call(base, given, CallKind::Call, link);
            match first.and_then(|of| allocated(cx, link, of)) {
                Some(to) => cx.expr(Expr::Cast { value, to }),
                None => value,
            }
        }
        _ => base,
    }
}

/// The type of what an allocator makes: `allocator.create(T)`, `gpa.alloc(T, 2)`.
fn allocated(cx: &mut Lowering<'_>, call: Node<'_>, of: ExprId) -> Option<ExprId> {
    let [object, member] = call.field("function")?.fields(["object", "member"])?;
    let object = object.field("member").unwrap_or(object);
    let name = cx.text(object).to_ascii_lowercase();
    if !["alloc", "arena", "gpa"].iter().any(|part| name.contains(part)) {
        return None;
    }
    match cx.text(member) {
        "create" => Some(of),
        "alloc" | "allocSentinel" | "alignedAlloc" | "dupe" => Some(cx.list_of(of)),
        _ => None,
    }
}

pub(super) fn arguments(cx: &mut Lowering<'_>, given: Vec<Node<'_>>) -> Vec<Argument> {
    let plain = |value| Argument { name: None, value, spread: false };
    given.into_iter().map(|one| plain(value(cx, one, None))).collect()
}

pub(super) fn key(cx: &mut Lowering<'_>, index: Node<'_>) -> Key {
    if index.kind() == "integer" {
        return cx.text(index).parse().map_or(Key::Unknown, Key::Index);
    }
    value(cx, index, None);
    Key::Unknown
}
