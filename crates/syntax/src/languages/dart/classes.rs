//! Classes, mixins, enums, extensions and their members.

use super::comments::each_with_comments;
use super::declarations::{draft, variables};
use super::{calls, child, children, functions, has_word, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, DefId, Definition, DefinitionKind, Expr, ExprId, ScopeKind};
use tree_sitter::Node;

pub(super) fn class(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    // `class A = B with C;`
    let applied = child(node, &["mixin_application_class"]);
    let named = node.field("name").or_else(|| applied.and_then(|applied| child(applied, &["identifier"])));
    let Some(name) = named else { return };
    let name = if name.kind() == "extension_type_name" { child(name, &["identifier"]).unwrap_or(name) } else { name };
    let kind = match node.kind() {
        "enum_declaration" => DefinitionKind::Enum,
        _ if has_word(node, "interface") => DefinitionKind::Interface,
        _ => DefinitionKind::Class,
    };
    let body = node.field("body");
    let draft = draft(cx, kind, name, node, node, node.end_before("body"), above);
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let bases = bases(cx, node, applied);
        cx.definition_mut(id).bases = bases;
        if let Some(represented) = node.field("representation") {
            representation(cx, represented);
        }
        if let Some(body) = body {
            members(cx, body, None);
        }
    });
}

/// What members are looked up in, nearest first: mixins from the last, the class above, then interfaces.
fn bases(cx: &mut Lowering<'_>, node: Node<'_>, applied: Option<Node<'_>>) -> Vec<ExprId> {
    let written = applied.and_then(|applied| child(applied, &["mixin_application"])).unwrap_or(node);
    let above = node.field("superclass");
    let mixins = child(written, &["mixins"]).or_else(|| above.and_then(|above| child(above, &["mixins"])));
    let mut order: Vec<Node<'_>> = types_of(mixins);
    order.reverse();
    order.extend(above.and_then(|above| above.field("type")));
    // The class above of a mixin's application, and what a mixin is `on`.
    if node.kind() == "mixin_declaration" || applied.is_some() {
        order.extend(types_of(Some(written)));
    }
    order.extend(types_of(child(written, &["interfaces"])));
    order.into_iter().map(|one| types::lower(cx, one)).collect()
}

fn types_of<'n>(list: Option<Node<'n>>) -> Vec<Node<'n>> {
    let all = list.map_or_else(Vec::new, children);
    all.into_iter().filter(|part| part.kind() == "type").collect()
}

/// `extension type A(int value)`
fn representation(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = node.field("name") else { return };
    let annotation = node.field("type").map(|written| types::lower(cx, written));
    let draft = draft(cx, DefinitionKind::Field, name, node, node, node.end_byte(), &[]);
    cx.define(draft, false);
    cx.bind_name(name, None, annotation);
}

/// What an extension adds to a type: the type, and its name.
pub(super) struct Extended {
    owner: ExprId,
    name: String,
}

pub(super) fn extension(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([written, body]) = node.fields(["class", "body"]) else { return };
    let names: Vec<Node<'_>> = children(written).into_iter().filter(|part| part.kind() == "type_identifier").collect();
    let owner = types::path(cx, &names, written);
    let name = names.last().map_or_else(String::new, |last| cx.text(*last).to_owned());
    members(cx, body, Some(&Extended { owner, name }));
}

/// Adds a member; one of an extension has the path that it would have in its type.
pub(super) fn define(
    cx: &mut Lowering<'_>,
    mut draft: Definition,
    extended: Option<&Extended>,
    is_named: bool,
) -> DefId {
    draft.owner = extended.map(|extended| extended.owner);
    let name = draft.name.clone();
    let id = cx.define(draft, is_named && extended.is_none());
    if let Some(extended) = extended {
        let around = cx.facts().definition(cx.definition()).path.clone();
        cx.definition_mut(id).path = facts::dotted(&around, &format!("{}.{name}", extended.name));
    }
    id
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>, extended: Option<&Extended>) {
    each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| match node.kind() {
            "enum_entry" => entry(cx, node, above),
            _ => {
                if let Some(inner) = child(node, &["declaration", "method_declaration"]) {
                    member(cx, node, inner, above, extended);
                }
            }
        });
    });
}

fn member(cx: &mut Lowering<'_>, node: Node<'_>, inner: Node<'_>, above: &[Node<'_>], extended: Option<&Extended>) {
    let head = inner.field("signature").unwrap_or(inner);
    match children(head).into_iter().find(|part| part.kind().ends_with("_signature")) {
        Some(signature) => {
            let written = functions::Written { node: inner, head, signature, body: inner.field("body") };
            functions::function(cx, &written, above, extended);
        }
        None => variables(cx, node, inner, above, extended),
    }
}

/// An enum's constant is made by its constructor.
fn entry(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let class = cx.definition();
    let mut draft = draft(cx, DefinitionKind::Field, name, node, node, node.end_byte(), above);
    draft.is_static = true;
    draft.signature = cx.text(node).lines().next().unwrap_or("").to_owned();
    cx.define(draft, false);
    let constructor = children(node).into_iter().find(|part| part.kind() == "identifier" && *part != name);
    let mut callee = cx.expr(Expr::Function(class));
    if let Some(constructor) = constructor {
        callee = cx.attribute(callee, cx.text(constructor), constructor);
    }
    let given = child(node, &["arguments"]).map_or_else(Vec::new, |list| calls::arguments(cx, list));
    let made = cx.call(callee, given, CallKind::Call, node);
    cx.bind_name(name, Some(made), None);
}
