//! Classes, interfaces, enums, records, annotation types and their members.

use super::declarations::{draft, each_with_comments};
use super::expressions::{self, value};
use super::{children, children_of, functions, statements, types};
use crate::Lowering;
use crate::lowering::Draft;
use facts::{BindingKind, CallKind, DefId, DefinitionKind, Expr, ExprId, ScopeKind, Target};
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
    let (Some(kind), Some(name)) = (kind(node), node.child_by_field_name("name")) else { return };
    let body = node.child_by_field_name("body").unwrap_or(node);
    let mut draft = draft(cx, kind, name, node, body.start_byte(), above);
    draft.definition.is_static |= node.kind() != "class_declaration";
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let bases = bases(cx, node);
        cx.facts_mut().definitions[id.0 as usize].bases = bases;
        for component in children_of(node.child_by_field_name("parameters")) {
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
    let mut draft = Draft::new(cx, DefinitionKind::Class, "<anonymous>", node, node.child(0).unwrap_or(node));
    let head = cx.head(node.start_byte(), body.start_byte());
    draft.definition.signature = head.trim_end().to_owned();
    draft.definition.bases.push(base);
    draft.definition.exported = false;
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
    let annotation = node.child_by_field_name("type").and_then(|written| types::declared(cx, written));
    let mut cursor = node.walk();
    for declarator in node.children_by_field_name("declarator", &mut cursor) {
        if cx.is_exhausted() {
            return;
        }
        let Some(name) = declarator.child_by_field_name("name") else { continue };
        let bound = declarator.child_by_field_name("value");
        let end = bound
            .filter(|value| value.end_position().row > node.start_position().row)
            .map_or(node.end_byte(), |value| value.start_byte());
        let draft = draft(cx, DefinitionKind::Field, name, node, end, above);
        let id = cx.define(draft, false);
        let value = bound.map(|bound| cx.with_receiver(Some(id), |cx| value(cx, bound, None)));
        cx.bind(Target::Name(cx.text(name).to_owned()), value, annotation, name);
    }
}

fn field_of_record(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let annotation = node.child_by_field_name("type").and_then(|written| types::declared(cx, written));
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), &[]);
    draft.definition.exported = true;
    // Read through a method of the same name.
    draft.definition.is_property = true;
    cx.define(draft, false);
    cx.bind(Target::Name(cx.text(name).to_owned()), None, annotation, name);
}

/// An enum's constant is made by its constructor.
fn constant(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let body = node.child_by_field_name("body");
    let mut draft =
        draft(cx, DefinitionKind::Field, name, node, body.map_or(node.end_byte(), |b| b.start_byte()), above);
    (draft.definition.exported, draft.definition.is_static) = (true, true);
    cx.define(draft, false);
    let mut callee = cx.expr(Expr::Function(class));
    if let Some(body) = body {
        callee = anonymous(cx, body, node, callee);
    }
    let given = expressions::arguments(cx, node);
    let made = cx.call(callee, given, CallKind::New, node);
    cx.bind(Target::Name(cx.text(name).to_owned()), Some(made), None, name);
}

/// Declares `int a = 1, b;` in the current scope. A lambda takes the variable's name.
pub(super) fn variables(cx: &mut Lowering<'_>, node: Node<'_>) {
    let annotation = node.child_by_field_name("type").and_then(|written| types::declared(cx, written));
    let mut cursor = node.walk();
    for declarator in node.children_by_field_name("declarator", &mut cursor) {
        let Some(name) = declarator.child_by_field_name("name") else { continue };
        let value = declarator.child_by_field_name("value").map(|bound| value(cx, bound, Some(name)));
        cx.bind(Target::Name(cx.text(name).to_owned()), value, annotation, name);
        if let Some(Expr::Function(id)) = value.map(|value| cx.facts().expr(value).clone())
            && let Some(binding) = cx.facts_mut().bindings.last_mut()
        {
            binding.kind = BindingKind::Definition(id);
        }
    }
}
