//! Tests of ExUnit.

use super::{arguments, control, do_block, functions, keyword_value, names, sequences, values};
use crate::Lowering;
use facts::{DefinitionKind, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

/// `test "adds", %{cart: cart} do .. end`, `test "adds", do: ..`: a function under its text.
pub(super) fn test(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<()> {
    named(cx, node, DefinitionKind::Function)
}

/// `describe "adding" do .. end`
pub(super) fn group(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<()> {
    named(cx, node, DefinitionKind::Lambda)
}

fn named(cx: &mut Lowering<'_>, node: Node<'_>, kind: DefinitionKind) -> Option<()> {
    let written = arguments(node);
    let text = names::constant_text(cx, *written.first()?)?;
    let body = do_block(node).or_else(|| keyword_value(cx, node, "do"))?;
    let context = context(&written[1..]);
    let mut draft = cx.draft(kind, text, node, written[0]);
    // What a keyword gives is behind `, do: `.
    let end = if body.kind() == "do_block" { body.start_byte() } else { context.unwrap_or(written[0]).end_byte() };
    draft.signature = cx.head(node.start_byte(), end).trim_end().to_owned();
    (draft.is_test, draft.exported) = (true, false);
    if context.is_some() {
        let name = "context".to_owned();
        draft.parameters.push(Parameter { name, kind: ParameterKind::Plain, annotation: None, default: None });
    }
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        if let Some(context) = context {
            functions::parameter(cx, id, 0, context);
        }
        match (body.kind(), kind) {
            ("do_block", DefinitionKind::Lambda) => sequences::lower(cx, body),
            ("do_block", _) => control::with_handlers(cx, body),
            _ => values::value(cx, body),
        };
    });
    Some(())
}

/// What is given before the body.
fn context<'n>(written: &[Node<'n>]) -> Option<Node<'n>> {
    written.first().copied().filter(|first| first.kind() != "keywords")
}

/// `setup :name`, `setup [:a, :b]`: functions of the module that run before each test.
pub(super) fn setup(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<()> {
    let written = context(&arguments(node));
    let listed = match written {
        Some(list) if list.kind() == "list" => super::children(list),
        other => other.into_iter().collect(),
    };
    for one in listed {
        let Some(name) = names::atom(cx, one) else { continue };
        let callee = cx.name(name, one);
        let value = cx.unknown();
        cx.call(callee, vec![super::calls::plain(value)], facts::CallKind::Call, one);
    }
    let Some(body) = do_block(node).or_else(|| keyword_value(cx, node, "do")) else { return Some(()) };
    cx.in_scope(ScopeKind::Block, node, |cx| {
        if let Some(context) = written {
            super::patterns::bind(cx, context, None);
        }
        match body.kind() {
            "do_block" => control::with_handlers(cx, body),
            _ => values::value(cx, body),
        };
    });
    Some(())
}
