//! Functions, methods and tests.

use super::containers::finish;
use super::expressions::value;
use super::{constant_text, control, name_of};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

/// `names`: those of the type of the container around.
pub(super) fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], names: &[String]) {
    let Some(name) = node.field("name") else { return };
    let given = parameters(node);
    let first = given.first().and_then(|first| first.field("type"));
    let takes_receiver = first.is_some_and(|written| is_this(cx, written, names));
    let in_type = cx.facts().definition(cx.definition()).kind.is_type();
    let kind = if in_type || takes_receiver { DefinitionKind::Method } else { DefinitionKind::Function };
    let mut draft = cx.draft(kind, name_of(cx, name), node, name);
    finish(cx, &mut draft, node, node.end_before("body"), above);
    draft.is_static = in_type && !takes_receiver;
    let id = cx.define(draft, true);
    let body = node.field("body");
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(takes_receiver.then_some(id), |cx| {
            for (at, one) in given.into_iter().enumerate() {
                let kind = match at {
                    0 if takes_receiver => ParameterKind::Receiver,
                    _ => ParameterKind::Plain,
                };
                parameter(cx, one, id, kind);
            }
            let returns = node.field("type").and_then(|written| annotation(cx, written));
            cx.definition_mut(id).returns = returns;
            if let Some(body) = body {
                control::statements(cx, body);
            }
        });
    });
    if body.is_none() {
        cx.definition_mut(id).body = None;
    }
}

fn parameters(node: Node<'_>) -> Vec<Node<'_>> {
    let list = children(node).into_iter().find(|child| child.kind() == "parameters");
    children_of(list).into_iter().filter(|one| one.kind() == "parameter").collect()
}

/// True of a type that is the container around: by one of its names or `@This()`, also behind pointers.
fn is_this(cx: &Lowering<'_>, written: Node<'_>, names: &[String]) -> bool {
    let mut at = written;
    loop {
        match at.kind() {
            "identifier" => return names.iter().any(|name| name == name_of(cx, at)),
            "builtin_function" => return cx.text(at) == "@This()",
            "pointer_type" | "nullable_type" if !cx.text(at).starts_with('[') => match children(at).last() {
                Some(inner) => at = *inner,
                None => return false,
            },
            "call_expression" => match at.field("function") {
                Some(inner) => at = inner,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// A written type; nothing where it says nothing: what flows there decides.
fn annotation(cx: &mut Lowering<'_>, written: Node<'_>) -> Option<ExprId> {
    let says_nothing = matches!(cx.text(written), "anytype" | "type" | "void" | "noreturn");
    let lowered = value(cx, written, None);
    (!says_nothing && !matches!(cx.facts().expr(lowered), Expr::Unknown)).then_some(lowered)
}

fn parameter(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, kind: ParameterKind) {
    let is_rest = node.child_count() == 1 && cx.text(node) == "...";
    let kind = if is_rest { ParameterKind::Rest } else { kind };
    let annotation = node.field("type").and_then(|written| annotation(cx, written));
    let name = node.field("name").map_or("", |name| name_of(cx, name)).to_owned();
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: name.clone(), kind, annotation, default: None });
    let index = parameters.len() as u32 - 1;
    if !matches!(name.as_str(), "" | "_") {
        cx.bind_parameter(id, index, node);
    }
}

/// `test "adds" {}`, `test add {}`, `test {}`: under the name that Zig's own runner prints.
pub(super) fn test(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let parts = children(node);
    let Some(block) = parts.iter().find(|part| part.kind() == "block") else { return };
    let written = parts.first().filter(|first| *first != block).copied();
    let text = match written {
        Some(name) if name.kind() == "identifier" => format!("decltest.{}", name_of(cx, name)),
        Some(text) => format!("test.{}", constant_text(cx, text).unwrap_or(cx.text(text).trim_matches('"'))),
        None => "test".to_owned(),
    };
    let mut draft = cx.draft(DefinitionKind::Function, &text, node, written.unwrap_or(node.child(0).unwrap_or(node)));
    finish(cx, &mut draft, node, block.start_byte(), above);
    (draft.is_test, draft.exported) = (true, false);
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.with_receiver(None, |cx| control::statements(cx, *block));
    });
}
