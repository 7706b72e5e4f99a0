//! Lists, tuples, maps, structs.

use super::{child, children, keyword, names, types, values};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key};
use tree_sitter::Node;

/// `[a, b | rest]`, `{a, b}`, `a: 1, b: 2`
pub(super) fn list(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    let mut rest = None;
    for (part, index) in children(node).into_iter().zip(0..) {
        match part.fields(["left", "right"]) {
            _ if part.kind() == "keywords" => keywords(cx, part, &mut items),
            Some([left, right]) if part.kind() == "binary_operator" && part.kind_of("operator") == "|" => {
                let value = values::value(cx, left);
                items.push((Key::Index(index), value));
                rest = Some(values::value(cx, right));
            }
            _ if part.kind() == "pair" => pair(cx, part, &mut items),
            _ => {
                let value = values::value(cx, part);
                items.push((Key::Index(index), value));
            }
        }
    }
    let own = cx.expr(Expr::Collection(items));
    match rest {
        Some(rest) => cx.expr(Expr::Either(vec![own, rest])),
        None => own,
    }
}

/// The elements of `a: 1, b: 2` by their keys.
pub(super) fn keywords(cx: &mut Lowering<'_>, node: Node<'_>, items: &mut Vec<(Key, ExprId)>) {
    children(node).into_iter().for_each(|one| pair(cx, one, items));
}

fn pair(cx: &mut Lowering<'_>, node: Node<'_>, items: &mut Vec<(Key, ExprId)>) {
    if let Some([key, value]) = node.fields(["key", "value"]) {
        let key = Key::Text(keyword(cx, key).to_owned());
        let value = values::value(cx, value);
        items.push((key, value));
    }
}

/// `%{a: 1, "b" => 2}`, `%{map | a: 1}`, `%Cart{a: 1}`
pub(super) fn map(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for (key_node, value) in map_entries(node) {
        let key = key(cx, key_node);
        let value = values::value(cx, value);
        items.push((key, value));
    }
    let updated = updated(node).map(|old| values::value(cx, old));
    let own = cx.expr(Expr::Collection(items));
    match (types::structure(node), updated) {
        (Some(named), _) => match names::value(cx, named) {
            Some(to) => cx.expr(Expr::Cast { value: own, to }),
            None => own,
        },
        (None, Some(old)) => cx.expr(Expr::Either(vec![old, own])),
        (None, None) => own,
    }
}

fn content(map: Node<'_>) -> Option<Node<'_>> {
    child(map, &["map_content"])
}

/// The update in a map: `old | a: 1`.
fn update(map: Node<'_>) -> Option<[Node<'_>; 2]> {
    let only = children(content(map)?).first().copied()?;
    let is_update = only.kind() == "binary_operator" && only.kind_of("operator") == "|";
    only.fields(["left", "right"]).filter(|_| is_update)
}

fn updated(map: Node<'_>) -> Option<Node<'_>> {
    update(map).map(|[old, _]| old)
}

/// Keys and values of a map.
pub(super) fn map_entries(map: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let parts = match update(map) {
        Some([_, new]) => vec![new],
        None => content(map).map_or_else(Vec::new, children),
    };
    let mut found = Vec::new();
    for part in parts {
        match part.kind() {
            "keywords" => {
                let pairs = children(part).into_iter().filter_map(|pair| pair.fields(["key", "value"]));
                found.extend(pairs.map(|[key, value]| (key, value)));
            }
            "binary_operator" if part.kind_of("operator") == "=>" => {
                if let Some([key, value]) = part.fields(["left", "right"]) {
                    found.push((key, value));
                }
            }
            _ => {}
        }
    }
    found
}

/// A constant key: a keyword, an atom, a string, a number.
pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    if node.kind() == "keyword" || node.kind() == "quoted_keyword" {
        return Key::Text(keyword(cx, node).to_owned());
    }
    if let Some(text) = names::atom(cx, node).or_else(|| names::constant_text(cx, node)) {
        return Key::Text(text.to_owned());
    }
    if node.kind() == "integer" {
        return cx.text(node).parse().map_or(Key::Unknown, Key::Index);
    }
    values::value(cx, node);
    Key::Unknown
}
