//! Namespaces, what is used of them, names given to types, templates.

use super::declarations::{declared, finish, items};
use super::{names, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefId, DefinitionKind, Import, ScopeKind};
use tree_sitter::Node;

/// `namespace a::b { .. }`: a module in a module. What is in one without a name belongs to the file, outside of the module.
pub(super) fn definition(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(body) = node.field("body") else { return };
    let mut segments = Vec::new();
    if let Some(name) = node.field("name") {
        collect(name, &mut segments);
    }
    if segments.is_empty() {
        let first = cx.facts().definitions.len();
        let around = cx.definition();
        items(cx, body);
        for own in cx.facts_mut().definitions.iter_mut().skip(first).filter(|own| own.parent == Some(around)) {
            own.exported = false;
        }
        return;
    }
    nested(cx, node, body, &segments, above);
}

fn collect<'n>(name: Node<'n>, into: &mut Vec<Node<'n>>) {
    let mut open = vec![name];
    while let Some(at) = open.pop() {
        match at.kind() {
            "nested_namespace_specifier" => open.extend(children(at).into_iter().rev()),
            _ => into.push(at),
        }
    }
}

fn nested(cx: &mut Lowering<'_>, node: Node<'_>, body: Node<'_>, segments: &[Node<'_>], above: &[Node<'_>]) {
    let Some((name, rest)) = segments.split_first() else { return items(cx, body) };
    let mut draft = cx.draft(DefinitionKind::Module, cx.text(*name), node, *name);
    finish(cx, &mut draft, node, body.start_byte(), above);
    draft.exported = true;
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Module, node, |cx| {
        cx.deeper(|cx| nested(cx, node, body, rest, &[]));
    });
}

/// `using namespace a::b;` brings all of it, `using a::b;` one name.
pub(super) fn using(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(what) = children(node).pop() else { return };
    let mut cursor = node.walk();
    let is_namespace = node.children(&mut cursor).any(|child| child.kind() == "namespace");
    let apart = names::take_apart(cx, what);
    let name = names::text(cx, apart.name);
    let (scope, span) = (cx.scope(), cx.span(node));
    let plain = Import { module: String::new(), level: 0, item: None, alias: None, reexport: false, scope, span };
    if is_namespace {
        let mut path = apart.path;
        path.push(name);
        cx.import(
            Import { module: format!("namespace {}", path.join("::")), item: Some("*".to_owned()), ..plain },
            None,
        );
    } else if !apart.path.is_empty() && !cx.facts().definition(cx.definition()).kind.is_type() {
        let module = apart.path.join("::");
        cx.import(Import { module, item: Some(name.clone()), ..plain }, Some(&name));
    }
}

/// `namespace fs = std::filesystem;`
pub(super) fn alias_of_namespace(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = node.field("name") else { return };
    let Some(what) = children(node).into_iter().rfind(|child| *child != name) else { return };
    let mut segments = Vec::new();
    collect(what, &mut segments);
    let mut value = None;
    for segment in segments {
        value = Some(names::segment(cx, value, segment));
    }
    cx.bind_name(name, value, None);
}

/// `using A = b::C<D>;`
pub(super) fn alias(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some([name, written]) = node.fields(["name", "type"]) else { return };
    let base = types::lower(cx, written);
    let mut draft = cx.draft(DefinitionKind::TypeAlias, cx.text(name), node, name);
    finish(cx, &mut draft, node, node.end_byte(), above);
    if !matches!(cx.facts().expr(base), facts::Expr::Unknown | facts::Expr::Literal(_)) {
        draft.bases.push(base);
    }
    cx.define(draft, true);
}

/// `template <typename T> ..`: what is declared below, whose span begins here.
pub(super) fn template(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    for child in children(node) {
        let is_head = matches!(child.kind(), "template_parameter_list" | "requires_clause");
        if !is_head {
            cx.deeper(|cx| declared(cx, child, above, Some(node)));
        }
    }
}

/// Binds the parameters of a template where its body is, so that no type of the same name is meant.
pub(super) fn bind_parameters(cx: &mut Lowering<'_>, template: Option<Node<'_>>) {
    for parameter in children_of(template.and_then(|template| template.field("parameters"))) {
        let name = parameter.field("name").or_else(|| children(parameter).pop());
        if let Some(name) = name.filter(|name| name.kind() == "type_identifier") {
            cx.bind_name(name, None, None);
        }
    }
}

/// True where what is lowered is in a function.
pub(super) fn is_local(cx: &Lowering<'_>) -> bool {
    cx.definition() != DefId::MODULE && cx.facts().definition(cx.definition()).kind.is_callable()
}
