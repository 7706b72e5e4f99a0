//! Methods, constructors, operators, local functions and lambdas.

use super::declarations::draft;
use super::{expressions, members, properties, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// A method, with or without a body.
pub(super) fn method(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Method, name, node, node.end_before("body"), above);
    let extended = extended(cx, node);
    draft.owner = extended.map(|written| types::lower(cx, written));
    draft.is_static &= extended.is_none();
    let id = cx.define(draft, true);
    lower(cx, node, id);
}

/// The type that an extension method is for: that of its first parameter, written with `this`.
fn extended<'n>(cx: &Lowering<'_>, node: Node<'n>) -> Option<Node<'n>> {
    let first = node.field("parameters")?.named_child(0)?;
    let has_this = children(first).into_iter().any(|child| child.kind() == "modifier" && cx.text(child) == "this");
    first.field("type").filter(|_| has_this)
}

/// A constructor. It is not bound: in its class, the name means the class.
pub(super) fn constructor(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let draft = draft(cx, DefinitionKind::Constructor, name, node, node.end_before("body"), above);
    let id = cx.define(draft, false);
    lower(cx, node, id);
}

/// Operators, conversions and destructors, which no call names.
pub(super) fn operator(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let sign = node.field("operator").or_else(|| node.field("name")).or_else(|| node.field("type"));
    let Some(sign) = sign else { return };
    let mut draft = draft(cx, DefinitionKind::Method, sign, node, node.end_before("body"), above);
    draft.name = match node.kind() {
        "destructor_declaration" => format!("~{}", draft.name),
        _ => format!("operator {}", draft.name),
    };
    let id = cx.define(draft, false);
    lower(cx, node, id);
}

fn lower(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    match node.field("body") {
        Some(body) => {
            cx.in_body(id, ScopeKind::Function, node, |cx| {
                cx.with_receiver(Some(id), |cx| {
                    head(cx, node, id);
                    properties::code(cx, body, node.kind() != "constructor_declaration");
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
    parameters(cx, node, id);
    let written = node.field("returns").or_else(|| node.field("type"));
    let returns = written.map(|written| types::lower(cx, written));
    cx.definition_mut(id).returns = returns;
    let initializer = children(node).into_iter().find(|child| child.kind() == "constructor_initializer");
    if let Some(initializer) = initializer {
        other_constructor(cx, initializer);
    }
}

/// `: this(..)` and `: base(..)`.
fn other_constructor(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let is_base = node.children(&mut cursor).any(|child| child.kind() == "base");
    let callee = match cx.receiver() {
        Some(definition) if is_base => cx.expr(Expr::Super { definition }),
        _ => members::receiver(cx),
    };
    let list = children(node).into_iter().find(|child| child.kind() == "argument_list");
    let given = list.map_or_else(Vec::new, |list| expressions::given(cx, list));
    cx.call(callee, given, CallKind::Call, node);
}

/// The parameters of a function. `params T[] xs` is not a node of its own: its parts are in the list.
pub(super) fn parameters(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let Some(list) = node.field("parameters") else { return };
    for parameter in children(list).into_iter().filter(|child| child.kind() == "parameter") {
        declared(cx, parameter, id);
    }
    if let (Some(name), Some(written)) = (list.field("name"), list.field("type")) {
        let annotation = Some(types::lower(cx, written));
        add(cx, name, id, ParameterKind::Rest, annotation, None);
    }
}

fn declared(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let Some(name) = node.field("name") else { return };
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    let default = members::initial(node).map(|bound| expressions::value(cx, bound, None));
    let is_receiver = children(node).into_iter().any(|child| child.kind() == "modifier" && cx.text(child) == "this");
    let kind = if is_receiver { ParameterKind::Receiver } else { ParameterKind::Plain };
    add(cx, name, id, kind, annotation, default);
}

fn add(
    cx: &mut Lowering<'_>,
    name: Node<'_>,
    id: DefId,
    kind: ParameterKind,
    annotation: Option<ExprId>,
    default: Option<ExprId>,
) {
    let text = cx.text(name).to_owned();
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: text, kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, name);
}

/// A function inside a function, or at the top of a program.
pub(super) fn local(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Function, name, node, node.end_before("body"), above);
    draft.exported = false;
    let id = cx.define(draft, true);
    let Some(body) = node.field("body") else { return };
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        head(cx, node, id);
        properties::code(cx, body, true);
    });
}

/// `x => ..` and `delegate (..) { .. }`, named after the variable it is bound to.
pub(super) fn lambda(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let body = node.field("body").or_else(|| children(node).into_iter().rfind(|child| child.kind() == "block"));
    let Some(body) = body else { return cx.unknown() };
    let mut cursor = node.walk();
    let arrow = node.children(&mut cursor).find(|child| child.kind() == "=>").unwrap_or(node);
    let mut draft = match name {
        Some(name) => cx.draft(DefinitionKind::Function, cx.text(name), node, name),
        None => cx.draft(DefinitionKind::Lambda, "", node, arrow),
    };
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.exported = false;
    draft.is_async = children(node).into_iter().any(|child| cx.text(child) == "async");
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        match node.field("parameters") {
            Some(one) if one.kind() == "implicit_parameter" => add(cx, one, id, ParameterKind::Plain, None, None),
            Some(list) => {
                for parameter in children_of(Some(list)) {
                    match parameter.kind() {
                        "parameter" => declared(cx, parameter, id),
                        _ => add(cx, parameter, id, ParameterKind::Plain, None, None),
                    }
                }
            }
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
