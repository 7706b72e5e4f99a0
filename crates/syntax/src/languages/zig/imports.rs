//! `@import` and `usingnamespace`.

use super::expressions::value;
use super::{constant_text, name_of};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{ExprId, Import};
use tree_sitter::Node;

/// The file or module that `@import("a.zig")` names; `@cImport` names one outside.
fn module_of(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let [function, arguments] = children(node)[..] else { return None };
    match cx.text(function) {
        "@import" if node.kind() == "builtin_function" => {
            Some(constant_text(cx, *children(arguments).first()?)?.to_owned())
        }
        "@cImport" => Some("@cImport".to_owned()),
        _ => None,
    }
}

/// `@import("a.zig").B.c`: the module, and the names behind it.
fn path_of(cx: &Lowering<'_>, node: Node<'_>) -> Option<(String, Vec<String>)> {
    let mut path = Vec::new();
    let mut at = node;
    while let (Some([object, member]), "field_expression") = (at.fields(["object", "member"]), at.kind()) {
        path.push(name_of(cx, member).to_owned());
        at = object;
    }
    path.reverse();
    Some((module_of(cx, at)?, path))
}

/// `const name = @import("a.zig").B;` binds the name; false of any other value.
pub(super) fn bound(cx: &mut Lowering<'_>, given: Node<'_>, name: &str, is_public: bool) -> bool {
    let Some((module, path)) = path_of(cx, given) else { return false };
    let item = (!path.is_empty()).then(|| path.join("."));
    add(cx, given, module, item, Some(name), is_public);
    true
}

/// `@import("a.zig")` as a value.
pub(super) fn as_value(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let module = module_of(cx, node)?;
    let name = format!("<import {module}>");
    add(cx, node, module, None, Some(&name), false);
    Some(cx.name(&name, node))
}

fn add(cx: &mut Lowering<'_>, at: Node<'_>, module: String, item: Option<String>, name: Option<&str>, reexport: bool) {
    let (scope, span) = (cx.scope(), cx.span(at));
    cx.import(Import { module, level: 0, item, alias: name.map(str::to_owned), reexport, scope, span }, name);
}

/// `usingnamespace @import("a.zig");`, or of a name that was imported so above.
pub(super) fn all_of(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(given) = children(node).last().copied() else { return };
    let module = match path_of(cx, given) {
        Some((module, path)) => path.is_empty().then_some(module),
        None => {
            let name = name_of(cx, given);
            let is_it = |import: &&Import| import.alias.as_deref() == Some(name) && import.item.is_none();
            cx.facts().imports.iter().rfind(is_it).map(|import| import.module.clone())
        }
    };
    match module {
        Some(module) => add(cx, node, module, Some("*".to_owned()), None, super::has_word(node, "pub")),
        None => {
            value(cx, given, None);
        }
    }
}
