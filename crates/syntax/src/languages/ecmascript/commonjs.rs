//! `require`, `import()`, `module.exports` and `exports`.

use super::expressions::peel;
use super::keys;
use super::names::{self, Naming};
use crate::Lowering;
use crate::lowering::{Fields, children, first_child};
use facts::{Expr, ExprId, Import, Key, ScopeId, ScopeKind, Target};
use tree_sitter::Node;

/// The module that `require("m")` or `import("m")` names.
pub(super) fn required(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let function = node.field("function")?;
    let known = function.kind() == "import" || function.kind() == "identifier" && cx.text(function) == "require";
    let first = first_child(node.field("arguments").filter(|_| known)?)?;
    (first.kind() == "string").then(|| names::string(cx, first))
}

/// `require("m")` inside an expression: the module, imported under a name no program can write.
pub(super) fn module(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(module) = required(cx, node) else { return cx.unknown() };
    let bound = format!("require({module})");
    add(cx, module, None, &bound, node);
    cx.name(&bound, node)
}

/// `const m = require("m")`, `const { a, b: c } = require("m")`, `const a = require("m").a`, and the same with
/// `await import("m")`: imports. False for any other declaration.
pub(super) fn require_declaration(
    cx: &mut Lowering<'_>,
    target: Node<'_>,
    value: Node<'_>,
    node: Node<'_>,
    scope: ScopeId,
) -> bool {
    let first = cx.facts().bindings.len();
    let Some(()) = declared(cx, target, value, node) else { return false };
    for binding in &mut cx.facts_mut().bindings[first..] {
        binding.scope = scope;
    }
    true
}

fn declared(cx: &mut Lowering<'_>, target: Node<'_>, value: Node<'_>, node: Node<'_>) -> Option<()> {
    let value = unawaited(value);
    if value.kind() == "member_expression" && target.kind() == "identifier" {
        let object = unawaited(value.field("object")?);
        let module = required(cx, object).filter(|_| object.kind() == "call_expression")?;
        let item = cx.text(value.field("property")?);
        add(cx, module, Some(item), cx.text(target), node);
        return Some(());
    }
    let module = required(cx, value).filter(|_| value.kind() == "call_expression")?;
    if target.kind() == "identifier" {
        add(cx, module, None, cx.text(target), node);
        return Some(());
    }
    let names = imported_names(cx, target)?;
    for (item, bound) in names {
        add(cx, module.clone(), Some(&item), &bound, node);
    }
    Some(())
}

fn unawaited(node: Node<'_>) -> Node<'_> {
    let node = peel(node);
    match node.named_child(0) {
        Some(inner) if node.kind() == "await_expression" => peel(inner),
        _ => node,
    }
}

/// (item, bound name) of a plain object pattern.
fn imported_names(cx: &Lowering<'_>, pattern: Node<'_>) -> Option<Vec<(String, String)>> {
    if pattern.kind() != "object_pattern" {
        return None;
    }
    let mut names = Vec::new();
    for child in children(pattern) {
        match child.kind() {
            "shorthand_property_identifier_pattern" => {
                names.push((cx.text(child).to_owned(), cx.text(child).to_owned()));
            }
            "pair_pattern" => {
                let bound = child.field("value").filter(|value| value.kind() == "identifier")?;
                names.push((names::property(cx, child.field("key")?), cx.text(bound).to_owned()));
            }
            _ => return None,
        }
    }
    Some(names)
}

fn add(cx: &mut Lowering<'_>, module: String, item: Option<&str>, bound: &str, node: Node<'_>) {
    let import = Import {
        module,
        level: 0,
        item: item.map(str::to_owned),
        alias: (item != Some(bound)).then(|| bound.to_owned()),
        reexport: false,
        scope: cx.scope(),
        span: cx.span(node),
    };
    cx.import(import, Some(bound));
    if let Some(item) = item {
        keys::imported(cx, item, bound);
    }
}

/// What an assignment to `left` exports.
enum Exported {
    /// `module.exports = ..`.
    Module,
    /// `exports.name = ..`, `module.exports.name = ..`.
    Name(String),
}

fn exported(cx: &Lowering<'_>, left: Node<'_>) -> Option<Exported> {
    let object = left.field("object")?;
    let property = cx.text(left.field("property")?);
    match cx.text(object) {
        "module" if property == "exports" => Some(Exported::Module),
        "exports" | "module.exports" => Some(Exported::Name(property.to_owned())),
        _ => None,
    }
}

/// What a function or object assigned to `module.exports` is called.
pub(super) fn naming<'n>(cx: &Lowering<'_>, left: Node<'n>, right: Node<'n>, whole: Node<'n>) -> Option<Naming<'n>> {
    let Some(Exported::Module) = exported(cx, left) else { return None };
    let right = peel(right);
    let name = if right.kind() == "object" { "" } else { "exports" };
    let mut naming = Naming::new(name, left.field("property")?, whole);
    naming.exported = true;
    right.field("name").is_none().then_some(naming)
}

/// Whether `exports.NAME = value` at the top of a file makes what has no other name: a list, a text, the result of a call. What
/// has one is defined there.
pub(super) fn is_exported_constant(cx: &Lowering<'_>, left: Node<'_>, right: Node<'_>) -> bool {
    let right = peel(right);
    let is_made = match right.kind() {
        "array" | "object" | "string" | "template_string" | "number" | "regex" | "true" | "false"
        | "new_expression" => true,
        "call_expression" => right.field("function").is_some_and(|called| cx.text(called) != "require"),
        _ => false,
    };
    let is_top = cx.facts().scope(cx.scope()).kind == ScopeKind::Module;
    is_made
        && is_top
        && !super::expressions::names_itself(right)
        && matches!(exported(cx, left), Some(Exported::Name(_)))
}

/// Records what `left = value` exports; false where it exports nothing.
pub(super) fn export(cx: &mut Lowering<'_>, left: Node<'_>, value: ExprId) -> bool {
    match exported(cx, left) {
        Some(Exported::Name(name)) => bind(cx, &name, value, left),
        Some(Exported::Module) => {
            whole(cx, value, left);
            if let Expr::Collection(items) = cx.facts().expr(value).clone() {
                for (key, item) in items {
                    if let Key::Text(name) = key {
                        bind(cx, &name, item, left);
                    }
                }
            }
        }
        None => return false,
    }
    true
}

fn bind(cx: &mut Lowering<'_>, name: &str, value: ExprId, node: Node<'_>) {
    let local = format!("exports.{name}");
    // `module.exports = { f: exports.f }` says nothing new.
    if matches!(cx.facts().expr(value), Expr::Name { name, .. } if *name == local) {
        return;
    }
    cx.bind_in(ScopeId::FILE, Target::Name(local.clone()), Some(value), None, node);
    cx.facts_mut().exports.push((local, name.to_owned()));
}

/// `value` is what the module itself is.
pub(super) fn whole(cx: &mut Lowering<'_>, value: ExprId, node: Node<'_>) {
    let local = "module.exports".to_owned();
    cx.bind_in(ScopeId::FILE, Target::Name(local.clone()), Some(value), None, node);
    cx.facts_mut().exports.push((local, "=".to_owned()));
}

/// `exports.f` and `module.exports` are read under the names they are bound to.
pub(super) fn read(cx: &mut Lowering<'_>, root: &str, member: Node<'_>) -> Option<ExprId> {
    let name = member.field("property")?;
    let property = cx.text(name);
    match root {
        "exports" => Some(cx.name(&format!("exports.{property}"), name)),
        "module" if property == "exports" => Some(cx.name("module.exports", name)),
        _ => None,
    }
}
