//! Properties, indexers and events with accessors.

use super::declarations::draft;
use super::{expressions, functions, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children_of};
use facts::{Definition, DefinitionKind, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// A property: methods where its accessors have code, else a field.
pub(super) fn property(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let annotation = node.field("type").and_then(|written| types::declared(cx, written));
    let with_code = accessors(node).into_iter().filter(|accessor| accessor.field("body").is_some());
    let with_code: Vec<Node<'_>> = with_code.collect();
    let arrow = node.field("value").filter(|value| value.kind() == "arrow_expression_clause");
    let end = head_end(node);
    if with_code.is_empty() && arrow.is_none() {
        let mut draft = draft(cx, DefinitionKind::Field, name, node, end, above);
        draft.returns = annotation;
        let id = cx.define(draft, false);
        let bound = node.field("value");
        let value =
            bound.map(|bound| cx.with_receiver(Some(id), |cx| super::members::initial_value(cx, bound, annotation)));
        return cx.bind_name(name, value, annotation);
    }
    if let Some(arrow) = arrow {
        let draft = draft(cx, DefinitionKind::Method, name, node, end, above);
        accessor(cx, draft, annotation, arrow, false);
    }
    for (at, accessor_node) in with_code.into_iter().enumerate() {
        // The first stands for the property, with its documentation.
        let mut draft = draft(cx, DefinitionKind::Method, name, node, end, above);
        if at > 0 {
            draft.span = cx.span(accessor_node);
        }
        let sets = accessor_node.kind_of("name") != "get";
        let Some(body) = accessor_node.field("body") else { continue };
        accessor(cx, draft, annotation, body, sets);
    }
    cx.bind_name(name, None, annotation);
}

fn accessors(node: Node<'_>) -> Vec<Node<'_>> {
    let list = children_of(node.field("accessors"));
    list.into_iter().filter(|child| child.kind() == "accessor_declaration").collect()
}

fn head_end(node: Node<'_>) -> usize {
    node.end_before("accessors").min(node.end_before("value"))
}

fn accessor(cx: &mut Lowering<'_>, draft: Definition, annotation: Option<ExprId>, body: Node<'_>, sets: bool) {
    let draft = Definition { is_property: true, returns: annotation.filter(|_| !sets), ..draft };
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, body, |cx| {
        cx.with_receiver(Some(id), |cx| {
            if sets {
                let name = "value".to_owned();
                let value = Parameter { name, kind: ParameterKind::Plain, annotation, default: None };
                cx.definition_mut(id).parameters.push(value);
                cx.bind_parameter(id, 0, body);
            }
            code(cx, body, !sets);
        });
    });
}

/// A block, or `=> value`, which is returned where `returns`.
pub(super) fn code(cx: &mut Lowering<'_>, body: Node<'_>, returns: bool) {
    if body.kind() != "arrow_expression_clause" {
        return statements::statements(cx, body);
    }
    if let Some(only) = expressions::values_in(body).into_iter().next() {
        let value = expressions::value(cx, only, None);
        if returns {
            cx.returns(value, ReturnKind::Return);
        }
    }
}

/// `this[..]`: called by no name.
pub(super) fn indexer(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let mut cursor = node.walk();
    let Some(name) = node.children(&mut cursor).find(|child| child.kind() == "this") else { return };
    let draft = draft(cx, DefinitionKind::Method, name, node, head_end(node), above);
    let id = cx.define(draft, false);
    let arrow = node.field("value").filter(|value| value.kind() == "arrow_expression_clause");
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(Some(id), |cx| {
            functions::parameters(cx, node, id);
            let bodies = accessors(node).into_iter().filter_map(|accessor| accessor.field("body"));
            bodies.chain(arrow).for_each(|body| code(cx, body, true));
        });
    });
    let returns = node.field("type").map(|written| types::lower(cx, written));
    cx.definition_mut(id).returns = returns;
}
