//! Methods, extensions, functions without a name.

use super::classes::plain_parameter;
use super::declarations::{annotations, draft};
use super::{child, children, expressions, patterns, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// `def f(a: T)(b: U): V = ..`. `owner`: the class that has it and its name, where that is written elsewhere.
pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], owner: Option<(ExprId, &str)>) {
    let Some(name) = node.field("name") else { return };
    let around = cx.facts().definition(cx.definition()).kind;
    let is_member = around.is_type() || owner.is_some();
    let is_constructor = cx.text(name) == "this";
    let kind = match (is_constructor, is_member) {
        (true, _) => DefinitionKind::Constructor,
        (_, true) => DefinitionKind::Method,
        _ => DefinitionKind::Function,
    };
    let lists = node.all("parameters");
    let mut draft = draft(cx, kind, name, node, node.end_before("body"), above);
    draft.decorators = annotations(cx, node);
    draft.is_test =
        draft.decorators.iter().any(|one| matches!(cx.facts().expr(*one), Expr::Name { name, .. } if name == "Test"));
    draft.is_static = owner.is_some();
    draft.is_property = is_member && lists.is_empty() && node.field("type_parameters").is_none();
    draft.owner = owner.map(|(owner, _)| owner);
    let text = draft.name.clone();
    let id = cx.define(draft, !is_constructor);
    if let Some((_, class)) = owner {
        let path = facts::dotted(&cx.facts().definition(cx.definition()).path.clone(), &format!("{class}.{text}"));
        cx.definition_mut(id).path = path;
    }
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        types::parameters(cx, node);
        let returns = node.field("return_type").map(|written| types::lower(cx, written));
        cx.definition_mut(id).returns = returns;
        for parameter_node in lists.iter().flat_map(|list| children(*list)).filter(|one| one.kind() == "parameter") {
            parameter(cx, parameter_node, id);
        }
        let receiver = if is_member { Some(id) } else { cx.receiver() };
        cx.with_receiver(receiver, |cx| {
            if let Some(body) = node.field("body") {
                let result = expressions::value(cx, body);
                cx.returns(result, ReturnKind::Return);
            }
        });
    });
}

/// Adds and binds a parameter; its written type.
pub(super) fn parameter(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) -> Option<ExprId> {
    let name = node.field("name")?;
    let written = node.field("type");
    let annotation = written.map(|written| types::lower(cx, written));
    let default = node.field("default_value").map(|value| expressions::value(cx, value));
    let is_rest = written.is_some_and(|written| written.kind() == "repeated_parameter_type");
    let kind = if is_rest { ParameterKind::Rest } else { ParameterKind::Plain };
    let annotation = annotation.map(|one| if is_rest { cx.list_of(one) } else { one });
    let text = plain_name(cx, name);
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: text, kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, name);
    annotation
}

/// `extension (s: T) def f: U = ..`: methods of `T`, whose value is `s`.
pub(super) fn extension(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let parameter = node.field("parameters").and_then(|list| child(list, &["parameter"]));
    let own = parameter.and_then(|parameter| parameter.field("name").zip(parameter.field("type")));
    let Some((name, written)) = own else { return };
    let owner = types::lower(cx, written);
    let class: String = cx.text(written).split('[').next().unwrap_or("").to_owned();
    let bodies: Vec<Node<'_>> = node.all("body");
    let bodies = bodies
        .into_iter()
        .flat_map(|body| if body.kind() == "function_definition" { vec![body] } else { children(body) });
    for body in bodies.filter(|body| body.kind() == "function_definition") {
        cx.in_scope(ScopeKind::Block, node, |cx| {
            let before = cx.facts().definitions.len();
            cx.bind_name(name, None, Some(owner));
            function(cx, body, above, Some((owner, &class)));
            if let Some(method) = cx.facts_mut().definitions.get_mut(before) {
                method.is_static = false;
            }
        });
    }
}

/// `x => ..`, `(a: T, b) => ..`.
pub(super) fn lambda(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let id = define_lambda(cx, node);
    let written = node.field("parameters");
    let body = children(node).into_iter().rfind(|part| Some(*part) != written);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        for one in written.map_or_else(Vec::new, |written| match written.kind() {
            "bindings" => children(written),
            _ => vec![written],
        }) {
            let name = one.field("name").unwrap_or(one);
            let annotation = one.field("type").map(|written| types::lower(cx, written));
            let text = plain_name(cx, name);
            bind(cx, id, &text, annotation, name);
        }
        if let Some(body) = body {
            let result = expressions::value(cx, body);
            cx.returns(result, ReturnKind::Return);
        }
    });
    cx.expr(Expr::Function(id))
}

/// `{ case p => .. }`: a function of what the cases take apart.
pub(super) fn of_cases(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let id = define_lambda(cx, node);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        bind(cx, id, "", None, node);
        let given = cx.name("", node);
        let result = patterns::cases(cx, node, Some(given));
        cx.returns(result, ReturnKind::Return);
    });
    cx.expr(Expr::Function(id))
}

/// `_.f(a)`: a function of what stands for `_`.
pub(super) fn of_wildcard(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let id = define_lambda(cx, node);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        bind(cx, id, "_", None, node);
        let result = expressions::inner(cx, node);
        cx.returns(result, ReturnKind::Return);
    });
    cx.expr(Expr::Function(id))
}

fn define_lambda(cx: &mut Lowering<'_>, node: Node<'_>) -> DefId {
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), node.end_byte()).lines().next().unwrap_or("").to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    cx.define(draft, false)
}

fn bind(cx: &mut Lowering<'_>, id: DefId, name: &str, annotation: Option<ExprId>, node: Node<'_>) {
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(plain_parameter(name, annotation));
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, node);
}

fn plain_name(cx: &Lowering<'_>, node: Node<'_>) -> String {
    cx.text(node).trim_matches('`').to_owned()
}
