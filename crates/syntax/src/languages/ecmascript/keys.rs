//! Keys of members: `object[key]` and `{ [key]: value }`.

use super::expressions::{peel, value};
use super::names;
use crate::Lowering;
use crate::lowering::{Fields, NamedKey, children};
use facts::{Expr, ExprId, Key, ScopeId, Target};
use tree_sitter::Node;

/// `base[index]` as a value.
pub(super) fn member(cx: &mut Lowering<'_>, base: ExprId, index: Option<Node<'_>>) -> ExprId {
    match index.map(|index| (index, held(cx, index))) {
        Some((index, Some(NamedKey::Unique(name)))) => cx.attribute(base, &name, index),
        index => {
            let key = index.map_or(Key::Unknown, |(index, held)| of(cx, index, held));
            cx.expr(Expr::Subscript { base, key })
        }
    }
}

/// `base[index]` as what is assigned to.
pub(super) fn target(cx: &mut Lowering<'_>, base: ExprId, index: Option<Node<'_>>) -> Target {
    match index.map(|index| (index, held(cx, index))) {
        Some((_, Some(NamedKey::Unique(name)))) => Target::Attribute { base, name },
        index => Target::Subscript { base, key: index.map_or(Key::Unknown, |(index, held)| of(cx, index, held)) },
    }
}

/// The key in brackets; one that is not constant is lowered for its calls.
pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    let held = held(cx, node);
    of(cx, node, held)
}

fn of(cx: &mut Lowering<'_>, node: Node<'_>, held: Option<NamedKey>) -> Key {
    if let Some(NamedKey::Text(text) | NamedKey::Unique(text)) = held {
        return Key::Text(text);
    }
    match node.kind() {
        "number" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        _ => {
            value(cx, node, None);
            Key::Unknown
        }
    }
}

/// The constant key that an expression is.
pub(super) fn held(cx: &Lowering<'_>, node: Node<'_>) -> Option<NamedKey> {
    let node = peel(node);
    match node.kind() {
        "string" | "template_string" => text(cx, node).map(NamedKey::Text),
        "identifier" => cx.key_held_by(cx.text(node)).cloned(),
        "member_expression" => {
            let [object, property] = node.fields(["object", "property"])?;
            let (object, property) = (cx.text(object), cx.text(property));
            let well_known = object == "Symbol";
            let of_module = object.to_ascii_lowercase().ends_with("symbols") && names_a_symbol(property);
            let unique = |name: String| NamedKey::Unique(format!("[{name}]"));
            (well_known.then(|| unique(format!("Symbol.{property}"))))
                .or_else(|| of_module.then(|| unique(property.to_owned())))
        }
        _ => None,
    }
}

/// A text without substitutions.
fn text(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let is_constant = node.kind() == "string"
        || node.kind() == "template_string" && children(node).iter().all(|part| part.kind() != "template_substitution");
    is_constant.then(|| names::string(cx, node))
}

/// A constant that was bound just now to `initial`: a text, one that is taken where nothing else is given, or a symbol of its own.
pub(super) fn declared(cx: &mut Lowering<'_>, scope: ScopeId, name: &str, initial: Node<'_>) {
    let initial = peel(initial);
    let initial = match initial.kind() {
        "as_expression" => initial.named_child(0).unwrap_or(initial),
        _ => initial,
    };
    let key = match initial.kind() {
        "string" | "template_string" => text(cx, initial).map(NamedKey::Text),
        "binary_expression" => {
            let or = initial.field("operator").is_some_and(|operator| matches!(operator.kind(), "||" | "??"));
            initial.field("right").filter(|_| or).and_then(|right| text(cx, peel(right))).map(NamedKey::Text)
        }
        "call_expression" => {
            let called = initial.field("function").map_or("", |function| cx.text(function));
            matches!(called, "Symbol" | "Symbol.for").then(|| NamedKey::Unique(format!("[{name}]")))
        }
        _ => None,
    };
    if let Some(key) = key {
        cx.holds_key(scope, name, key);
    }
}

/// A constant that was bound just now to an item of another module: a symbol, by its name.
pub(super) fn imported(cx: &mut Lowering<'_>, item: &str, bound: &str) {
    if names_a_symbol(item) {
        cx.holds_key(cx.scope(), bound, NamedKey::Unique(format!("[{item}]")));
    }
}

/// Whether symbols are commonly called so: `kState`, `stateSym`, `stateSymbol`, `STATE_SYMBOL`.
fn names_a_symbol(name: &str) -> bool {
    let upper_second = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase());
    let ends = ["Sym", "Symbol", "_SYMBOL", "_symbol"];
    name.strip_prefix('k').is_some_and(upper_second) || ends.iter().any(|end| name.ends_with(end))
}
