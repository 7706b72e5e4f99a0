//! Functions, initialisers, subscripts, closures.

use super::declarations::{Extended, attributes, define, draft};
use super::{child, children, expressions, has_word, properties, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], extended: Option<&Extended>) {
    let Some(name) = node.field("name") else { return };
    let around = cx.facts().definition(cx.definition()).kind;
    let is_member = around.is_type() || extended.is_some();
    let kind = if is_member { DefinitionKind::Method } else { DefinitionKind::Function };
    let body = node.field("body");
    let mut draft = draft(cx, kind, name, node, node.end_before("body"), above);
    draft.is_static = is_member && (has_word(cx, node, "static") || has_word(cx, node, "class"));
    draft.is_async = has_word(cx, node, "async");
    draft.decorators = attributes(cx, node);
    draft.is_test = is_test(cx, &draft);
    let id = define(cx, draft, extended, true);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        types::parameters(cx, node);
        let returns = result_type(cx, node);
        cx.definition_mut(id).returns = returns;
        parameters(cx, node, id);
        let receiver = if is_member { Some(id) } else { cx.receiver() };
        cx.with_receiver(receiver, |cx| {
            if let Some(body) = body.or_else(|| child(node, &["statements"])) {
                function_body(cx, body);
            }
        });
    });
}

/// By the name in a class of XCTest's, or by the attribute of Swift Testing.
fn is_test(cx: &Lowering<'_>, draft: &Definition) -> bool {
    let named = |id: &ExprId, test: fn(&str) -> bool| match cx.facts().expr(*id) {
        Expr::Name { name, .. } | Expr::Attribute { name, .. } => test(name),
        _ => false,
    };
    let class = cx.facts().definition(cx.definition());
    let in_case =
        class.bases.iter().any(|base| named(base, |name| name.ends_with("TestCase") || name.ends_with("Tests")));
    (in_case && draft.name.starts_with("test")) || draft.decorators.iter().any(|one| named(one, |name| name == "Test"))
}

/// The type behind `->`: of several types in the grammar's one field the last one behind the arrow.
fn result_type(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let mut cursor = node.walk();
    let arrow = node.children(&mut cursor).find(|part| part.kind() == "->")?;
    let written = children(node).into_iter().find(|part| part.start_byte() >= arrow.end_byte())?;
    Some(types::lower(cx, written))
}

/// `init` runs when a value is made, `deinit` when it goes.
pub(super) fn constructor(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], extended: Option<&Extended>) {
    let is_init = node.kind() == "init_declaration";
    let kind = if is_init { DefinitionKind::Constructor } else { DefinitionKind::Method };
    let name = node.field("name").or_else(|| node.child(0)).unwrap_or(node);
    let mut draft = draft(cx, kind, name, node, node.end_before("body"), above);
    draft.name = if is_init { "init" } else { "deinit" }.to_owned();
    let id = define(cx, draft, extended, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        types::parameters(cx, node);
        parameters(cx, node, id);
        cx.with_receiver(Some(id), |cx| {
            if let Some(body) = node.field("body") {
                function_body(cx, body);
            }
        });
    });
}

/// `subscript(i: Int) -> T { .. }`
pub(super) fn subscript(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], extended: Option<&Extended>) {
    let name = node.child(0).unwrap_or(node);
    let end = child(node, &["computed_property"]).map_or(node.end_byte(), |body| body.start_byte());
    let mut draft = draft(cx, DefinitionKind::Method, name, node, end, above);
    draft.name = "subscript".to_owned();
    let id = define(cx, draft, extended, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        let returns = result_type(cx, node);
        cx.definition_mut(id).returns = returns;
        parameters(cx, node, id);
        cx.with_receiver(Some(id), |cx| {
            if let Some(body) = child(node, &["computed_property"]) {
                properties::parts(body).into_iter().for_each(|part| function_body(cx, part));
            }
        });
    });
}

/// The parameters of a declaration, by label, bound under their own names.
fn parameters(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let mut cursor = node.walk();
    let defaults: Vec<(usize, Node<'_>)> =
        node.children_by_field_name("default_value", &mut cursor).map(|value| (value.start_byte(), value)).collect();
    let written: Vec<Node<'_>> = children(node).into_iter().filter(|part| part.kind() == "parameter").collect();
    for (at, parameter) in written.iter().enumerate() {
        let names: Vec<Node<'_>> = parameter.all("name");
        let Some(own) = names.first().copied() else { continue };
        let label = match parameter.field("external_name").map(|label| cx.text(label)) {
            None | Some("_") => cx.text(own),
            Some(label) => label,
        };
        let to = parameter.field("type").or_else(|| names.get(1).copied());
        let annotation = to.map(|written| types::lower(cx, written));
        let end = written.get(at + 1).map_or(usize::MAX, |next| next.start_byte());
        let default = defaults.iter().find(|(start, _)| (parameter.end_byte()..end).contains(start));
        let default = default.map(|(_, value)| expressions::value(cx, *value));
        let is_rest = cx.text(*parameter).ends_with("...");
        let kind = if is_rest { ParameterKind::Rest } else { ParameterKind::Plain };
        push(cx, id, label, cx.text(own), own, kind, annotation, default);
    }
}

#[expect(clippy::too_many_arguments, reason = "what a parameter is made of")]
fn push(
    cx: &mut Lowering<'_>,
    id: DefId,
    label: &str,
    own: &str,
    node: Node<'_>,
    kind: ParameterKind,
    annotation: Option<ExprId>,
    default: Option<ExprId>,
) {
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: label.trim_matches('`').to_owned(), kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter_as(own, id, index, node);
}

/// Statements; a single expression is the result.
pub(super) fn function_body(cx: &mut Lowering<'_>, body: Node<'_>) {
    let inner = if body.kind() == "statements" { Some(body) } else { child(body, &["statements"]) };
    let Some(inner) = inner else { return };
    match children(inner)[..] {
        [only] if expressions::is_value(only) => {
            let result = expressions::value(cx, only);
            cx.returns(result, ReturnKind::Return);
        }
        _ => statements::block(cx, inner),
    }
}

/// `{ [weak self] a, b in .. }`
pub(super) fn closure(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let head = node.field("type");
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), head.map_or(node.start_byte() + 1, |head| head.end_byte())).to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        match head {
            Some(head) => {
                let list = child(head, &["lambda_function_type_parameters"]);
                for parameter in list.map_or_else(Vec::new, children) {
                    let names = parameter.all("name");
                    let Some(own) = names.first().copied() else { continue };
                    let to = parameter.field("type").or_else(|| names.get(1).copied());
                    let annotation = to.map(|written| types::lower(cx, written));
                    push(cx, id, cx.text(own), cx.text(own), own, ParameterKind::Plain, annotation, None);
                }
            }
            None => ["$0", "$1"]
                .into_iter()
                .for_each(|name| push(cx, id, name, name, node, ParameterKind::Plain, None, None)),
        }
        function_body(cx, node);
    });
    cx.expr(Expr::Function(id))
}
