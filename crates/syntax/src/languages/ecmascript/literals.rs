//! Objects, arrays and templates.

use super::expressions::{self, value};
use super::names::{self, Lead, Naming};
use super::{documentation, functions, keys};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{CallKind, DefinitionKind, Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// `[a, ...b, c]`. Positions after a spread are unknown.
pub(super) fn array(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    let (mut index, mut known) = (0, true);
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "," => index += 1,
            "spread_element" => {
                known = false;
                items.push((Key::Unknown, value(cx, child, None)));
            }
            _ if child.is_named() && !child.is_extra() => {
                let key = if known { Key::Index(index) } else { Key::Unknown };
                items.push((key, value(cx, child, None)));
            }
            _ => {}
        }
    }
    cx.expr(Expr::Collection(items))
}

/// `{a, b: c, d() {}, ...e}`. Its functions are named after their keys, under the object's own name.
pub(super) fn object(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    // An object without a name gives its functions no prefix.
    let prefix = naming.map_or_else(String::new, Naming::dotted);
    let exported = naming.is_some_and(|naming| naming.exported);
    let first = cx.facts().definitions.len();
    let mut items = Vec::new();
    documentation::each_with_lead(cx, node, false, |cx, child, lead| match child.kind() {
        "pair" => items.push(pair(cx, child, lead, &prefix, exported)),
        "method_definition" => {
            if let Some(name) = child.field("name") {
                let naming = Naming::new(&names::property(cx, name), name, child).with_lead(lead).under(&prefix);
                let naming = Naming { exported, kind: DefinitionKind::Method, ..naming };
                let key = match name.kind() {
                    "computed_property_name" => name.named_child(0).map_or(Key::Unknown, |inner| keys::key(cx, inner)),
                    _ => Key::Text(naming.name.clone()),
                };
                let id = functions::function(cx, child, &naming, false);
                items.push((key, cx.expr(Expr::Function(id))));
            }
        }
        "shorthand_property_identifier" => {
            let id = value(cx, child, None);
            items.push((Key::Text(cx.text(child).to_owned()), id));
        }
        "spread_element" => items.push((Key::Spread, expressions::child_value(cx, child))),
        _ => drop(value(cx, child, None)),
    });
    let functions: Vec<ExprId> = items.iter().map(|(_, id)| *id).collect();
    let object = cx.expr(Expr::Collection(items));
    own(cx, &functions, first, naming.and_then(|naming| naming.owner).unwrap_or(object));
    object
}

/// The object is what `this` means in its functions.
fn own(cx: &mut Lowering<'_>, values: &[ExprId], first: usize, owner: ExprId) {
    for id in values {
        if let Expr::Function(definition) = *cx.facts().expr(*id)
            && definition.0 as usize >= first
        {
            let definition = &mut cx.definition_mut(definition);
            if definition.kind.is_callable() {
                definition.owner = Some(owner);
            }
        }
    }
}

fn pair<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>, prefix: &str, exported: bool) -> (Key, ExprId) {
    let Some([name, bound]) = node.fields(["key", "value"]) else {
        return (Key::Unknown, cx.unknown());
    };
    let key = match name.kind() {
        "number" => keys::key(cx, name),
        "computed_property_name" => match name.named_child(0) {
            Some(inner) => keys::key(cx, inner),
            None => Key::Unknown,
        },
        _ => Key::Text(names::property(cx, name)),
    };
    let naming = Naming::new(&names::property(cx, name), name, node).with_lead(lead).under(prefix);
    let naming = Naming { exported, ..naming };
    (key, value(cx, bound, Some(&naming)))
}

/// The values inside a template.
pub(super) fn substitutions(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let inside = children(node).into_iter().filter(|child| child.kind() == "template_substitution");
    inside.map(|child| expressions::child_value(cx, child)).collect()
}

/// A template that no function takes apart: what is inside becomes text.
pub(super) fn template(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for value in substitutions(cx, node) {
        implied(cx, value, "toString", node);
    }
    cx.literal(LiteralKind::Text)
}

/// An element of `iterable`, and the method that iterating over it runs.
pub(super) fn element(cx: &mut Lowering<'_>, iterable: ExprId, node: Node<'_>) -> ExprId {
    implied(cx, iterable, "[Symbol.iterator]", node);
    cx.expr(Expr::Element(iterable))
}

/// Syntax that runs a method of a value that may be of a class.
fn implied(cx: &mut Lowering<'_>, value: ExprId, method: &str, at: Node<'_>) {
    if matches!(
        cx.facts().expr(value),
        Expr::Name { .. }
            | Expr::Attribute { .. }
            | Expr::Receiver { .. }
            | Expr::Call(_)
            | Expr::Cast { .. }
            | Expr::Await(_)
    ) {
        let callee = cx.attribute(value, method, at);
        cx.call(callee, Vec::new(), CallKind::Implicit, at);
    }
}
