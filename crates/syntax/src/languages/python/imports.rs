//! Imports and `__all__`.

use crate::{
    Lowering,
    lowering::{Fields, children},
};
use facts::{BindingKind, Import, ScopeId, Target};
use std::collections::HashSet;
use tree_sitter::Node;

/// `import a.b, c as d`.
pub fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    for name in children(node) {
        let (module, alias) = with_alias(cx, name);
        let bound = alias.clone().unwrap_or_else(|| module.split_once('.').map_or(&*module, |(top, _)| top).to_owned());
        let import = Import { alias, ..blank(cx, module, 0, node) };
        cx.import(import, Some(&bound));
    }
}

/// `from ..m import x as y`, `from m import *`.
pub fn import_from(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(module) = node.field("module_name") else { return };
    let (level, path) = match module.kind() {
        "relative_import" => {
            let parts = children(module);
            let dots = parts.iter().find(|p| p.kind() == "import_prefix").map_or("", |p| cx.text(*p));
            let path = parts.iter().find(|p| p.kind() == "dotted_name").map_or("", |p| cx.text(*p));
            (dots.matches('.').count() as u32, path)
        }
        _ => (0, cx.text(module)),
    };
    let path: String = path.split_whitespace().collect();
    for name in node.all("name") {
        if cx.is_exhausted() {
            return;
        }
        let (item, alias) = with_alias(cx, name);
        let bound = alias.clone().unwrap_or_else(|| item.clone());
        // `import x as x` is how a stub or a package says that it passes the name on.
        let reexport = alias.as_deref() == Some(item.as_str());
        let import = Import { item: Some(item), alias, reexport, ..blank(cx, path.clone(), level, node) };
        cx.import(import, Some(&bound));
    }
    if children(node).iter().any(|child| child.kind() == "wildcard_import") {
        let reexport = cx.scope() == ScopeId::FILE;
        let import = Import { item: Some("*".to_owned()), reexport, ..blank(cx, path, level, node) };
        cx.import(import, None);
    }
}

fn blank(cx: &Lowering<'_>, module: String, level: u32, node: Node<'_>) -> Import {
    Import { module, level, item: None, alias: None, reexport: false, scope: cx.scope(), span: cx.span(node) }
}

fn with_alias(cx: &Lowering<'_>, node: Node<'_>) -> (String, Option<String>) {
    let name = node.field("name").unwrap_or(node);
    let alias = node.field("alias").map(|alias| cx.text(alias).to_owned());
    (cx.text(name).split_whitespace().collect(), alias)
}

/// Imports named in `__all__` are passed on.
pub fn mark_reexports(cx: &mut Lowering<'_>) {
    let facts = cx.facts_mut();
    let exported: HashSet<&str> = facts.exports.iter().map(|(local, _)| local.as_str()).collect();
    for binding in &facts.bindings {
        if let (BindingKind::Import(id), Target::Name(name)) = (binding.kind, &binding.target)
            && exported.contains(name.as_str())
        {
            facts.imports[id.0 as usize].reexport = true;
        }
    }
}
