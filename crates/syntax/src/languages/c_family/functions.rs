//! Functions and prototypes.

use super::declarations::{finish, has_storage};
use super::declarators::take_apart;
use super::{declarations, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefId, Definition, DefinitionKind, ExprId, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

/// A function with its body.
pub(super) fn definition(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(declarator) = node.field("declarator") else { return };
    let apart = take_apart(declarator);
    let named = apart.name.filter(|name| name.kind() == "identifier").zip(apart.function);
    let Some((name, function)) = named else {
        // What the grammar makes of a macro in front of a block.
        return declarations::in_body(cx, node);
    };
    let returns = types::of(cx, node);
    let Some(body) = node.field("body") else { return };
    let mut draft = draft(cx, node, name, body.start_byte(), above);
    draft.returns = returns;
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        parameters(cx, function, id);
        old_style(cx, node, id);
        statements::inside(cx, body);
    });
}

fn draft(cx: &Lowering<'_>, node: Node<'_>, name: Node<'_>, head_end: usize, above: &[Node<'_>]) -> Definition {
    let mut draft = cx.draft(DefinitionKind::Function, cx.text(name), node, name);
    finish(cx, &mut draft, node, head_end, above);
    draft.is_test = cx.text(name).starts_with("test_");
    draft
}

/// A function without its body. One inside a function is known there, and is found elsewhere.
pub(super) fn prototype(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    name: Node<'_>,
    function: Node<'_>,
    returns: Option<ExprId>,
    above: &[Node<'_>],
) {
    if cx.definition() != DefId::MODULE {
        return;
    }
    let mut draft = draft(cx, node, name, node.end_byte(), above);
    draft.returns = returns;
    // A static one is of the same file: its body is what it means.
    draft.exported = !has_storage(cx, node, "static");
    let id = cx.define(draft, true);
    cx.in_scope(ScopeKind::Function, function, |cx| parameters(cx, function, id));
}

fn parameters(cx: &mut Lowering<'_>, function: Node<'_>, id: DefId) {
    for declared in children_of(function.field("parameters")) {
        match declared.kind() {
            "parameter_declaration" => declared_parameter(cx, declared, id),
            "variadic_parameter" => add(cx, "", ParameterKind::Rest, None, id, declared),
            // Types follow behind the parentheses.
            "identifier" => add(cx, cx.text(declared), ParameterKind::Plain, None, id, declared),
            _ => {}
        }
    }
}

fn declared_parameter(cx: &mut Lowering<'_>, declared: Node<'_>, id: DefId) {
    let written = types::of(cx, declared);
    let Some(declarator) = declared.field("declarator") else {
        // `(void)` has no parameters.
        let is_none = declared.field("type").is_some_and(|written| cx.text(written) == "void");
        if !is_none {
            add(cx, "", ParameterKind::Plain, written, id, declared);
        }
        return;
    };
    let apart = take_apart(declarator);
    let annotation = match apart.function {
        // A function as a parameter is a pointer to it.
        Some(_) => None,
        None => apart.typed(cx, written),
    };
    let name = apart.name.map_or("", |name| cx.text(name));
    add(cx, name, ParameterKind::Plain, annotation, id, declared);
}

fn add(cx: &mut Lowering<'_>, name: &str, kind: ParameterKind, annotation: Option<ExprId>, id: DefId, node: Node<'_>) {
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: name.to_owned(), kind, annotation, default: None });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, node);
}

/// `int f(a, b) int a; struct s *b; { .. }`: the types of parameters.
fn old_style(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    for declaration in children(node).into_iter().filter(|child| child.kind() == "declaration") {
        let written = types::of(cx, declaration);
        for apart in declaration.all("declarator").into_iter().map(take_apart) {
            let Some(name) = apart.name else { continue };
            let annotation = apart.typed(cx, written);
            let text = cx.text(name);
            let parameters = &mut cx.definition_mut(id).parameters;
            let place = parameters.iter().position(|parameter| parameter.name == text);
            if let Some(place) = place {
                parameters[place].annotation = annotation;
                cx.bind_parameter(id, place as u32, name);
            }
        }
    }
}
