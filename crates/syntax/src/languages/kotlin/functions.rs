//! Functions, methods, extension functions, secondary constructors and lambdas.

use super::declarations::draft;
use super::{calls, child, children, control, expressions, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// A function, with or without a body; `fun T.f()` is a method of `T`.
pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let in_class = cx.facts().definition(cx.definition()).kind.is_type();
    let extended = extended_type(node, name);
    let kind = if in_class || extended.is_some() { DefinitionKind::Method } else { DefinitionKind::Function };
    let body = child(node, &["function_body"]);
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let draft = draft(cx, kind, name, node, end, above);
    let id = cx.define(draft, extended.is_none());
    let owner = extended.map(|written| types::lower(cx, written));
    cx.definition_mut(id).owner = owner;
    let has_receiver = in_class || extended.is_some();
    lower(cx, node, body, id, has_receiver.then_some(id));
}

/// The type in front of the name.
fn extended_type<'n>(node: Node<'n>, name: Node<'n>) -> Option<Node<'n>> {
    let before = children(node).into_iter().take_while(|part| *part != name);
    before.filter(|part| matches!(part.kind(), "user_type" | "nullable_type" | "parenthesized_type")).last()
}

fn lower(cx: &mut Lowering<'_>, node: Node<'_>, body: Option<Node<'_>>, id: DefId, receiver: Option<DefId>) {
    let receiver = receiver.or(cx.receiver());
    let inner = |cx: &mut Lowering<'_>| {
        cx.with_receiver(receiver, |cx| {
            types::parameters(cx, node);
            parameters(cx, node, id);
            let returns = returned_type(node).map(|written| types::lower(cx, written));
            cx.definition_mut(id).returns = returns;
            if let Some(body) = body {
                function_body(cx, body);
            }
        });
    };
    match body {
        Some(_) => cx.in_body(id, ScopeKind::Function, node, inner),
        None => cx.in_scope(ScopeKind::Function, node, inner),
    };
}

/// The type behind the parameters.
fn returned_type(node: Node<'_>) -> Option<Node<'_>> {
    let parts = children(node);
    let after = parts.into_iter().skip_while(|part| part.kind() != "function_value_parameters").skip(1);
    after.into_iter().find(|part| part.kind().ends_with("_type"))
}

/// `{ .. }`, `= value`.
pub(super) fn function_body(cx: &mut Lowering<'_>, body: Node<'_>) {
    match children(body).first() {
        Some(block) if block.kind() == "block" => control::statements(cx, *block),
        Some(result) => {
            let result = expressions::value(cx, *result);
            cx.returns(result, ReturnKind::Return);
        }
        None => {}
    }
}

fn parameters(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let Some(list) = child(node, &["function_value_parameters"]) else { return };
    let parts = children(list);
    let mut is_rest = false;
    for (at, part) in parts.iter().enumerate() {
        match part.kind() {
            "parameter_modifiers" => is_rest = cx.text(*part).contains("vararg"),
            "parameter" => {
                // A default value follows its parameter.
                let default = parts.get(at + 1).filter(|next| !next.kind().starts_with("parameter"));
                let kind = if is_rest { ParameterKind::Rest } else { ParameterKind::Plain };
                let default = default.map(|default| expressions::value(cx, *default));
                declare(cx, *part, id, kind, default);
                is_rest = false;
            }
            _ => {}
        }
    }
}

fn declare(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, kind: ParameterKind, default: Option<ExprId>) {
    let parts = children(node);
    let Some(name) = parts.iter().find(|part| part.kind() == "identifier").copied() else { return };
    let annotation = parts.last().filter(|last| **last != name).map(|written| types::lower(cx, *written));
    let annotation = annotation.map(|one| if kind == ParameterKind::Rest { cx.list_of(one) } else { one });
    let name_text = cx.text(name).to_owned();
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: name_text, kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, name);
}

/// `constructor(..) : this(..) { .. }`
pub(super) fn constructor(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let word = node.child(0).unwrap_or(node);
    let class = cx.facts().definition(cx.definition()).name.clone();
    let block = child(node, &["block"]);
    let end = block.map_or(node.end_byte(), |block| block.start_byte());
    let mut draft = draft(cx, DefinitionKind::Constructor, word, node, end, above);
    draft.name = class;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(Some(id), |cx| {
            parameters(cx, node, id);
            if let Some(other) = child(node, &["constructor_delegation_call"]) {
                let is_super = other.child(0).is_some_and(|word| cx.text(word) == "super");
                let callee = match is_super {
                    true => cx.expr(Expr::Super { definition: id }),
                    false => cx.expr(Expr::Receiver { definition: id }),
                };
                let given = calls::arguments(cx, other);
                cx.call(callee, given, CallKind::Call, other);
            }
            if let Some(block) = block {
                control::statements(cx, block);
            }
        });
    });
}

/// `{ a, b -> .. }`, `fun(a: T): R { .. }`, named after the variable it is bound to.
pub(super) fn lambda(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let mut draft = match name {
        Some(name) => cx.draft(DefinitionKind::Function, cx.text(name), node, name),
        None => cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node)),
    };
    let list = child(node, &["lambda_parameters", "function_value_parameters"]);
    let end = list.map_or(node.start_byte() + 1, |list| list.end_byte());
    draft.signature = cx.head(node.start_byte(), end).to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| match node.kind() {
        "lambda_literal" => {
            match list {
                Some(list) => children(list).into_iter().for_each(|parameter| lambda_parameter(cx, parameter, id)),
                None => it(cx, node, id),
            }
            let result = control::block_value(cx, node);
            cx.returns(result, ReturnKind::Return);
        }
        _ => {
            parameters(cx, node, id);
            if let Some(body) = child(node, &["function_body"]) {
                function_body(cx, body);
            }
        }
    });
    cx.expr(Expr::Function(id))
}

/// The parameter of a lambda that names none.
fn it(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let parameter = Parameter { name: "it".to_owned(), kind: ParameterKind::Plain, annotation: None, default: None };
    cx.definition_mut(id).parameters.push(parameter);
    cx.bind_parameter(id, 0, node);
}

fn lambda_parameter(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    if node.kind() == "variable_declaration" {
        return declare(cx, node, id, ParameterKind::Plain, None);
    }
    let parameter = Parameter { name: String::new(), kind: ParameterKind::Plain, annotation: None, default: None };
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(parameter);
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, node);
    let whole = cx.name("", node);
    control::destructure(cx, node, whole);
}
