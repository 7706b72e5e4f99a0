//! Properties and variables.

use super::declarations::{Extended, attributes, define, draft};
use super::functions::function_body;
use super::{child, children, expressions, has_word, patterns, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefinitionKind, ExprId, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

/// `var a: T = b`, `let (a, b) = c`, with what it computes or observes.
pub(super) fn property(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], extended: Option<&Extended>) {
    let annotation = types::annotation(cx, node);
    let values = node.all("value");
    for (at, pattern) in node.all("name").into_iter().enumerate() {
        let bound = values.get(at).or(values.first()).copied();
        match pattern.field("bound_identifier") {
            Some(name) => one(cx, node, name, annotation, bound, above, extended),
            None => {
                let whole = bound.map(|bound| expressions::value(cx, bound));
                patterns::bind(cx, pattern, whole, annotation);
            }
        }
    }
}

fn one(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    name: Node<'_>,
    annotation: Option<ExprId>,
    bound: Option<Node<'_>>,
    above: &[Node<'_>],
    extended: Option<&Extended>,
) {
    let holder = cx.facts().definition(cx.definition()).kind;
    let is_member = holder.is_type() || extended.is_some();
    let is_static = is_member && (has_word(cx, node, "static") || has_word(cx, node, "class"));
    if let Some(body) = node.field("computed_value") {
        return computed(cx, node, name, body, annotation, above, extended);
    }
    let mut own = None;
    if is_member || holder == DefinitionKind::Module {
        let kind = if is_member { DefinitionKind::Field } else { DefinitionKind::Variable };
        let end = bound.filter(|value| value.end_position().row > node.start_position().row);
        let mut draft = draft(cx, kind, name, node, end.map_or(node.end_byte(), |value| value.start_byte()), above);
        draft.is_static = is_static;
        draft.decorators = attributes(cx, node);
        if extended.is_some() {
            draft.returns = annotation;
        }
        own = Some(define(cx, draft, extended, false));
    }
    let receiver = own.filter(|_| is_member).or(cx.receiver());
    let value = cx.with_receiver(receiver, |cx| bound.map(|value| expressions::value(cx, value)));
    if extended.is_none() {
        cx.bind_name(name, value, annotation);
        if !is_member {
            value.map(|value| cx.last_binding_defines(value));
        }
    }
    if let Some(observers) = child(node, &["willset_didset_block"]) {
        for observer in children(observers) {
            cx.with_receiver(receiver, |cx| {
                cx.in_scope(ScopeKind::Block, observer, |cx| {
                    if let Some(body) = child(observer, &["statements"]) {
                        super::statements::block(cx, body);
                    }
                });
            });
        }
    }
}

/// The bodies of a computed property: its getter and its setter, or what it computes.
pub(super) fn parts(body: Node<'_>) -> Vec<Node<'_>> {
    let parts: Vec<Node<'_>> = children(body).into_iter().filter(|part| part.kind().starts_with("computed_")).collect();
    if parts.is_empty() { vec![body] } else { parts }
}

/// Methods that are read and assigned to.
fn computed(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    name: Node<'_>,
    body: Node<'_>,
    annotation: Option<ExprId>,
    above: &[Node<'_>],
    extended: Option<&Extended>,
) {
    let holder = cx.facts().definition(cx.definition()).kind;
    let is_member = holder.is_type() || extended.is_some();
    for part in parts(body) {
        let is_setter = part.kind() == "computed_setter";
        let kind = if is_member { DefinitionKind::Method } else { DefinitionKind::Function };
        let mut draft = draft(cx, kind, name, node, body.start_byte(), above);
        draft.is_property = true;
        draft.is_static = is_member && (has_word(cx, node, "static") || has_word(cx, node, "class"));
        draft.returns = annotation.filter(|_| !is_setter);
        if is_setter {
            draft.span = cx.span(part);
        }
        // A getter and its setter have one name.
        let id = define(cx, draft, extended, !is_setter);
        cx.in_body(id, ScopeKind::Function, part, |cx| {
            let receiver = if is_member { Some(id) } else { cx.receiver() };
            cx.with_receiver(receiver, |cx| {
                if is_setter {
                    let given = child(part, &["simple_identifier"]);
                    let own = given.map_or("newValue", |given| cx.text(given)).to_owned();
                    let parameter = Parameter { name: own, kind: ParameterKind::Plain, annotation, default: None };
                    cx.definition_mut(id).parameters.push(parameter);
                    cx.bind_parameter(id, 0, given.unwrap_or(part));
                }
                function_body(cx, part);
            });
        });
    }
}
