//! Properties and local variables.

use super::declarations::draft;
use super::{child, children, control, expressions, functions, types};
use crate::Lowering;
use facts::{DefinitionKind, ExprId, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

/// `val a: T = b`, with a getter and a setter where it has them; `val (a, b) = c`.
pub(super) fn property(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(variable) = child(node, &["variable_declaration"]) else {
        if let (Some(names), Some(given)) = (child(node, &["multi_variable_declaration"]), children(node).last()) {
            let whole = expressions::value(cx, *given);
            control::destructure(cx, names, whole);
        }
        return;
    };
    let Some(name) = child(variable, &["identifier"]) else { return };
    let holder = cx.facts().definition(cx.definition()).kind;
    let written = children(variable).last().copied().filter(|last| *last != name);
    let annotation = written.map(|written| types::lower(cx, written));
    let (getter, setter) = (child(node, &["getter"]), child(node, &["setter"]));
    let extended =
        children(node).into_iter().take_while(|part| *part != variable).find(|part| part.kind() == "user_type");
    if getter.is_some() || extended.is_some() {
        accessors(cx, node, name, above, extended, annotation, [getter, setter]);
        return;
    }
    let is_member = holder.is_type();
    let mut own = None;
    if is_member || holder == DefinitionKind::Module {
        let kind = if is_member { DefinitionKind::Field } else { DefinitionKind::Variable };
        let end = initial(node).filter(|value| value.end_position().row > node.start_position().row);
        let draft = draft(cx, kind, name, node, end.map_or(node.end_byte(), |value| value.start_byte()), above);
        own = Some(cx.define(draft, false));
    }
    let receiver = own.filter(|_| is_member).or(cx.receiver());
    let value = cx.with_receiver(receiver, |cx| initial(node).map(|value| bound(cx, value, name)));
    cx.bind_name(name, value, annotation);
    if !is_member {
        value.map(|value| cx.last_binding_defines(value));
    }
    if let Some(setter) = setter {
        cx.with_receiver(receiver, |cx| set(cx, setter));
    }
}

/// What a property is initialised with: behind `=`, or what a delegate's lambda returns.
fn initial(node: Node<'_>) -> Option<Node<'_>> {
    if let Some(delegate) = child(node, &["property_delegate"]) {
        return children(delegate).last().copied();
    }
    let mut cursor = node.walk();
    let equals = node.children(&mut cursor).find(|child| child.kind() == "=")?;
    children(node).into_iter().find(|part| part.start_byte() >= equals.end_byte() && !part.kind().ends_with("etter"))
}

/// `by lazy { value }` is the value.
fn bound(cx: &mut Lowering<'_>, value: Node<'_>, name: Node<'_>) -> ExprId {
    let is_lazy = value.kind() == "call_expression" && value.named_child(0).is_some_and(|f| cx.text(f) == "lazy");
    let lambda = child(value, &["annotated_lambda"]).and_then(|lambda| child(lambda, &["lambda_literal"]));
    match lambda.filter(|_| is_lazy) {
        Some(lambda) => control::block_value(cx, lambda),
        None => expressions::named(cx, value, Some(name)),
    }
}

/// A setter of a property that is read without code.
fn set(cx: &mut Lowering<'_>, setter: Node<'_>) {
    let Some(body) = child(setter, &["function_body"]) else { return };
    cx.in_scope(ScopeKind::Function, setter, |cx| {
        if let Some(name) = child(setter, &["identifier"]) {
            cx.bind_name(name, None, None);
        }
        functions::function_body(cx, body);
    });
}

/// A getter and a setter as methods that are read and assigned to.
fn accessors(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    name: Node<'_>,
    above: &[Node<'_>],
    extended: Option<Node<'_>>,
    annotation: Option<ExprId>,
    both: [Option<Node<'_>>; 2],
) {
    for (accessor, at) in both.into_iter().flatten().zip(0..) {
        let mut draft = draft(cx, DefinitionKind::Method, name, node, accessor.start_byte(), above);
        draft.is_property = true;
        draft.owner = extended.map(|written| types::lower(cx, written));
        draft.returns = annotation.filter(|_| accessor.kind() == "getter");
        if at > 0 {
            draft.span = cx.span(accessor);
        }
        let id = cx.define(draft, false);
        cx.in_body(id, ScopeKind::Function, accessor, |cx| {
            cx.with_receiver(Some(id), |cx| {
                if let Some(given) = child(accessor, &["identifier", "parameter_with_optional_type"]) {
                    let name = cx.text(given).to_owned();
                    let parameter = Parameter { name, kind: ParameterKind::Plain, annotation, default: None };
                    cx.definition_mut(id).parameters.push(parameter);
                    cx.bind_parameter(id, 0, given);
                }
                if let Some(body) = child(accessor, &["function_body"]) {
                    functions::function_body(cx, body);
                }
            });
        });
    }
    if let Some(value) = initial(node) {
        expressions::value(cx, value);
    }
}
