//! Classes, interfaces, objects, enums and their members.

use super::comments::each_with_comments;
use super::declarations::{declared, draft};
use super::{calls, child, children, control, expressions, functions, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ScopeKind, Target};
use tree_sitter::Node;

pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let body = child(node, &["class_body", "enum_class_body"]);
    let is_interface = node.child(0).is_some_and(|first| first.kind() == "interface") || has_word(node, "interface");
    let kind = match body.map(|body| body.kind()) {
        Some("enum_class_body") => DefinitionKind::Enum,
        _ if is_interface => DefinitionKind::Interface,
        _ => DefinitionKind::Class,
    };
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let draft = draft(cx, kind, name, node, end, above);
    let is_object = node.kind() == "object_declaration";
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let bases = bases(cx, node);
        cx.definition_mut(id).bases = bases.iter().map(|(base, _)| *base).collect();
        if let Some(primary) = child(node, &["primary_constructor"]) {
            constructor(cx, primary, name, &bases);
        } else {
            super_calls(cx, &bases);
        }
        delegates(cx, node);
        if let Some(body) = body {
            members(cx, body, id, is_object);
        }
    });
}

/// True where the word is one of the node's own.
fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == word)
}

/// The types behind the colon, each with its call of a constructor.
fn bases<'n>(cx: &mut Lowering<'_>, node: Node<'n>) -> Vec<(ExprId, Option<Node<'n>>)> {
    let mut bases = Vec::new();
    let Some(list) = child(node, &["delegation_specifiers"]) else { return bases };
    for specifier in children(list) {
        let Some(inner) = children(specifier).last().copied() else { continue };
        match inner.kind() {
            "constructor_invocation" => {
                if let Some(written) = child(inner, &["user_type"]) {
                    bases.push((types::lower(cx, written), Some(inner)));
                }
            }
            "explicit_delegation" => {
                if let Some(written) = child(inner, &["user_type"]) {
                    bases.push((types::lower(cx, written), None));
                }
            }
            _ => bases.push((types::lower(cx, inner), None)),
        }
    }
    bases
}

fn super_calls(cx: &mut Lowering<'_>, bases: &[(ExprId, Option<Node<'_>>)]) {
    for (base, call) in bases {
        let Some(call) = call else { continue };
        let given = calls::arguments(cx, *call);
        cx.call(*base, given, CallKind::New, *call);
    }
}

/// `: I by value`.
fn delegates(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(list) = child(node, &["delegation_specifiers"]) else { return };
    for specifier in children(list) {
        if let Some(value) = child(specifier, &["explicit_delegation"]).and_then(|by| children(by).last().copied())
            && value.kind() != "user_type"
        {
            expressions::value(cx, value);
        }
    }
}

/// The primary constructor; its parameters are seen in the whole class.
fn constructor(cx: &mut Lowering<'_>, node: Node<'_>, name: Node<'_>, bases: &[(ExprId, Option<Node<'_>>)]) {
    let list = child(node, &["class_parameters"]).unwrap_or(node);
    let mut draft = draft(cx, DefinitionKind::Constructor, name, node, node.end_byte(), &[]);
    draft.signature = format!("{}{}", cx.text(name), cx.head(list.start_byte(), list.end_byte()));
    let id = cx.define(draft, false);
    let parameters: Vec<Node<'_>> =
        children(list).into_iter().filter(|part| part.kind() == "class_parameter").collect();
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(Some(id), |cx| {
            parameters.iter().for_each(|parameter| declare(cx, *parameter, id));
            super_calls(cx, bases);
        });
    });
    for parameter in parameters {
        field_of_parameter(cx, parameter);
    }
}

fn declare(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let parts = children(node);
    let Some(name) = parts.iter().find(|part| part.kind() == "identifier").copied() else { return };
    let after = parts.iter().skip_while(|part| **part != name).skip(1).copied().collect::<Vec<_>>();
    let annotation = after.first().map(|written| types::lower(cx, *written));
    let default = after.get(1).map(|default| expressions::value(cx, *default));
    let is_rest = child(node, &["modifiers"]).is_some_and(|modifiers| cx.text(modifiers).contains("vararg"));
    let kind = if is_rest { ParameterKind::Rest } else { ParameterKind::Plain };
    let annotation = annotation.map(|one| if is_rest { cx.list_of(one) } else { one });
    let text = cx.text(name).to_owned();
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: text.clone(), kind, annotation, default });
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, name);
    let base = cx.expr(Expr::Receiver { definition: id });
    let from = cx.name(&text, name);
    cx.bind(Target::Attribute { base, name: text }, Some(from), annotation, name);
}

/// A `val` or `var` of the primary constructor is a property; any parameter is a name in the class.
fn field_of_parameter(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = children(node);
    let Some(name) = parts.iter().find(|part| part.kind() == "identifier").copied() else { return };
    let written = parts.iter().skip_while(|part| **part != name).nth(1).copied();
    let annotation = written.map(|written| types::lower(cx, written));
    if has_word(node, "val") || has_word(node, "var") {
        let draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), &[]);
        cx.define(draft, false);
    }
    cx.bind_name(name, None, annotation);
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>, class: DefId, on_class: bool) {
    each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| member(cx, node, above, class, on_class));
    });
}

fn member(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId, on_class: bool) {
    match node.kind() {
        // What it has is named through the class.
        "companion_object" => {
            if let Some(body) = child(node, &["class_body"]) {
                members(cx, body, class, true);
            }
        }
        "anonymous_initializer" => {
            if let Some(block) = child(node, &["block"]) {
                cx.with_receiver(Some(class), |cx| {
                    cx.in_scope(ScopeKind::Block, block, |cx| control::statements(cx, block));
                });
            }
        }
        "secondary_constructor" => functions::constructor(cx, node, above),
        "enum_entry" => entry(cx, node, above, class),
        _ => {
            let first = cx.facts().definitions.len();
            declared(cx, node, above);
            if on_class && matches!(node.kind(), "function_declaration" | "property_declaration") {
                let own = cx.facts_mut().definitions.iter_mut().skip(first).find(|own| own.parent == Some(class));
                if let Some(own) = own {
                    own.is_static = true;
                }
            }
        }
    }
}

/// An enum's constant is made by its constructor.
fn entry(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], class: DefId) {
    let Some(name) = child(node, &["identifier"]) else { return };
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), above);
    (draft.exported, draft.is_static) = (true, true);
    draft.signature = cx.text(node).lines().next().unwrap_or("").to_owned();
    cx.define(draft, false);
    let mut callee = cx.expr(Expr::Function(class));
    if let Some(body) = child(node, &["class_body"]) {
        callee = anonymous(cx, body, node, vec![callee]);
    }
    let given = calls::arguments(cx, node);
    let made = cx.call(callee, given, CallKind::New, node);
    cx.bind_name(name, Some(made), None);
}

/// A class without a name; the class as a value.
fn anonymous(cx: &mut Lowering<'_>, body: Node<'_>, node: Node<'_>, bases: Vec<ExprId>) -> ExprId {
    let mut draft = cx.draft(DefinitionKind::Class, "<anonymous>", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.bases = bases;
    draft.exported = false;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Class, body, |cx| members(cx, body, id, false));
    cx.expr(Expr::Function(id))
}

/// `object : Base(..) { .. }`: the one value of a class without a name.
pub(super) fn object(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let bases = bases(cx, node);
    super_calls(cx, &bases);
    let Some(body) = child(node, &["class_body"]) else { return cx.unknown() };
    let class = anonymous(cx, body, node, bases.into_iter().map(|(base, _)| base).collect());
    cx.call(class, Vec::new(), CallKind::New, node)
}
