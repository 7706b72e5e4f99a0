//! Functions, methods and function literals.

use super::declarations::finish;
use super::{statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// `func f() {}`.
pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Function, name, node, above);
    draft.is_test = is_test(cx, node, cx.text(name));
    // `init` may be written many times and is called by none.
    let id = cx.define(draft, cx.text(name) != "init");
    body(cx, node, id, None);
}

/// `func (r *T) m() {}`.
pub(super) fn method(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let receiver = node.field("receiver").and_then(|list| children(list).into_iter().next());
    let written = receiver.and_then(|receiver| receiver.field("type")).map(types::own_name);
    let mut draft = draft(cx, DefinitionKind::Method, name, node, above);
    draft.owner = written.map(|written| types::lower(cx, written));
    let id = cx.define(draft, false);
    if let Some(written) = written {
        let path = facts::dotted(cx.text(written), cx.text(name));
        cx.definition_mut(id).path = path;
    }
    body(cx, node, id, receiver);
}

/// A method of an interface.
pub(super) fn signature(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let draft = draft(cx, DefinitionKind::Method, name, node, above);
    let id = cx.define(draft, true);
    cx.in_scope(ScopeKind::Function, node, |cx| {
        head(cx, node, id);
    });
}

/// `func() {}`, named after what it is bound to.
pub(super) fn literal(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<(Node<'_>, &[Node<'_>])>) -> ExprId {
    let mut draft = match name {
        Some((name, above)) => {
            let mut draft = draft(cx, DefinitionKind::Function, name, node, above);
            draft.exported &= cx.scope() == facts::ScopeId::FILE;
            draft
        }
        None => {
            let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
            finish(cx, &mut draft, node, node.end_before("body"), &[]);
            draft
        }
    };
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let id = cx.define(draft, false);
    body(cx, node, id, None);
    cx.expr(Expr::Function(id))
}

fn draft(cx: &Lowering<'_>, kind: DefinitionKind, name: Node<'_>, node: Node<'_>, above: &[Node<'_>]) -> Definition {
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    finish(cx, &mut draft, node, node.end_before("body"), above);
    draft
}

/// `func TestX(t *testing.T)` and its kin.
fn is_test(cx: &Lowering<'_>, node: Node<'_>, name: &str) -> bool {
    let prefixed = ["Test", "Benchmark", "Fuzz", "Example"].iter().any(|prefix| name.starts_with(prefix));
    let list = node.field("parameters").map_or("", |list| cx.text(list));
    prefixed && (list.contains("testing.") || name.starts_with("Example") && list == "()")
}

fn body(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, receiver: Option<Node<'_>>) {
    let Some(block) = node.field("body") else {
        cx.in_scope(ScopeKind::Function, node, |cx| {
            head(cx, node, id);
        });
        return;
    };
    let means = if node.kind() == "func_literal" { cx.receiver() } else { receiver.map(|_| id) };
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(means, |cx| {
            if let Some(receiver) = receiver {
                receiver_parameters(cx, receiver);
                parameter(cx, receiver, id, ParameterKind::Receiver);
            }
            let results = head(cx, node, id);
            cx.definition_mut(id).body = Some(cx.scope());
            statements::with_results(cx, block, &results);
        });
    });
}

/// The type parameters that a receiver `(s *Stack[T])` names.
fn receiver_parameters(cx: &mut Lowering<'_>, receiver: Node<'_>) {
    let mut at = receiver.field("type");
    while let Some(node) = at {
        if let Some(list) = node.field("type_arguments") {
            for name in children(list) {
                cx.bind_name(name, None, None);
            }
            return;
        }
        at = node.named_child(0).filter(|_| node.kind() == "pointer_type");
    }
}

/// Type parameters, parameters and results; the names of the results.
fn head(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) -> Vec<String> {
    types::parameters(cx, node);
    for declared in children_of(node.field("parameters")) {
        let rest = declared.kind() == "variadic_parameter_declaration";
        parameter(cx, declared, id, if rest { ParameterKind::Rest } else { ParameterKind::Plain });
    }
    let Some(result) = node.field("result") else { return Vec::new() };
    let returns = types::result(cx, result);
    cx.definition_mut(id).returns = Some(returns);
    let mut names = Vec::new();
    for declared in children(result).into_iter().filter(|node| node.kind() == "parameter_declaration") {
        let annotation = declared.field("type").map(|written| types::lower(cx, written));
        for name in declared.all("name") {
            cx.bind_name(name, None, annotation);
            names.push(cx.text(name).to_owned());
        }
    }
    names
}

/// One declaration may name several parameters, or none.
fn parameter(cx: &mut Lowering<'_>, declared: Node<'_>, id: DefId, kind: ParameterKind) {
    let mut annotation = declared.field("type").map(|written| types::lower(cx, written));
    if let (ParameterKind::Rest, Some(element)) = (kind, annotation) {
        annotation = Some(cx.list_of(element));
    }
    let names = declared.all("name");
    let add = |cx: &mut Lowering<'_>, name: &str| {
        let parameters = &mut cx.definition_mut(id).parameters;
        parameters.push(Parameter { name: name.to_owned(), kind, annotation, default: None });
        parameters.len() as u32 - 1
    };
    if names.is_empty() {
        add(cx, "");
    }
    for name in names {
        let index = add(cx, cx.text(name));
        cx.bind_parameter(id, index, name);
    }
}

/// `return` without values returns the named results.
pub(super) fn bare_return(cx: &mut Lowering<'_>, results: &[String], at: Node<'_>) {
    let values: Vec<ExprId> = results.iter().map(|name| cx.name(name, at)).collect();
    if values.is_empty() {
        return;
    }
    let value = cx.one_or_tuple(values);
    cx.returns(value, ReturnKind::Return);
}
