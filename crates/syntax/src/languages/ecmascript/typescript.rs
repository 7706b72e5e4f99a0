//! Interfaces, enums, type aliases, namespaces and ambient declarations.

use super::classes::member_naming;
use super::names::{self, Lead, Naming};
use super::{documentation, functions, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{DefId, DefinitionKind, ScopeKind, Target};
use tree_sitter::Node;

/// Any of TypeScript's own declarations.
pub(super) fn declaration<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let lead = &Lead { outer: lead.outer.or(Some(node)), ..lead.clone() };
    match node.kind() {
        "ambient_declaration" => ambient(cx, node, lead),
        "module" | "internal_module" => module(cx, node, lead),
        "interface_declaration" => interface(cx, node, lead),
        "enum_declaration" => enumeration(cx, node, lead),
        "type_alias_declaration" => alias(cx, node, lead),
        _ => {}
    }
}

/// `declare ..`: seen from everywhere.
fn ambient<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let lead = Lead { exported: true, ..lead.clone() };
    for child in children(node) {
        match child.kind() {
            // `declare global { .. }`
            "statement_block" => statements::statements(cx, child),
            _ => statements::statement(cx, child, &lead),
        }
    }
}

fn define<'n>(
    cx: &mut Lowering<'_>,
    node: Node<'n>,
    kind: DefinitionKind,
    end: usize,
    lead: &Lead<'n>,
) -> Option<DefId> {
    let name = node.field("name")?;
    let naming = Naming::new(cx.text(name), name, node).with_lead(lead);
    let draft = naming.draft(cx, kind, end);
    Some(cx.define(draft, true))
}

/// `namespace A.B { .. }`, `declare module "m" { .. }`.
fn module<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(name) = node.field("name") else { return };
    let mut names: Vec<(String, Node<'n>)> = Vec::new();
    if name.kind() == "string" {
        names.push((names::string(cx, name), name));
    } else {
        let mut at = name;
        while let (Some(object), Some(property)) = (at.field("object"), at.field("property")) {
            names.push((cx.text(property).to_owned(), property));
            at = object;
        }
        names.push((cx.text(at).to_owned(), at));
    }
    nested(cx, node, names, lead);
}

/// Defines the outermost name and the rest inside it.
fn nested<'n>(cx: &mut Lowering<'_>, node: Node<'n>, mut names: Vec<(String, Node<'n>)>, lead: &Lead<'n>) {
    let Some((name, name_node)) = names.pop() else { return };
    let body = node.field("body");
    let naming = Naming::new(&name, name_node, node).with_lead(lead);
    let draft = naming.draft(cx, DefinitionKind::Module, body.map_or(node.end_byte(), |body| body.start_byte()));
    let id = cx.define(draft, name_node.kind() != "string");
    cx.in_body(id, ScopeKind::Module, body.unwrap_or(node), |cx| match body {
        _ if !names.is_empty() => nested(cx, node, names, lead),
        Some(body) => statements::statements(cx, body),
        None => {}
    });
}

fn interface<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(body) = node.field("body") else { return };
    let Some(id) = define(cx, node, DefinitionKind::Interface, body.start_byte(), lead) else { return };
    cx.in_scope(ScopeKind::Block, node, |cx| {
        types::parameters(cx, node);
        let mut bases = Vec::new();
        for clause in children(node).into_iter().filter(|child| child.kind() == "extends_type_clause") {
            bases.extend(children(clause).into_iter().map(|base| types::lower(cx, base)));
        }
        cx.definition_mut(id).bases = bases;
        cx.in_body(id, ScopeKind::Class, body, |cx| members(cx, body));
    });
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>) {
    documentation::each_with_lead(cx, body, true, |cx, node, lead| {
        cx.deeper(|cx| member(cx, node, lead));
    });
}

fn member<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    match node.kind() {
        "method_signature" => {
            if let Some(naming) = member_naming(cx, node, lead) {
                functions::function(cx, node, &naming, true);
            }
        }
        "property_signature" => {
            let Some(naming) = member_naming(cx, node, lead) else { return };
            let draft = naming.draft(cx, DefinitionKind::Field, node.end_byte());
            cx.define(draft, false);
            let annotation = node.field("type").map(|written| types::annotation(cx, written));
            cx.bind(Target::Name(naming.name), None, annotation, naming.name_node);
        }
        _ => {}
    }
}

fn enumeration<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(body) = node.field("body") else { return };
    let Some(id) = define(cx, node, DefinitionKind::Enum, body.start_byte(), lead) else { return };
    cx.in_body(id, ScopeKind::Class, body, |cx| {
        let lead = Lead { exported: true, ..Lead::default() };
        for item in children(body) {
            let name = item.field("name").unwrap_or(item);
            let mut naming = Naming::new(&names::property(cx, name), name, item).with_lead(&lead);
            naming.is_static = true;
            let draft = naming.draft(cx, DefinitionKind::Field, item.end_byte());
            cx.define(draft, false);
            let value = item.field("value").map(|value| super::expressions::value(cx, value, None));
            cx.bind(Target::Name(naming.name), value, None, name);
        }
    });
}

/// `type A = ..`. The members of an object type become the alias's own; other types become its bases.
fn alias<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(value) = node.field("value") else { return };
    let object = value.kind() == "object_type";
    let end = if object { value.start_byte() } else { node.end_byte() };
    let Some(id) = define(cx, node, DefinitionKind::TypeAlias, end, lead) else { return };
    cx.in_scope(ScopeKind::Block, node, |cx| {
        types::parameters(cx, node);
        if object {
            cx.in_body(id, ScopeKind::Class, value, |cx| members(cx, value));
        } else {
            let base = types::lower(cx, value);
            let bases = match cx.facts().expr(base) {
                facts::Expr::Either(parts) => parts.clone(),
                facts::Expr::Unknown => Vec::new(),
                _ => vec![base],
            };
            cx.definition_mut(id).bases = bases;
        }
    });
}
