//! Classes, interfaces, traits, enums and their members.

use super::comments::each_with_comments;
use super::declarations::draft;
use super::expressions::value;
use super::{c_like, calls, functions, names, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// True for a declaration of a type.
pub(super) fn is_type(node: Node<'_>) -> bool {
    kind(node).is_some()
}

fn kind(node: Node<'_>) -> Option<DefinitionKind> {
    match node.kind() {
        "class_declaration" => Some(DefinitionKind::Class),
        "interface_declaration" | "trait_declaration" => Some(DefinitionKind::Interface),
        "enum_declaration" => Some(DefinitionKind::Enum),
        _ => None,
    }
}

pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let (Some(kind), Some(name)) = (kind(node), node.field("name")) else { return };
    let bases = bases(cx, node);
    let mut draft = draft(cx, kind, name, node, node.end_before("body"), above);
    draft.is_test |= extends_test_case(cx, node);
    draft.bases = bases;
    let id = cx.define(draft, true);
    body(cx, node, id);
}

fn extends_test_case(cx: &Lowering<'_>, node: Node<'_>) -> bool {
    let clause = children(node).into_iter().find(|child| child.kind() == "base_clause");
    children_of(clause).iter().any(|base| cx.text(*base).ends_with("TestCase"))
}

fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let clauses = children(node).into_iter().filter(|c| matches!(c.kind(), "base_clause" | "class_interface_clause"));
    clauses.flat_map(children).collect::<Vec<_>>().into_iter().map(|base| names::named(cx, base)).collect()
}

fn body(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let Some(list) = node.field("body") else { return };
    cx.in_body(id, ScopeKind::Class, list, |cx| {
        each_with_comments(cx, list, |cx, member, above| {
            cx.deeper(|cx| lower_member(cx, member, above, id));
        });
    });
}

/// `new class(..) extends Base { .. }`: a class without a name; its value.
pub(super) fn anonymous(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let bases = bases(cx, node);
    let mut draft = cx.draft(DefinitionKind::Class, "<anonymous>", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), node.end_before("body")).trim_end().to_owned();
    draft.bases = bases;
    draft.exported = false;
    let id = cx.define(draft, false);
    body(cx, node, id);
    cx.expr(Expr::Function(id))
}

fn lower_member(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId) {
    match node.kind() {
        "method_declaration" => functions::method(cx, node, above),
        "property_declaration" => properties(cx, node, above),
        "const_declaration" => constants(cx, node, above),
        "enum_case" => case(cx, node, above),
        "use_declaration" => traits(cx, node, class),
        _ => {}
    }
}

fn properties(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    let annotation = annotation.or_else(|| types::of_doc(cx, above, "@var", None));
    for element in children(node).into_iter().filter(|child| child.kind() == "property_element") {
        let Some(name) = element.field("name") else { continue };
        let bound = element.field("default_value");
        let draft = draft(cx, DefinitionKind::Field, name, node, c_like::end_of_head(node, bound), above);
        let id = cx.define(draft, false);
        let value = bound.map(|bound| cx.with_receiver(Some(id), |cx| value(cx, bound)));
        bind_member(cx, name, value, annotation);
    }
}

/// Binds a member under its name without `$`.
pub(super) fn bind_member(cx: &mut Lowering<'_>, name: Node<'_>, value: Option<ExprId>, annotation: Option<ExprId>) {
    let target = facts::Target::Name(cx.text(name).trim_start_matches('$').to_owned());
    cx.bind(target, value, annotation, name);
}

/// `const A = 1, B = 2;` of a class or a file.
pub(super) fn constants(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    for element in children(node).into_iter().filter(|child| child.kind() == "const_element") {
        let parts = children(element);
        let (Some(name), bound) = (parts.first(), parts.get(1).copied()) else { continue };
        let draft = draft(cx, DefinitionKind::Variable, *name, node, c_like::end_of_head(node, bound), above);
        cx.define(draft, false);
        let value = bound.map(|bound| value(cx, bound));
        bind_member(cx, *name, value, None);
    }
}

fn case(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), above);
    draft.is_static = true;
    cx.define(draft, false);
    if let Some(given) = node.field("value") {
        value(cx, given);
    }
}

/// `use A, B { x as y; }`: traits come before what the class extends.
fn traits(cx: &mut Lowering<'_>, node: Node<'_>, class: DefId) {
    let used = children(node).into_iter().filter(|child| child.kind() != "use_list");
    let used: Vec<ExprId> = used.collect::<Vec<_>>().into_iter().map(|name| names::named(cx, name)).collect();
    cx.definition_mut(class).bases.splice(0..0, used);
    for clause in children(node).into_iter().filter(|child| child.kind() == "use_list").flat_map(children) {
        if clause.kind() == "use_as_clause" {
            renamed(cx, clause);
        }
    }
}

/// `x as y` of a trait: a method `y` that is its `x`.
fn renamed(cx: &mut Lowering<'_>, clause: Node<'_>) {
    let parts = children(clause);
    let (Some(old), Some(new)) = (parts.first(), parts.last()) else { return };
    if old == new || new.kind() != "name" {
        return;
    }
    let old = if old.kind() == "class_constant_access_expression" { old.named_child(1).unwrap_or(*old) } else { *old };
    let mut draft = draft(cx, DefinitionKind::Method, *new, clause, clause.end_byte(), &[]);
    draft.signature = cx.text(clause).to_owned();
    draft.exported = !parts.iter().any(|part| part.kind() == "visibility_modifier" && cx.text(*part) == "private");
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, clause, |cx| {
        let this = cx.expr(Expr::Receiver { definition: id });
        let callee = cx.attribute(this, cx.text(old), old);
        let result = cx.call(callee, Vec::new(), CallKind::Call, clause);
        cx.returns(result, ReturnKind::Return);
    });
}

/// `new C(..)`.
pub(super) fn created(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let Some(what) = parts.iter().find(|part| part.kind() != "arguments") else { return cx.unknown() };
    let list = parts.iter().find(|part| part.kind() == "arguments").copied();
    if what.kind() == "anonymous_class" {
        let list = children(*what).into_iter().find(|part| part.kind() == "arguments");
        let given = calls::arguments(cx, list);
        let class = anonymous(cx, *what);
        return cx.call(class, given, CallKind::New, node);
    }
    let callee = match (what.kind(), cx.text(*what)) {
        ("name" | "relative_scope", "self" | "static") => names::made_around(cx),
        ("name" | "relative_scope", "parent") => names::scope(cx, *what),
        ("name" | "qualified_name" | "relative_name", _) => names::named(cx, *what),
        _ => value(cx, *what),
    };
    let given = calls::arguments(cx, list);
    cx.call(callee, given, CallKind::New, node)
}
