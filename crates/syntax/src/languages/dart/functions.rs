//! Functions, methods, accessors, operators, constructors and closures.

use super::classes::{Extended, define};
use super::declarations::draft;
use super::{calls, child, children, expressions, has_word, parts, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind, Target};
use tree_sitter::Node;

/// The parts of a function as it is written.
pub(super) struct Written<'n> {
    /// All of it.
    pub node: Node<'n>,
    /// What has the words in front of the signature, and the initializers behind it.
    pub head: Node<'n>,
    pub signature: Node<'n>,
    pub body: Option<Node<'n>>,
}

pub(super) fn function(cx: &mut Lowering<'_>, written: &Written<'_>, above: &[Node<'_>], extended: Option<&Extended>) {
    let Written { node, head, signature, body } = *written;
    let class = Some(cx.definition()).filter(|around| cx.facts().definition(*around).kind.is_type());
    let is_member = class.is_some() || extended.is_some();
    let names = signature.all("name");
    let Some(name) = names.last().copied().or_else(|| signature.field("operator")) else { return };
    let is_constructor = signature.kind().contains("constructor");
    let kind = match is_member {
        _ if is_constructor => DefinitionKind::Constructor,
        true => DefinitionKind::Method,
        false => DefinitionKind::Function,
    };
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let mut draft = draft(cx, kind, name, node, head, end, above);
    if is_constructor && draft.name == "new" {
        draft.name = names.first().map_or_else(String::new, |class| cx.text(*class).to_owned());
    }
    if signature.kind() == "operator_signature" {
        draft.name = format!("operator{}", draft.name);
    }
    draft.is_static = is_member && has_word(head, "static");
    draft.is_property = matches!(signature.kind(), "getter_signature" | "setter_signature");
    draft.is_async = body.is_some_and(|body| cx.text(body).starts_with("async"));
    // A getter and its setter have one name.
    let is_named =
        !is_constructor && signature.kind() != "setter_signature" && signature.kind() != "operator_signature";
    let id = define(cx, draft, extended, is_named);
    let receiver = if is_member { Some(id) } else { cx.receiver() };
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(receiver, |cx| {
            types::parameters(cx, signature);
            let returns = match signature.field("return_type") {
                Some(returned) => Some(types::lower(cx, returned)),
                None if is_constructor => class.map(|class| cx.expr(Expr::Function(class))),
                None => None,
            };
            cx.definition_mut(id).returns = returns;
            if let Some(list) = signature.field("parameters").filter(|list| list.kind() == "formal_parameter_list") {
                parameters(cx, list, id);
            } else if let Some(list) = child(signature, &["formal_parameter_list"]) {
                parameters(cx, list, id);
            }
            initializers(cx, head, id);
            if let Some(target) = signature.field("target") {
                let callee = types::lower(cx, target);
                cx.call(callee, Vec::new(), CallKind::Call, target);
            }
            if let Some(body) = body {
                function_body(cx, body);
            }
        });
    });
}

/// `: a = b, super.c(d)`, `: this.e(f)`.
fn initializers(cx: &mut Lowering<'_>, head: Node<'_>, id: DefId) {
    if let Some(other) = child(head, &["redirection"]) {
        constructor_call(cx, other, id);
    }
    for entry in child(head, &["initializers"]).map_or_else(Vec::new, children) {
        match child(entry, &["field_initializer", "assertion"]) {
            Some(field) if field.kind() == "field_initializer" => {
                let Some([name, given]) = field.fields(["name", "value"]) else { continue };
                let base = cx.expr(Expr::Receiver { definition: id });
                let given = expressions::value(cx, given);
                cx.bind(Target::Attribute { base, name: cx.text(name).to_owned() }, Some(given), None, name);
            }
            Some(assertion) => statements::values(cx, assertion),
            None => constructor_call(cx, entry, id),
        }
    }
}

/// `super(a)`, `super.b(a)`, `this.b(a)`.
fn constructor_call(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let mut callee = match has_word(node, "super") {
        true => cx.expr(Expr::Super { definition: id }),
        false => cx.expr(Expr::Receiver { definition: id }),
    };
    if let Some(name) = child(node, &["identifier"]) {
        callee = cx.attribute(callee, cx.text(name), name);
    }
    let given = child(node, &["arguments"]).map_or_else(Vec::new, |list| calls::arguments(cx, list));
    cx.call(callee, given, CallKind::Call, node);
}

/// `{ .. }`, `=> value`.
pub(super) fn function_body(cx: &mut Lowering<'_>, body: Node<'_>) {
    match parts(body).last() {
        Some(block) if block.kind() == "block" => statements::block(cx, *block),
        Some(result) if result.kind() != "native" => {
            let result = expressions::value(cx, *result);
            cx.returns(result, ReturnKind::Return);
        }
        _ => {}
    }
}

fn parameters(cx: &mut Lowering<'_>, list: Node<'_>, id: DefId) {
    for part in children(list) {
        if part.kind() != "optional_formal_parameters" {
            parameter(cx, part, id, ParameterKind::Plain, None);
            continue;
        }
        let kind = if has_word(part, "{") { ParameterKind::KeywordOnly } else { ParameterKind::Plain };
        let defaults = part.all("default_value");
        let all: Vec<Node<'_>> = children(part).into_iter().filter(|one| one.kind() == "formal_parameter").collect();
        for (at, one) in all.iter().enumerate() {
            let end = all.get(at + 1).map_or(part.end_byte(), |next| next.start_byte());
            let default = defaults.iter().find(|value| (one.end_byte()..end).contains(&value.start_byte()));
            parameter(cx, *one, id, kind, default.copied());
        }
    }
}

fn parameter(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, kind: ParameterKind, default: Option<Node<'_>>) {
    let inner = child(node, &["field_formal_parameter", "super_formal_parameter"]).unwrap_or(node);
    let Some(name) = inner.field("name").or_else(|| child(inner, &["identifier"])) else { return };
    let is_function = child(inner, &["formal_parameter_list"]).is_some();
    let written = child(inner, &["type"]).filter(|_| !is_function);
    let annotation = written.map(|written| types::lower(cx, written));
    let default = default.map(|default| expressions::value(cx, default));
    let text = cx.text(name).to_owned();
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: text.clone(), kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, name);
    if inner.kind() == "field_formal_parameter" {
        let base = cx.expr(Expr::Receiver { definition: id });
        let from = cx.name(&text, name);
        cx.bind(Target::Attribute { base, name: text }, Some(from), annotation, name);
    }
}

/// `(a) => b`, `(a) { .. }`, named after the variable it is bound to.
pub(super) fn closure(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let mut draft = match name {
        Some(name) => cx.draft(DefinitionKind::Function, cx.text(name), node, name),
        None => cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node)),
    };
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    defined(cx, node, draft)
}

/// The function of a test, under the text that names the test.
pub(super) fn test(cx: &mut Lowering<'_>, node: Node<'_>, name: &str, named: Node<'_>, kind: DefinitionKind) -> ExprId {
    let mut draft = cx.draft(kind, name, node, named);
    draft.is_test = true;
    defined(cx, node, draft)
}

fn defined(cx: &mut Lowering<'_>, node: Node<'_>, mut draft: facts::Definition) -> ExprId {
    let body = node.field("body");
    draft.signature = cx.head(node.start_byte(), node.end_before("body")).trim_end().to_owned();
    draft.is_async = body.is_some_and(|body| cx.text(body).contains("async") && has_word(body, "async"));
    draft.exported = false;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        types::parameters(cx, node);
        if let Some(list) = child(node, &["formal_parameter_list"]) {
            parameters(cx, list, id);
        }
        if let Some(body) = body {
            function_body(cx, body);
        }
    });
    cx.expr(Expr::Function(id))
}
