//! Protocol Buffers, versions 2, 3 and editions.
//!
//! - Messages are classes, enumerations what they are called, services interfaces; fields and values are fields, procedures
//!   methods that take one message and return another.
//! - A field of a `oneof` is the message's own. A group is a message with a field of its name.
//! - Fields of `extend` are those of the message that is extended, written outside of it.
//! - An import names a file by the end of its path, and binds nothing: names are those of packages.
//!
//! Nothing is called. Start at [`statements`].

mod highlighting;
#[cfg(test)]
mod tests;

use super::comments::{self, each_with_comments};
use super::schema::{child, named};
use crate::lowering::children;
use crate::{HighlightClass, LanguageSupport, Lowering};
use facts::{Definition, DefinitionKind, ExprId, Import, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

/// Protocol Buffers.
pub struct Protobuf;

impl LanguageSupport for Protobuf {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_proto::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        statements(cx, root, None);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The message that fields are written for outside of it: its type and its name.
type Extended<'a> = Option<(ExprId, &'a str)>;

/// What a file, a message, an enumeration or a service holds.
fn statements(cx: &mut Lowering<'_>, node: Node<'_>, extended: Extended<'_>) {
    each_with_comments(cx, node, |cx, part, above| {
        cx.deeper(|cx| statement(cx, part, above, extended));
    });
}

fn statement(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], extended: Extended<'_>) {
    match node.kind() {
        "package" => {
            let name = child(node, &["full_ident"]).map(|name| cx.text(name).to_owned());
            cx.facts_mut().package = name;
        }
        "import" => import(cx, node),
        "message" => block(cx, node, above, (DefinitionKind::Class, "message_name")),
        "group" => {
            member(cx, node, above, child(node, &["message_name"]), extended);
            block(cx, node, above, (DefinitionKind::Class, "message_name"));
        }
        "enum" => block(cx, node, above, (DefinitionKind::Enum, "enum_name")),
        "service" => block(cx, node, above, (DefinitionKind::Interface, "service_name")),
        "rpc" => procedure(cx, node, above),
        "field" | "oneof_field" | "map_field" | "enum_field" => {
            member(cx, node, above, child(node, &["identifier"]), extended);
        }
        "extend" => {
            let (Some(of), Some(body)) = (child(node, &["full_ident"]), child(node, &["message_body"])) else { return };
            let owner = cx.name(cx.text(of), of);
            statements(cx, body, Some((owner, cx.text(of))));
        }
        "oneof" | "ERROR" => statements(cx, node, extended),
        _ => {}
    }
}

/// A definition that holds others.
fn block(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], of: (DefinitionKind, &str)) {
    let (kind, name) = of;
    let Some(name) = child(node, &[name]) else { return };
    // The body of a service is no node of its own.
    let body = named(node, |part| part.kind().ends_with("_body"));
    let end = body.map_or(name.end_byte(), |body| body.start_byte());
    let draft = begun(cx, node, above, (kind, name), end);
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| statements(cx, body.unwrap_or(node), None));
}

/// A field or a value.
fn member(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], name: Option<Node<'_>>, extended: Extended<'_>) {
    let Some(name) = name else { return };
    let mut draft = begun(cx, node, above, (DefinitionKind::Field, name), node.end_byte());
    draft.returns = child(node, &["type"]).map(|of| cx.name(cx.text(of), of));
    draft.owner = extended.map(|(owner, _)| owner);
    let id = cx.define(draft, false);
    if let Some((_, of)) = extended {
        let field = cx.definition_mut(id);
        field.path = facts::dotted(of, &field.name);
    }
}

/// `rpc Get (Request) returns (stream Reply)`
fn procedure(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = child(node, &["rpc_name"]) else { return };
    let types: Vec<Node<'_>> =
        children(node).into_iter().filter(|part| part.kind() == "message_or_enum_type").collect();
    let end = types.last().map_or(node.end_byte(), |last| last.end_byte());
    let mut draft = begun(cx, node, above, (DefinitionKind::Method, name), end);
    if types.len() == 2 {
        draft.signature.push(')');
    }
    let mut named = types.iter().map(|of| cx.name(cx.text(*of), *of)).collect::<Vec<_>>().into_iter();
    let annotation = named.next();
    draft.parameters.push(Parameter { name: String::new(), kind: ParameterKind::Plain, annotation, default: None });
    draft.returns = named.next();
    cx.define(draft, false);
}

/// A definition with its head up to a byte, and the comments above it as documentation.
fn begun(
    cx: &Lowering<'_>,
    node: Node<'_>,
    above: &[Node<'_>],
    of: (DefinitionKind, Node<'_>),
    end: usize,
) -> Definition {
    let (kind, name) = of;
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    comments::widen(cx, &mut draft.span, above);
    draft.doc = comments::text(cx, above);
    draft.signature = cx.head(node.start_byte(), end).trim_end().trim_end_matches(';').to_owned();
    draft
}

fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(path) = node.child_by_field_name("path") else { return };
    let module = cx.text(path).trim_matches(['"', '\'']).to_owned();
    let reexport = node.child(1).is_some_and(|word| word.kind() == "public");
    let import = Import {
        module,
        level: 0,
        item: None,
        alias: Some(String::new()),
        reexport,
        scope: cx.scope(),
        span: cx.span(node),
    };
    cx.import(import, None);
}
