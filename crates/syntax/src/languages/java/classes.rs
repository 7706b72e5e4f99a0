//! Classes, interfaces, enums, records, annotation types and their members.

use super::comments::each_with_comments;
use super::declarations::draft;
use super::expressions::{self, value};
use super::{c_like, children, children_of, functions, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, ScopeKind};
use tree_sitter::Node;

/// True for a declaration of a type.
pub(super) fn is_type(node: Node<'_>) -> bool {
    kind(node).is_some()
}

fn kind(node: Node<'_>) -> Option<DefinitionKind> {
    match node.kind() {
        "class_declaration" | "record_declaration" => Some(DefinitionKind::Class),
        "interface_declaration" | "annotation_type_declaration" => Some(DefinitionKind::Interface),
        "enum_declaration" => Some(DefinitionKind::Enum),
        _ => None,
    }
}

pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let (Some(kind), Some(name)) = (kind(node), node.field("name")) else { return };
    let body = node.field("body").unwrap_or(node);
    let mut draft = draft(cx, kind, name, node, body.start_byte(), above);
    draft.is_static |= node.kind() != "class_declaration";
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let bases = bases(cx, node);
        cx.definition_mut(id).bases = bases;
        for component in children_of(node.field("parameters")) {
            field_of_record(cx, component);
        }
        members(cx, body, id);
    });
}

fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let mut bases = Vec::new();
    for child in children(node) {
        match child.kind() {
            "superclass" => bases.push(types::lower(cx, child)),
            "super_interfaces" | "extends_interfaces" => bases.extend(types::list(cx, child)),
            _ => {}
        }
    }
    bases
}

/// `new Base() { .. }`: a class without a name; its value.
pub(super) fn anonymous(cx: &mut Lowering<'_>, body: Node<'_>, node: Node<'_>, base: ExprId) -> ExprId {
    let mut draft = cx.draft(DefinitionKind::Class, "<anonymous>", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.bases.push(base);
    draft.exported = false;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Class, body, |cx| members(cx, body, id));
    cx.expr(Expr::Function(id))
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>, class: DefId) {
    each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| member(cx, node, above, class));
    });
}

fn member(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId) {
    match node.kind() {
        "method_declaration" | "annotation_type_element_declaration" => functions::method(cx, node, above),
        "constructor_declaration" | "compact_constructor_declaration" => functions::constructor(cx, node, above),
        "field_declaration" | "constant_declaration" => fields(cx, node, above),
        "enum_constant" => constant(cx, node, above, class),
        "enum_body_declarations" => members(cx, node, class),
        "block" | "static_initializer" => {
            let block = if node.kind() == "block" { Some(node) } else { children(node).into_iter().next() };
            if let Some(block) = block {
                cx.with_receiver(Some(class), |cx| statements::statement(cx, block));
            }
        }
        _ if is_type(node) => declaration(cx, node, above),
        "ERROR" => members(cx, node, class),
        _ => {}
    }
}

fn fields(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    for declarator in node.all("declarator") {
        if cx.is_exhausted() {
            return;
        }
        let Some(name) = declarator.field("name") else { continue };
        let bound = declarator.field("value");
        let draft = draft(cx, DefinitionKind::Field, name, node, c_like::end_of_head(node, bound), above);
        let id = cx.define(draft, false);
        let value = bound.map(|bound| cx.with_receiver(Some(id), |cx| value(cx, bound, None)));
        cx.bind_name(name, value, annotation);
    }
}

fn field_of_record(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = node.field("name") else { return };
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), &[]);
    draft.exported = true;
    // Read through a method of the same name.
    draft.is_property = true;
    cx.define(draft, false);
    cx.bind_name(name, None, annotation);
}

/// An enum's constant is made by its constructor.
fn constant(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_before("body"), above);
    (draft.exported, draft.is_static) = (true, true);
    cx.define(draft, false);
    let mut callee = cx.expr(Expr::Function(class));
    if let Some(body) = node.field("body") {
        callee = anonymous(cx, body, node, callee);
    }
    let given = expressions::arguments(cx, node);
    let made = cx.call(callee, given, CallKind::New, node);
    cx.bind_name(name, Some(made), None);
}

/// Declares `int a = 1, b;` in the current scope. A lambda takes the variable's name.
pub(super) fn variables(cx: &mut Lowering<'_>, node: Node<'_>) {
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    for declarator in node.all("declarator") {
        let Some(name) = declarator.field("name") else { continue };
        let value = declarator.field("value").map(|bound| value(cx, bound, Some(name)));
        cx.bind_name(name, value, annotation);
        value.map(|value| cx.last_binding_defines(value));
    }
}
