//! Classes, structs, interfaces, enums, records, delegates and their members.

use super::comments::each_with_comments;
use super::declarations::draft;
use super::expressions::{self, value};
use super::{c_like, functions, properties, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, ScopeKind};
use tree_sitter::Node;

/// True for a declaration of a type.
pub(super) fn is_type(node: Node<'_>) -> bool {
    kind(node).is_some()
}

fn kind(node: Node<'_>) -> Option<DefinitionKind> {
    match node.kind() {
        "class_declaration" | "struct_declaration" | "record_declaration" | "record_struct_declaration" => {
            Some(DefinitionKind::Class)
        }
        "interface_declaration" => Some(DefinitionKind::Interface),
        "enum_declaration" => Some(DefinitionKind::Enum),
        "delegate_declaration" => Some(DefinitionKind::TypeAlias),
        _ => None,
    }
}

pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let (Some(kind), Some(name)) = (kind(node), node.field("name")) else { return };
    let body = node.field("body");
    let draft = draft(cx, kind, name, node, node.end_before("body"), above);
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let lists = children(node);
        let bases = lists.iter().find(|child| child.kind() == "base_list");
        let bases = bases.map_or_else(Vec::new, |list| self::bases(cx, *list));
        cx.definition_mut(id).bases = bases;
        // Of a record or class with its constructor in the head.
        if let Some(list) = lists.iter().find(|child| child.kind() == "parameter_list") {
            primary(cx, *list, node.kind().starts_with("record"));
        }
        if let Some(body) = body {
            members(cx, body, id);
        }
    });
}

/// Base classes and interfaces; `: Base(a)` hands arguments on.
fn bases(cx: &mut Lowering<'_>, list: Node<'_>) -> Vec<ExprId> {
    let mut bases = Vec::new();
    for base in children(list) {
        match base.kind() {
            "argument_list" => {
                expressions::given(cx, base);
            }
            "primary_constructor_base_type" => {
                bases.extend(base.field("type").map(|written| types::lower(cx, written)));
            }
            _ => bases.push(types::lower(cx, base)),
        }
    }
    bases
}

/// The parameters of a constructor in the head of its type are fields to the members; of a record to everyone.
fn primary(cx: &mut Lowering<'_>, list: Node<'_>, is_record: bool) {
    for parameter in children(list).into_iter().filter(|child| child.kind() == "parameter") {
        let Some(name) = parameter.field("name") else { continue };
        let annotation = parameter.field("type").and_then(|written| types::declared(cx, written));
        if is_record {
            let mut draft = draft(cx, DefinitionKind::Field, name, parameter, parameter.end_byte(), &[]);
            draft.exported = true;
            cx.define(draft, false);
        }
        cx.bind_name(name, None, annotation);
    }
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>, class: DefId) {
    each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| member(cx, node, above, class));
    });
}

fn member(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId) {
    match node.kind() {
        "method_declaration" => functions::method(cx, node, above),
        "constructor_declaration" => functions::constructor(cx, node, above),
        "destructor_declaration" | "operator_declaration" | "conversion_operator_declaration" => {
            functions::operator(cx, node, above);
        }
        "property_declaration" => properties::property(cx, node, above),
        "indexer_declaration" => properties::indexer(cx, node, above),
        "event_declaration" => properties::property(cx, node, above),
        "field_declaration" | "event_field_declaration" => fields(cx, node, above),
        "enum_member_declaration" => constant(cx, node, above),
        "ERROR" => members(cx, node, class),
        kind if kind.starts_with("preproc_") => members(cx, node, class),
        _ if is_type(node) => declaration(cx, node, above),
        _ => {}
    }
}

fn fields(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(declaration) = children(node).into_iter().find(|child| child.kind() == "variable_declaration") else {
        return;
    };
    let annotation = declaration.field("type").and_then(|written| types::declared(cx, written));
    for declarator in children(declaration).into_iter().filter(|child| child.kind() == "variable_declarator") {
        if cx.is_exhausted() {
            return;
        }
        let Some(name) = declarator.field("name") else { continue };
        let bound = initial(declarator);
        let draft = draft(cx, DefinitionKind::Field, name, node, c_like::end_of_head(node, bound), above);
        let id = cx.define(draft, false);
        let value = bound.map(|bound| cx.with_receiver(Some(id), |cx| initial_value(cx, bound, annotation)));
        cx.bind_name(name, value, annotation);
    }
}

/// The value of a declarator: its last part behind `=`.
pub(super) fn initial(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = declarator.walk();
    let mut parts = declarator.children(&mut cursor).skip_while(|child| child.kind() != "=");
    parts.find(|child| expressions::is_value(*child))
}

/// `new()` makes a value of the declared type.
pub(super) fn initial_value(cx: &mut Lowering<'_>, node: Node<'_>, annotation: Option<ExprId>) -> ExprId {
    if node.kind() == "implicit_object_creation_expression"
        && let Some(written) = annotation
    {
        return expressions::created_as(cx, node, written);
    }
    value(cx, node, None)
}

fn constant(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), above);
    (draft.exported, draft.is_static) = (true, true);
    cx.define(draft, false);
    if let Some(bound) = node.field("value") {
        value(cx, bound, None);
    }
}

/// Declares `int a = 1, b;` in the current scope. A lambda takes the variable's name.
pub(super) fn variables(cx: &mut Lowering<'_>, node: Node<'_>) {
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    for declarator in children(node).into_iter().filter(|child| child.kind() == "variable_declarator") {
        let bound = initial(declarator);
        let Some(name) = declarator.field("name") else {
            // `var (a, b) = pair;`
            let whole = bound.map(|bound| value(cx, bound, None));
            let pattern = children(declarator).into_iter().find(|child| child.kind() == "tuple_pattern");
            if let (Some(pattern), Some(whole)) = (pattern, whole) {
                super::patterns::tuple(cx, pattern, whole);
            }
            continue;
        };
        let value = bound.map(|bound| match bound.kind() {
            "lambda_expression" | "anonymous_method_expression" => value(cx, bound, Some(name)),
            _ => initial_value(cx, bound, annotation),
        });
        cx.bind_name(name, value, annotation);
        value.map(|value| cx.last_binding_defines(value));
    }
}

/// `new C { .. }` in place of a call: a value of the class, made by its constructor.
pub(super) fn made(cx: &mut Lowering<'_>, node: Node<'_>, callee: ExprId) -> ExprId {
    let list = children(node).into_iter().find(|child| child.kind() == "argument_list");
    let given = list.map_or_else(Vec::new, |list| expressions::given(cx, list));
    cx.call(callee, given, CallKind::New, node)
}

/// The receiver, in a member; the class itself in what belongs to none.
pub(super) fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}
