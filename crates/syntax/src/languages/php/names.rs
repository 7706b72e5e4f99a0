//! Names of classes, functions and variables, and the classes that `self`, `static` and `parent` mean.

use super::declarations;
use crate::Lowering;
use crate::lowering::children;
use facts::{DefId, DefinitionKind, Expr, ExprId};
use tree_sitter::Node;

/// A class, function or constant by its name: `A`, `A\B` from what `A` means here, `\A\B` from the top.
pub(super) fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "name" if matches!(cx.text(node), "self" | "static") => return own_type(cx, node),
        "name" => return cx.name(cx.text(node), node),
        "relative_scope" => return own_type(cx, node),
        _ => {}
    }
    let text: String = cx.text(node).split_whitespace().collect();
    let relative = text.strip_prefix("namespace\\").unwrap_or(&text);
    match relative.strip_prefix('\\') {
        Some(absolute) => from_the_top(cx, absolute, node),
        None => {
            let mut segments = relative.split('\\');
            let first = segments.next().unwrap_or("");
            let start = cx.name(first, node);
            segments.fold(start, |base, segment| cx.attribute(base, segment, node))
        }
    }
}

/// `\A\B` is imported under the name as written, once.
fn from_the_top(cx: &mut Lowering<'_>, absolute: &str, node: Node<'_>) -> ExprId {
    let is_in_namespace = cx.facts().package.is_some() || !cx.facts().namespaces.is_empty();
    if !is_in_namespace && !absolute.contains('\\') {
        return cx.name(absolute, node);
    }
    let bound = format!("\\{absolute}");
    let is_known = cx.facts().imports.iter().any(|import| import.alias.as_ref() == Some(&bound));
    if !is_known {
        let whole = absolute.replace('\\', ".");
        cx.in_definition(DefId::MODULE, |cx| declarations::import(cx, &whole, Some(bound.clone()), node));
    }
    cx.name(&bound, node)
}

/// The class around by its name, for `self` as a type.
fn own_type(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match type_around(cx).map(|class| cx.facts().definition(class).name.clone()) {
        Some(name) if !name.starts_with('<') => cx.name(&name, node),
        _ => cx.unknown(),
    }
}

fn type_around(cx: &Lowering<'_>) -> Option<DefId> {
    cx.enclosing(|definition| definition.kind.is_type())
}

/// What `new self` makes: the class around; in a trait that is any which uses it.
pub(super) fn made_around(cx: &mut Lowering<'_>) -> ExprId {
    match type_around(cx).filter(|class| cx.facts().definition(*class).kind != DefinitionKind::Interface) {
        Some(class) => cx.expr(Expr::Function(class)),
        None => cx.unknown(),
    }
}

/// The class around as a value: `self::`.
pub(super) fn class_around(cx: &mut Lowering<'_>) -> ExprId {
    match type_around(cx) {
        Some(class) => cx.expr(Expr::Function(class)),
        None => cx.unknown(),
    }
}

/// What stands before `::`.
pub(super) fn scope(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match (node.kind(), cx.text(node)) {
        ("relative_scope" | "name", "self") => class_around(cx),
        ("relative_scope" | "name", "static") => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Receiver { definition }),
            None => class_around(cx),
        },
        ("relative_scope" | "name", "parent") => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        ("name" | "qualified_name" | "relative_name", _) => named(cx, node),
        _ => super::expressions::value(cx, node),
    }
}

/// `$x`, `$this`.
pub(super) fn variable(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if cx.text(node) != "$this" {
        return cx.name(cx.text(node), node);
    }
    match cx.receiver() {
        Some(definition) if cx.facts().definition(definition).kind != DefinitionKind::Field => {
            cx.expr(Expr::Receiver { definition })
        }
        _ => cx.unknown(),
    }
}

/// The text of a string without interpolation.
pub(super) fn constant_text<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    if !matches!(node.kind(), "string" | "encapsed_string") {
        return None;
    }
    match &children(node)[..] {
        [only] if only.kind() == "string_content" => Some(cx.text(*only)),
        _ => None,
    }
}
