//! Structs, unions and enums.

use super::comments::each_with_comments;
use super::declarations::finish;
use super::declarators::take_apart;
use super::{declarations, expressions, types};
use crate::Lowering;
use crate::lowering::{Fields, children_of};
use facts::{DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// The type that a specifier names, and defines where it has a body. `alias` is the name that a `typedef` gives it, and the
/// whole of that.
pub(super) fn specifier(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    alias: Option<(Node<'_>, Node<'_>)>,
    above: &[Node<'_>],
) -> ExprId {
    let name = node.field("name").or(alias.map(|(name, _)| name));
    let Some(body) = node.field("body") else {
        return match name {
            Some(name) => cx.name(&tag(cx.text(name)), name),
            None => cx.unknown(),
        };
    };
    let is_enum = node.kind() == "enum_specifier";
    let kind = if is_enum { DefinitionKind::Enum } else { DefinitionKind::Class };
    let whole = alias.map_or(node, |(_, whole)| whole);
    let mut draft = match name {
        Some(name) => cx.draft(kind, cx.text(name), whole, name),
        // Its fields are reached through what is declared with it.
        None => cx.draft(kind, "<anonymous>", node, node.child(0).unwrap_or(node)),
    };
    finish(cx, &mut draft, whole, body.start_byte(), above);
    let id = cx.define(draft, name.is_some());
    let value = cx.expr(Expr::Function(id));
    if let Some(name) = name {
        cx.bind(Target::Name(tag(cx.text(name))), Some(value), None, name);
        cx.last_binding_defines(value);
    }
    cx.in_body(id, ScopeKind::Class, body, |cx| match is_enum {
        true => constants(cx, body),
        false => fields(cx, body),
    });
    value
}

/// The name under which the tag of a struct, union or enum is looked up where it is written as one: a variable may be called
/// like its type.
fn tag(name: &str) -> String {
    format!("struct {name}")
}

/// The fields of a body, those of conditional parts included.
fn fields(cx: &mut Lowering<'_>, body: Node<'_>) {
    each_with_comments(cx, body, |cx, node, above| match node.kind() {
        "field_declaration" => field(cx, node, above),
        kind if kind.starts_with("preproc_if") || kind.starts_with("preproc_el") => {
            cx.deeper(|cx| fields(cx, node));
        }
        _ => {
            declarations::declaration(cx, node, above);
        }
    });
}

fn field(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let written = cx.deeper(|cx| types::of(cx, node)).flatten();
    let declarators = node.all("declarator");
    if let (true, Some(written)) = (declarators.is_empty(), written) {
        // The members of a struct without a name are those of the one around.
        let around = cx.definition();
        cx.definition_mut(around).bases.push(written);
    }
    for declarator in declarators {
        let apart = take_apart(declarator);
        let Some(name) = apart.name else { continue };
        let annotation = apart.typed(cx, written);
        let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), node, name);
        finish(cx, &mut draft, node, node.end_byte(), above);
        draft.exported = true;
        cx.define(draft, false);
        cx.bind_name(name, None, annotation);
    }
}

fn constants(cx: &mut Lowering<'_>, body: Node<'_>) {
    each_with_comments(cx, body, |cx, node, above| match node.kind() {
        "enumerator" => {
            let Some(name) = node.field("name") else { return };
            let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), node, name);
            finish(cx, &mut draft, node, node.end_byte(), above);
            draft.is_static = true;
            cx.define(draft, false);
            if let Some(value) = node.field("value") {
                expressions::value(cx, value);
            }
        }
        kind if kind.starts_with("preproc_") => {
            for inner in children_of(Some(node)).into_iter().filter(|inner| inner.kind() == "enumerator") {
                if let Some(name) = inner.field("name") {
                    let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), inner, name);
                    finish(cx, &mut draft, inner, inner.end_byte(), &[]);
                    draft.is_static = true;
                    cx.define(draft, false);
                }
            }
        }
        _ => {}
    });
}
