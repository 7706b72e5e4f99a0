//! `use` trees and `extern crate`.

use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::Import;
use tree_sitter::Node;

/// `use ...;`.
pub fn use_declaration(cx: &mut Lowering<'_>, node: Node<'_>, reexport: bool) {
    if let Some(argument) = node.field("argument") {
        tree(cx, argument, "", &Statement { node, reexport });
    }
}

/// `extern crate a as b;`.
pub fn extern_crate(cx: &mut Lowering<'_>, node: Node<'_>, reexport: bool) {
    let Some(name) = node.field("name") else { return };
    let alias = node.field("alias").map(|alias| cx.text(alias));
    add(cx, cx.text(name), None, alias, &Statement { node, reexport });
}

/// `mod name;`: the child module, as item `name` of module `self`.
pub fn child_module(cx: &mut Lowering<'_>, node: Node<'_>, name: &str, reexport: bool) {
    add(cx, "self", Some(name), None, &Statement { node, reexport });
}

/// `#[path = "file.rs"] mod name;`: the module is `./file.rs`.
pub fn module_at(cx: &mut Lowering<'_>, node: Node<'_>, path: &str, name: &str, reexport: bool) {
    let path = format!("./{}", path.replace('\\', "/").trim_start_matches("./"));
    add(cx, &path, None, Some(name), &Statement { node, reexport });
}

struct Statement<'n> {
    node: Node<'n>,
    reexport: bool,
}

fn tree(cx: &mut Lowering<'_>, node: Node<'_>, prefix: &str, statement: &Statement<'_>) {
    cx.deeper(|cx| match node.kind() {
        "use_list" => children(node).into_iter().for_each(|child| tree(cx, child, prefix, statement)),
        "scoped_use_list" => {
            // `use {a, b}` and `use *` name no path of their own.
            let path = node.field("path").map_or_else(String::new, |path| path_text(cx, path));
            let path = join(prefix, &path);
            if let Some(list) = node.field("list") {
                tree(cx, list, &path, statement);
            }
        }
        "use_wildcard" => {
            let path = first_child(node).map_or_else(String::new, |path| path_text(cx, path));
            add(cx, &join(prefix, &path), Some("*"), None, statement);
        }
        "use_as_clause" => {
            let alias = node.field("alias").map(|alias| cx.text(alias));
            if let Some(path) = node.field("path") {
                let path = path_text(cx, path);
                leaf(cx, prefix, &path, alias, statement);
            }
        }
        _ => {
            let path = path_text(cx, node);
            leaf(cx, prefix, &path, None, statement);
        }
    });
}

fn leaf(cx: &mut Lowering<'_>, prefix: &str, path: &str, alias: Option<&str>, statement: &Statement<'_>) {
    if path == "self" && !prefix.is_empty() {
        return add(cx, prefix, None, alias, statement);
    }
    let path = join(prefix, path);
    match path.rsplit_once("::") {
        Some((module, item)) => add(cx, module, Some(item), alias, statement),
        None => add(cx, &path, None, alias, statement),
    }
}

fn add(cx: &mut Lowering<'_>, module: &str, item: Option<&str>, alias: Option<&str>, statement: &Statement<'_>) {
    // `as _` brings a trait's methods in without a name.
    let alias = alias.map(|alias| if alias == "_" { "" } else { alias });
    let own = item.or_else(|| module.rsplit("::").next());
    let import = Import {
        module: module.to_owned(),
        level: 0,
        item: item.map(str::to_owned),
        alias: alias.map(str::to_owned),
        reexport: statement.reexport,
        scope: cx.scope(),
        span: cx.span(statement.node),
    };
    cx.import(import, alias.or(own));
}

fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || path.is_empty() { format!("{prefix}{path}") } else { format!("{prefix}::{path}") }
}

fn path_text(cx: &Lowering<'_>, node: Node<'_>) -> String {
    cx.text(node).split_whitespace().collect::<String>().trim_start_matches("::").to_owned()
}
