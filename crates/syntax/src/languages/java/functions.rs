//! Methods, constructors and lambdas.

use super::declarations::draft;
use super::{children, children_of, expressions, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// A method, with or without a body.
pub(super) fn method(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let body = node.field("body");
    let draft = draft(cx, DefinitionKind::Method, name, node, node.end_before("body"), above);
    let id = cx.define(draft, true);
    lower(cx, node, body, id);
}

/// A constructor. It is not bound: in its class, the name means the class.
pub(super) fn constructor(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some([name, body]) = node.fields(["name", "body"]) else { return };
    let draft = draft(cx, DefinitionKind::Constructor, name, node, body.start_byte(), above);
    let id = cx.define(draft, false);
    lower(cx, node, Some(body), id);
}

fn lower(cx: &mut Lowering<'_>, node: Node<'_>, body: Option<Node<'_>>, id: DefId) {
    match body {
        Some(body) => {
            cx.in_body(id, ScopeKind::Function, node, |cx| {
                cx.with_receiver(Some(id), |cx| {
                    head(cx, node, id);
                    statements::statements(cx, body);
                });
            });
        }
        None => {
            cx.in_scope(ScopeKind::Function, node, |cx| head(cx, node, id));
        }
    }
}

fn head(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    types::parameters(cx, node);
    for parameter in children_of(node.field("parameters")) {
        declared(cx, parameter, id);
    }
    let returns = node.field("type").map(|written| types::lower(cx, written));
    cx.definition_mut(id).returns = returns;
}

fn declared(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    match node.kind() {
        "formal_parameter" => {
            let annotation = node.field("type").and_then(|written| types::declared(cx, written));
            if let Some(name) = node.field("name") {
                parameter(cx, name, id, ParameterKind::Plain, annotation);
            }
        }
        "spread_parameter" => {
            let parts = children(node);
            let (Some(declarator), Some(written)) =
                (parts.last(), parts.iter().find(|part| part.kind() != "modifiers"))
            else {
                return;
            };
            let element = types::lower(cx, *written);
            let annotation = Some(cx.list_of(element));
            if let Some(name) = declarator.field("name") {
                parameter(cx, name, id, ParameterKind::Rest, annotation);
            }
        }
        "identifier" => parameter(cx, node, id, ParameterKind::Plain, None),
        _ => {}
    }
}

fn parameter(cx: &mut Lowering<'_>, name: Node<'_>, id: DefId, kind: ParameterKind, annotation: Option<ExprId>) {
    let text = cx.text(name).to_owned();
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: text, kind, annotation, default: None });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, name);
}

/// `x -> ..`, named after the variable it is bound to.
pub(super) fn lambda(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let Some(body) = node.field("body") else { return cx.unknown() };
    let mut cursor = node.walk();
    let arrow = node.children(&mut cursor).find(|child| child.kind() == "->").unwrap_or(node);
    let mut draft = match name {
        Some(name) => cx.draft(DefinitionKind::Function, cx.text(name), node, name),
        None => cx.draft(DefinitionKind::Lambda, "", node, arrow),
    };
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        match node.field("parameters") {
            Some(one) if one.kind() == "identifier" => declared(cx, one, id),
            Some(list) => children(list).into_iter().for_each(|parameter| declared(cx, parameter, id)),
            None => {}
        }
        if body.kind() == "block" {
            statements::statements(cx, body);
        } else {
            let result = expressions::value(cx, body, None);
            cx.returns(result, ReturnKind::Return);
        }
    });
    cx.expr(Expr::Function(id))
}
