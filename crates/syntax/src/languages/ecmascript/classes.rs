//! Classes and their members.

use super::expressions::value as lower_value;
use super::names::{self, Lead, Naming, define};
use super::{c_like, documentation, expressions, functions, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Argument, CallKind, DefId, DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// `class C {}`.
pub(super) fn declaration<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(name) = node.field("name") else { return };
    let naming = Naming::new(cx.text(name), name, node).with_lead(lead);
    class(cx, node, &naming, true);
}

pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    let own = node.field("name");
    let id = match (naming, own) {
        (Some(naming), _) => class(cx, node, naming, false),
        (None, Some(own)) => class(cx, node, &Naming::new(cx.text(own), own, node), false),
        (None, None) => class(cx, node, &Naming::new("", node.child(0).unwrap_or(node), node), false),
    };
    cx.expr(Expr::Function(id))
}

fn class(cx: &mut Lowering<'_>, node: Node<'_>, naming: &Naming<'_>, bind: bool) -> DefId {
    let body = node.field("body").unwrap_or(node);
    let mut draft = naming.draft(cx, DefinitionKind::Class, body.start_byte());
    if draft.name.is_empty() {
        draft.name = "<class>".to_owned();
    }
    let id = define(cx, draft, &naming.prefix, bind);
    decorate_all(cx, node, &naming.lead, id);
    let own = node.field("name").filter(|_| node.kind() == "class");
    if own.is_some() || node.field("type_parameters").is_some() {
        // Members pass over the class scope, so what they see of the head lies in a scope around it.
        cx.in_scope(ScopeKind::Block, node, |cx| {
            if let Some(own) = own {
                let itself = cx.expr(Expr::Function(id));
                cx.bind_name(own, Some(itself), None);
            }
            types::parameters(cx, node);
            inside(cx, node, body, id);
        });
    } else {
        inside(cx, node, body, id);
    }
    id
}

fn inside(cx: &mut Lowering<'_>, node: Node<'_>, body: Node<'_>, id: DefId) {
    let bases = bases(cx, node);
    cx.definition_mut(id).bases = bases;
    cx.in_body(id, ScopeKind::Class, body, |cx| members(cx, body));
}

fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let Some(heritage) = children(node).into_iter().find(|child| child.kind() == "class_heritage") else {
        return Vec::new();
    };
    let mut bases = Vec::new();
    for clause in children(heritage) {
        match clause.kind() {
            "extends_clause" => types::extended(cx, clause, &mut bases),
            "implements_clause" => bases.extend(children(clause).into_iter().map(|base| types::lower(cx, base))),
            // JavaScript has no clauses.
            _ => bases.push(lower_value(cx, clause, None)),
        }
    }
    bases
}

/// The decorator's value, recorded on `definition` and called with it.
pub(super) fn decorate(cx: &mut Lowering<'_>, node: Node<'_>, definition: Option<DefId>) {
    let callee = expressions::child_value(cx, node);
    let mut given = Vec::new();
    if let Some(id) = definition {
        cx.definition_mut(id).decorators.push(callee);
        given.push(Argument { name: None, value: cx.expr(Expr::Function(id)), spread: false });
    }
    cx.call(callee, given, CallKind::Decorator, node);
}

/// The decorators before a declaration and inside it.
fn decorate_all<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>, id: DefId) {
    let inside = children(node).into_iter().filter(|child| child.kind() == "decorator");
    for decorator in lead.decorators.iter().copied().chain(inside) {
        decorate(cx, decorator, Some(id));
    }
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>) {
    documentation::each_with_lead(cx, body, true, |cx, node, lead| {
        cx.deeper(|cx| member(cx, node, lead));
    });
}

fn member<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    match node.kind() {
        "method_definition" | "method_signature" | "abstract_method_signature" => {
            let Some(naming) = member_naming(cx, node, lead) else { return };
            // Only the getter is read under the name.
            let mut cursor = node.walk();
            let setter = node.children(&mut cursor).any(|token| token.kind() == "set");
            let id = functions::function(cx, node, &naming, !setter);
            decorate_member(cx, node, lead, id);
        }
        "public_field_definition" | "field_definition" | "property_signature" => field(cx, node, lead),
        "class_static_block" => {
            let class = cx.definition();
            if let Some(body) = node.field("body") {
                cx.in_scope(ScopeKind::Function, body, |cx| {
                    outside_class_scope(cx);
                    cx.with_receiver(Some(class), |cx| statements::statements(cx, body));
                });
            }
        }
        "ERROR" => statements::statements(cx, node),
        _ => {}
    }
}

fn outside_class_scope(cx: &mut Lowering<'_>) {
    let scope = cx.scope();
    cx.facts_mut().scopes[scope.0 as usize].skips_class_scopes = true;
}

/// Name, visibility and kind of a member.
pub(super) fn member_naming<'n>(cx: &Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) -> Option<Naming<'n>> {
    let name = node.field("name").or_else(|| node.field("property"))?;
    let mut naming = Naming::new(&names::property(cx, name), name, node).with_lead(lead);
    naming.kind = if naming.name == "constructor" { DefinitionKind::Constructor } else { DefinitionKind::Method };
    let mut cursor = node.walk();
    for token in node.children(&mut cursor) {
        match token.kind() {
            "static" | "static get" => naming.is_static = true,
            "accessibility_modifier" if cx.text(token) == "private" => naming.exported = false,
            "private_property_identifier" => naming.exported = false,
            _ => {}
        }
    }
    Some(naming)
}

fn decorate_member<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>, id: DefId) {
    decorate_all(cx, node, lead, id);
    let constructor = cx.facts().definition(id).kind == DefinitionKind::Constructor;
    if let Some(list) = node.field("parameters").filter(|_| constructor) {
        for parameter in children(list).into_iter().filter(|node| is_parameter_property(*node)) {
            parameter_property(cx, parameter);
        }
    }
}

/// `constructor(private x: T)`.
pub(super) fn is_parameter_property(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    matches!(node.kind(), "required_parameter" | "optional_parameter")
        && (node.children(&mut cursor))
            .any(|token| matches!(token.kind(), "accessibility_modifier" | "readonly" | "override_modifier"))
}

fn parameter_property(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(pattern) = node.field("pattern") else { return };
    let mut naming = Naming::new(cx.text(pattern), pattern, node);
    naming.exported = !children(node).iter().any(|token| cx.text(*token) == "private");
    let draft = naming.draft(cx, DefinitionKind::Field, node.end_byte());
    cx.define(draft, false);
    let annotation = node.field("type").map(|written| types::annotation(cx, written));
    cx.bind(Target::Name(naming.name), None, annotation, pattern);
}

fn field<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(mut naming) = member_naming(cx, node, lead) else { return };
    let bound = node.field("value");
    if let Some(function) = bound.filter(|bound| expressions::names_itself(*bound)) {
        naming.kind = DefinitionKind::Method;
        let annotation = node.field("type").map(|written| types::annotation(cx, written));
        let value = lower_value(cx, function, Some(&naming));
        cx.bind(Target::Name(naming.name), Some(value), annotation, naming.name_node);
        if let Some(id) = cx.last_binding_defines(value) {
            decorate_member(cx, node, lead, id);
        }
        return;
    }
    let draft = naming.draft(cx, DefinitionKind::Field, c_like::end_of_head(node, bound));
    let id = cx.define(draft, false);
    decorate_member(cx, node, lead, id);
    let class = cx.scope();
    let annotation = node.field("type").map(|written| types::annotation(cx, written));
    let mut value = None;
    if let Some(bound) = bound {
        cx.in_scope(ScopeKind::Block, bound, |cx| {
            outside_class_scope(cx);
            value = cx.with_receiver(Some(id), |cx| Some(lower_value(cx, bound, None)));
        });
    }
    cx.bind_in(class, Target::Name(naming.name), value, annotation, naming.name_node);
}
