//! Functions, methods, arrow functions and their parameters.

use super::expressions;
use super::names::{Lead, Naming, define};
use super::patterns::{self, Write};
use super::{classes, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{
    Binding, BindingKind, DefId, Definition, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind,
    ScopeId, ScopeKind, Target,
};
use std::collections::HashSet;
use tree_sitter::Node;

/// `function f() {}`, also without a body.
pub(super) fn declaration<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(name) = node.field("name") else { return };
    let naming = Naming::new(cx.text(name), name, node).with_lead(lead);
    function(cx, node, &naming, true);
}

/// A function as a value: named after what it is bound to, else by its own name, else a lambda.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>, test: bool) -> ExprId {
    let own = node.field("name");
    let id = match (naming, own) {
        (Some(naming), _) => function(cx, node, naming, false),
        (None, Some(own)) => function(cx, node, &Naming::new(cx.text(own), own, node), false),
        (None, None) => lambda(cx, node, test),
    };
    cx.expr(Expr::Function(id))
}

fn lambda(cx: &mut Lowering<'_>, node: Node<'_>, test: bool) -> DefId {
    let mut cursor = node.walk();
    let keyword = node.children(&mut cursor).find(|child| matches!(child.kind(), "=>" | "function")).unwrap_or(node);
    let mut naming = Naming::new("", keyword, node);
    naming.kind = DefinitionKind::Lambda;
    let mut draft = drafted(cx, node, &naming);
    draft.is_test |= test;
    let id = define(cx, draft, "", false);
    body(cx, node, id, false);
    id
}

/// Defines a function of any form under the given name and lowers it.
pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, naming: &Naming<'_>, bind: bool) -> DefId {
    let draft = drafted(cx, node, naming);
    let member = cx.facts().definition(cx.definition()).kind.is_type();
    let id = define(cx, draft, "", bind);
    place(cx, id, naming);
    if node.field("body").is_some() {
        body(cx, node, id, member);
    } else {
        // A signature: its types are read in a scope of their own, and it has no body.
        cx.in_scope(ScopeKind::Function, node, |cx| cx.with_receiver(Some(id), |cx| head(cx, node, id)));
    }
    id
}

/// Writes the path of what is reached through a prefix. A function that a method assigns to `this.f` is the class's.
fn place(cx: &mut Lowering<'_>, id: DefId, naming: &Naming<'_>) {
    let at = match cx.receiver() {
        Some(receiver) if naming.prefix == "this" => {
            let receiver = cx.facts().definition(receiver);
            let class = receiver.parent.filter(|parent| cx.facts().definition(*parent).kind.is_type());
            class.map_or(receiver.path.clone(), |class| cx.facts().definition(class).path.clone())
        }
        _ if naming.prefix.is_empty() => return,
        _ => facts::dotted(&cx.facts().definition(cx.definition()).path, naming.prefix.trim_start_matches("this.")),
    };
    cx.definition_mut(id).path = facts::dotted(&at, &naming.name);
}

fn drafted(cx: &Lowering<'_>, node: Node<'_>, naming: &Naming<'_>) -> Definition {
    let mut draft = naming.draft(cx, naming.kind, node.end_before("body"));
    let mut cursor = node.walk();
    for token in node.children(&mut cursor) {
        match token.kind() {
            "async" => draft.is_async = true,
            "get" | "set" | "static get" => draft.is_property = true,
            "formal_parameters" | "statement_block" => break,
            _ => {}
        }
    }
    draft
}

fn body(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, member: bool) {
    // An arrow function keeps the `this` around it; as a field of a class it is a method like any other.
    let receiver = if node.kind() == "arrow_function" && !member { cx.receiver() } else { Some(id) };
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(receiver, |cx| {
            head(cx, node, id);
            match node.field("body") {
                Some(block) if block.kind() == "statement_block" => statements::statements(cx, block),
                Some(result) => {
                    let result = expressions::value(cx, result, None);
                    cx.returns(result, ReturnKind::Return);
                }
                None => {}
            }
        });
    });
}

/// Own name, type parameters, parameters and result type, in the function's scope.
fn head(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let scope = cx.scope();
    cx.facts_mut().scopes[scope.0 as usize].skips_class_scopes = true;
    if matches!(node.kind(), "function_expression" | "generator_function")
        && let Some(own) = node.field("name")
    {
        let itself = cx.expr(Expr::Function(id));
        cx.bind_name(own, Some(itself), None);
    }
    types::parameters(cx, node);
    let nodes = match node.field("parameters") {
        Some(list) => children(list),
        None => node.field("parameter").into_iter().collect(),
    };
    for node in nodes {
        parameter(cx, node, id);
    }
    let returns = node.field("return_type").map(|written| types::annotation(cx, written));
    cx.definition_mut(id).returns = returns;
}

fn parameter(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    if matches!(node.kind(), "decorator" | "ERROR") {
        return;
    }
    let annotation = node.field("type").map(|written| types::annotation(cx, written));
    for decorator in children(node).into_iter().filter(|child| child.kind() == "decorator") {
        classes::decorate(cx, decorator, None);
    }
    let default = node.field("value").or_else(|| node.field("right"));
    let default = default.map(|default| expressions::value(cx, default, None));
    let mut pattern = node.field("pattern").or_else(|| node.field("left")).unwrap_or(node);
    let mut kind = if pattern.kind() == "this" { ParameterKind::Receiver } else { ParameterKind::Plain };
    if pattern.kind() == "rest_pattern" {
        kind = ParameterKind::Rest;
        pattern = pattern.named_child(0).unwrap_or(pattern);
    }
    let named = matches!(pattern.kind(), "identifier" | "this");
    let name = if named { cx.text(pattern).to_owned() } else { String::new() };
    let parameters = &mut cx.definition_mut(id).parameters;
    let index = parameters.len() as u32;
    parameters.push(Parameter { name: name.clone(), kind, annotation, default });
    if named {
        cx.bind_parameter(id, index, pattern);
    } else {
        taken_apart(cx, pattern, id, index);
    }
    if named && classes::is_parameter_property(node) {
        let value = Some(cx.name(&name, pattern));
        let base = cx.expr(Expr::Receiver { definition: id });
        cx.bind(Target::Attribute { base, name }, value, annotation, pattern);
    }
}

/// A destructured parameter: bound under a name no program can write, and its parts read from that.
fn taken_apart(cx: &mut Lowering<'_>, pattern: Node<'_>, id: DefId, index: u32) {
    let Parameter { annotation, default, .. } = cx.facts().definition(id).parameters[index as usize];
    let hidden = format!("<{index}>");
    let (scope, span) = (cx.scope(), cx.span(pattern));
    let kind = BindingKind::Parameter(id, index);
    let target = Target::Name(hidden.clone());
    cx.facts_mut().bindings.push(Binding { scope, target, kind, value: default, annotation, span });
    let whole = cx.name(&hidden, pattern);
    patterns::write(cx, pattern, Some(whole), None, Write::Declare(scope));
}

/// Unbinds overload signatures where the scope also binds their implementation.
pub(super) fn prefer_implementations(cx: &mut Lowering<'_>) {
    let facts = cx.facts_mut();
    let definitions = &facts.definitions;
    let signature = |binding: &Binding| match binding.kind {
        BindingKind::Definition(id) => {
            let definition = &definitions[id.0 as usize];
            definition.kind.is_callable() && definition.body.is_none()
        }
        _ => false,
    };
    if !facts.bindings.iter().any(signature) {
        return;
    }
    let key = |binding: &Binding| match &binding.target {
        Target::Name(name) => Some((binding.scope, name.clone())),
        _ => None,
    };
    let implemented: HashSet<(ScopeId, String)> = (facts.bindings.iter())
        .filter(|binding| matches!(binding.kind, BindingKind::Definition(_)) && !signature(binding))
        .filter_map(key)
        .collect();
    let keep: Vec<bool> = (facts.bindings.iter())
        .map(|binding| !(signature(binding) && key(binding).is_some_and(|key| implemented.contains(&key))))
        .collect();
    let mut keep = keep.into_iter();
    facts.bindings.retain(|_| keep.next().unwrap_or(true));
}
