//! `import` and `export`.

use super::names::{self, Lead, Naming};
use super::{commonjs, expressions, keys, statements};
use crate::Lowering;
use crate::lowering::{Fields, children, first_child};
use facts::{DefId, Expr, Import, ScopeId, Target};
use std::collections::HashSet;
use tree_sitter::Node;

pub(super) fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = children(node);
    if let Some(clause) = parts.iter().find(|part| part.kind() == "import_require_clause") {
        return import_require(cx, *clause, node);
    }
    let Some(source) = node.field("source") else { return };
    let module = names::string(cx, source);
    let Some(clause) = parts.iter().find(|part| part.kind() == "import_clause") else {
        return add(cx, &module, None, Some(""), false, node);
    };
    for part in children(*clause) {
        match part.kind() {
            "identifier" => add(cx, &module, Some("default"), Some(cx.text(part)), false, node),
            "namespace_import" => {
                let alias = part.named_child(0).map(|name| cx.text(name));
                add(cx, &module, None, alias, false, node);
            }
            "named_imports" => {
                for specifier in children(part) {
                    let Some(item) = specifier.field("name") else { continue };
                    let alias = specifier.field("alias").map(|alias| cx.text(alias));
                    add(cx, &module, Some(&names::property(cx, item)), alias, false, node);
                }
            }
            _ => {}
        }
    }
}

/// `import m = require("m")`.
fn import_require(cx: &mut Lowering<'_>, clause: Node<'_>, node: Node<'_>) {
    if let (Some(source), Some(name)) = (clause.field("source"), clause.named_child(0)) {
        let module = names::string(cx, source);
        add(cx, &module, None, Some(cx.text(name)), false, node);
    }
}

/// `import A = B.C`.
pub(super) fn import_alias(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let [name, from] = children(node)[..] {
        let value = super::types::lower(cx, from);
        cx.bind_name(name, Some(value), None);
    }
}

fn add(cx: &mut Lowering<'_>, module: &str, item: Option<&str>, alias: Option<&str>, reexport: bool, node: Node<'_>) {
    let import = Import {
        module: module.to_owned(),
        level: 0,
        item: item.map(str::to_owned),
        alias: alias.filter(|alias| Some(*alias) != item).map(str::to_owned),
        reexport,
        scope: cx.scope(),
        span: cx.span(node),
    };
    cx.import(import, alias.or(item));
    if let Some(item) = item.filter(|_| !reexport) {
        keys::imported(cx, item, alias.unwrap_or(item));
    }
}

pub(super) fn export<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    if let Some(source) = node.field("source") {
        let module = names::string(cx, source);
        return reexport(cx, node, &module);
    }
    let mut lead = Lead { outer: Some(node), exported: true, ..lead.clone() };
    let (mut default, mut equals) = (false, false);
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "decorator" => lead.decorators.push(child),
            "default" => default = true,
            "=" => equals = true,
            "export_clause" => clause(cx, child),
            _ => {}
        }
    }
    if let Some(declaration) = node.field("declaration") {
        let first = cx.facts().definitions.len();
        statements::statement(cx, declaration, &lead);
        if let Some(definition) = cx.facts().definitions.get(first).filter(|_| default) {
            let name = definition.name.clone();
            cx.facts_mut().exports.push((name, "default".to_owned()));
        }
    } else if let Some(value) = node.field("value") {
        default_value(cx, value, &lead);
    } else if let Some(value) = first_child(node).filter(|_| equals) {
        let bound = expressions::value(cx, value, None);
        commonjs::whole(cx, bound, value);
    }
}

fn clause(cx: &mut Lowering<'_>, clause: Node<'_>) {
    for specifier in children(clause) {
        let Some(local) = specifier.field("name") else { continue };
        let exported = specifier.field("alias").unwrap_or(local);
        let pair = (names::property(cx, local), names::property(cx, exported));
        if cx.scope() == ScopeId::FILE {
            cx.facts_mut().exports.push(pair);
        }
    }
}

fn default_value<'n>(cx: &mut Lowering<'_>, value: Node<'n>, lead: &Lead<'n>) {
    let inner = expressions::peel(value);
    if inner.kind() == "identifier" {
        let local = cx.text(inner).to_owned();
        cx.facts_mut().exports.push((local, "default".to_owned()));
        return;
    }
    let own = inner.field("name").filter(|_| expressions::names_itself(inner));
    let name = own.map_or("default", |own| cx.text(own));
    let naming = Naming::new(name, own.unwrap_or(value), value).with_lead(lead);
    let bound = expressions::value(cx, value, Some(&naming));
    cx.bind(Target::Name(name.to_owned()), Some(bound), None, value);
    cx.last_binding_defines(bound);
    cx.facts_mut().exports.push((name.to_owned(), "default".to_owned()));
}

fn reexport(cx: &mut Lowering<'_>, node: Node<'_>, module: &str) {
    let mut all = true;
    for part in children(node) {
        match part.kind() {
            "namespace_export" => {
                all = false;
                let alias = part.named_child(0).map(|name| names::property(cx, name));
                add(cx, module, None, alias.as_deref(), true, node);
            }
            "export_clause" => {
                all = false;
                for specifier in children(part) {
                    let Some(item) = specifier.field("name") else { continue };
                    let alias = specifier.field("alias").map(|alias| names::property(cx, alias));
                    add(cx, module, Some(&names::property(cx, item)), alias.as_deref(), true, node);
                }
            }
            _ => {}
        }
    }
    if all {
        add(cx, module, Some("*"), None, true, node);
    }
}

/// Marks the definitions behind the file's export list.
pub(super) fn mark_exported(cx: &mut Lowering<'_>) {
    let facts = cx.facts();
    let mut locals: HashSet<String> = facts.exports.iter().map(|(local, _)| local.clone()).collect();
    let mut marked: Vec<DefId> = Vec::new();
    let mut aliases = Vec::new();
    for binding in facts.bindings.iter().filter(|binding| binding.scope == ScopeId::FILE) {
        let (Target::Name(name), Some(value)) = (&binding.target, binding.value) else { continue };
        if !locals.contains(name) {
            continue;
        }
        match facts.expr(value) {
            Expr::Function(id) => marked.push(*id),
            Expr::Name { name, .. } => aliases.push(name.clone()),
            _ => {}
        }
    }
    locals.extend(aliases);
    for definition in &mut cx.facts_mut().definitions {
        let top = definition.parent == Some(DefId::MODULE) && definition.path == definition.name;
        definition.exported |= top && locals.contains(&definition.name);
    }
    for id in marked {
        cx.definition_mut(id).exported = true;
    }
}
