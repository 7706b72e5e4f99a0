//! Classes and their members.

use super::expressions::value as lower_value;
use super::names::{self, Lead, Naming, define};
use super::{documentation, expressions, functions, statements, types};
use crate::Lowering;
use crate::lowering::children;
use facts::{Argument, CallKind, DefId, DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// `class C {}`.
pub(super) fn declaration<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let naming = Naming::new(cx.text(name), name, node).with_lead(lead);
    class(cx, node, &naming, true);
}

/// A class as a value.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    let own = node.child_by_field_name("name");
    let id = match (naming, own) {
        (Some(naming), _) => class(cx, node, naming, false),
        (None, Some(own)) => class(cx, node, &Naming::new(cx.text(own), own, node), false),
        (None, None) => class(cx, node, &Naming::new("", node.child(0).unwrap_or(node), node), false),
    };
    cx.expr(Expr::Function(id))
}

fn class(cx: &mut Lowering<'_>, node: Node<'_>, naming: &Naming<'_>, bind: bool) -> DefId {
    let body = node.child_by_field_name("body").unwrap_or(node);
    let mut draft = naming.draft(cx, DefinitionKind::Class, body.start_byte());
    if draft.definition.name.is_empty() {
        draft.definition.name = "<class>".to_owned();
    }
    let id = define(cx, draft, &naming.prefix, bind);
    let mut decorators = naming.lead.decorators.clone();
    decorators.extend(children(node).into_iter().filter(|child| child.kind() == "decorator"));
    for decorator in decorators {
        decorate(cx, decorator, Some(id));
    }
    let own = node.child_by_field_name("name").filter(|_| node.kind() == "class");
    if own.is_some() || node.child_by_field_name("type_parameters").is_some() {
        // Members pass over the class scope, so what they see of the head lies in a scope around it.
        cx.in_scope(ScopeKind::Block, node, |cx| {
            if let Some(own) = own {
                let itself = cx.expr(Expr::Function(id));
                cx.bind(Target::Name(cx.text(own).to_owned()), Some(itself), None, own);
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
    cx.facts_mut().definitions[id.0 as usize].bases = bases;
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
        cx.facts_mut().definitions[id.0 as usize].decorators.push(callee);
        given.push(Argument { name: None, value: cx.expr(Expr::Function(id)), spread: false });
    }
    cx.call(callee, given, CallKind::Decorator, node);
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>) {
    let mut cursor = body.walk();
    let mut lead = Lead { exported: true, ..Lead::default() };
    let mut previous_row = None;
    for node in body.named_children(&mut cursor) {
        match node.kind() {
            "comment" => {
                documentation::collect(&mut lead, node, previous_row);
                continue;
            }
            "decorator" => {
                lead.decorators.push(node);
                continue;
            }
            _ => documentation::keep_adjacent(&mut lead, node),
        }
        cx.deeper(|cx| member(cx, node, &lead));
        lead = Lead { exported: true, ..Lead::default() };
        previous_row = Some(node.end_position().row);
    }
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
            if let Some(body) = node.child_by_field_name("body") {
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
    let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"))?;
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
    let mut decorators = lead.decorators.clone();
    decorators.extend(children(node).into_iter().filter(|child| child.kind() == "decorator"));
    for decorator in decorators {
        decorate(cx, decorator, Some(id));
    }
    let constructor = cx.facts().definition(id).kind == DefinitionKind::Constructor;
    if let Some(list) = node.child_by_field_name("parameters").filter(|_| constructor) {
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
    let Some(pattern) = node.child_by_field_name("pattern") else { return };
    let mut naming = Naming::new(cx.text(pattern), pattern, node);
    naming.exported = !children(node).iter().any(|token| cx.text(*token) == "private");
    let draft = naming.draft(cx, DefinitionKind::Field, node.end_byte());
    cx.define(draft, false);
    let annotation = node.child_by_field_name("type").map(|written| types::annotation(cx, written));
    cx.bind(Target::Name(naming.name), None, annotation, pattern);
}

fn field<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(mut naming) = member_naming(cx, node, lead) else { return };
    let bound = node.child_by_field_name("value");
    if let Some(function) = bound.filter(|bound| expressions::names_itself(*bound)) {
        naming.kind = DefinitionKind::Method;
        let annotation = node.child_by_field_name("type").map(|written| types::annotation(cx, written));
        let value = lower_value(cx, function, Some(&naming));
        cx.bind(Target::Name(naming.name), Some(value), annotation, naming.name_node);
        if let Expr::Function(id) = *cx.facts().expr(value) {
            cx.facts_mut().bindings.last_mut().into_iter().for_each(|b| b.kind = facts::BindingKind::Definition(id));
            decorate_member(cx, node, lead, id);
        }
        return;
    }
    let end =
        bound.filter(|b| b.end_position().row > node.start_position().row).map_or(node.end_byte(), |b| b.start_byte());
    let draft = naming.draft(cx, DefinitionKind::Field, end);
    let id = cx.define(draft, false);
    decorate_member(cx, node, lead, id);
    let class = cx.scope();
    let annotation = node.child_by_field_name("type").map(|written| types::annotation(cx, written));
    let mut value = None;
    if let Some(bound) = bound {
        cx.in_scope(ScopeKind::Block, bound, |cx| {
            outside_class_scope(cx);
            value = cx.with_receiver(Some(id), |cx| Some(lower_value(cx, bound, None)));
        });
    }
    cx.bind_in(class, Target::Name(naming.name), value, annotation, naming.name_node);
}
