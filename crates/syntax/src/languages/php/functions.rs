//! Functions, methods and closures.

use super::declarations::draft;
use super::expressions::value;
use super::{classes, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children_of};
use facts::{DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind, Target};
use tree_sitter::Node;

pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let draft = draft(cx, DefinitionKind::Function, name, node, node.end_before("body"), above);
    let id = cx.define(draft, true);
    body(cx, node, id, None, above);
}

/// A method, with or without a body. `__construct` is the constructor.
pub(super) fn method(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let kind = match cx.text(name).eq_ignore_ascii_case("__construct") {
        true => DefinitionKind::Constructor,
        false => DefinitionKind::Method,
    };
    let mut draft = draft(cx, kind, name, node, node.end_before("body"), above);
    draft.is_test |= draft.doc.as_ref().is_some_and(|doc| doc.lines().any(|line| line.trim() == "@test"));
    let id = cx.define(draft, false);
    body(cx, node, id, Some(id), above);
}

fn body(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, receiver: Option<DefId>, above: &[Node<'_>]) {
    let lower = |cx: &mut Lowering<'_>| {
        cx.with_receiver(receiver, |cx| {
            head(cx, node, id, above);
            if let Some(body) = node.field("body") {
                statements::statement(cx, body);
            }
        });
    };
    match node.field("body") {
        Some(_) => cx.in_body(id, ScopeKind::Function, node, lower),
        None => cx.in_scope(ScopeKind::Function, node, lower),
    };
}

fn head(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, above: &[Node<'_>]) {
    for parameter in children_of(node.field("parameters")) {
        declare(cx, parameter, id, above);
    }
    let written = node.field("return_type").and_then(|written| types::declared(cx, written));
    let returns = written.or_else(|| types::of_doc(cx, above, "@return", None));
    cx.definition_mut(id).returns = returns;
}

fn declare(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let kind = match node.kind() {
        "variadic_parameter" => ParameterKind::Rest,
        "simple_parameter" | "property_promotion_parameter" => ParameterKind::Plain,
        _ => return,
    };
    // In a by-reference parameter the name is inside.
    let name = if name.kind() == "by_ref" { name.named_child(0).unwrap_or(name) } else { name };
    let text = cx.text(name);
    let written = node.field("type").and_then(|written| types::declared(cx, written));
    let annotation = written.or_else(|| types::of_doc(cx, above, "@param", Some(text)));
    let default = node.field("default_value").map(|default| value(cx, default));
    let parameters = &mut cx.definition_mut(id).parameters;
    // Arguments are given by the name without `$`.
    parameters.push(Parameter { name: text.trim_start_matches('$').to_owned(), kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter_as(text, id, index, name);
    if node.kind() == "property_promotion_parameter" {
        promoted(cx, node, name, id, annotation);
    }
}

/// `__construct(private Foo $foo)`: a property that takes the argument.
fn promoted(cx: &mut Lowering<'_>, node: Node<'_>, name: Node<'_>, method: DefId, annotation: Option<ExprId>) {
    let text = cx.text(name).trim_start_matches('$').to_owned();
    let from = cx.name(cx.text(name), name);
    let base = cx.expr(Expr::Receiver { definition: method });
    cx.bind(Target::Attribute { base, name: text.clone() }, Some(from), annotation, name);
    let Some(class) = cx.facts().definition(method).parent else { return };
    cx.in_definition(class, |cx| {
        let mut draft = cx.draft(DefinitionKind::Field, &text, node, name);
        draft.signature = cx.text(node).to_owned();
        draft.exported = node.field("visibility").is_none_or(|visibility| cx.text(visibility) != "private");
        cx.define(draft, false);
        classes::bind_member(cx, name, None, annotation);
    });
}

/// `function (..) use (..) { .. }`, `fn (..) => ..`. What it uses is found around it.
pub(super) fn closure(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(body) = node.field("body") else { return cx.unknown() };
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        head(cx, node, id, &[]);
        if body.kind() == "compound_statement" {
            statements::statement(cx, body);
        } else {
            let result = value(cx, body);
            cx.returns(result, ReturnKind::Return);
        }
    });
    cx.expr(Expr::Function(id))
}
