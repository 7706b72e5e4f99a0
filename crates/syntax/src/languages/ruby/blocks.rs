//! Blocks, `->` and what is handed on by `&`.

use super::{calls, children_of, classes, control, methods};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// A block or `->` as a function without a name.
pub(super) fn lambda(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    named(cx, node, DefinitionKind::Lambda, "", node.child(0).unwrap_or(node), node)
}

/// A block as the body of what `name` defines; `whole` is what is written of it.
pub(super) fn named(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    kind: DefinitionKind,
    name: &str,
    at: Node<'_>,
    whole: Node<'_>,
) -> ExprId {
    let mut draft = classes::draft(cx, kind, name, whole, at, &[]);
    let inner = inner(node);
    let end = node.field("parameters").or(inner.field("parameters")).map_or(inner.start_byte(), |list| list.end_byte());
    draft.signature = cx.head(whole.start_byte(), end.max(whole.start_byte())).to_owned();
    draft.exported = kind != DefinitionKind::Lambda;
    draft.is_test |= is_test(cx, node);
    let id = cx.define(draft, kind == DefinitionKind::Function);
    body(cx, node, id);
    cx.expr(Expr::Function(id))
}

/// `-> (x) { .. }` has its statements in a block of their own.
fn inner(node: Node<'_>) -> Node<'_> {
    if node.kind() == "lambda" { node.field("body").unwrap_or(node) } else { node }
}

fn body(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let in_class = classes::around(cx).is_some();
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        // What a class hands to a function of its own (`before do .. end`) runs on a value of it.
        let on_value = in_class && calls::is_bare(node);
        let receiver = if on_value { Some(id) } else { cx.receiver() };
        cx.with_receiver(receiver, |cx| {
            let inner = inner(node);
            for list in [node.field("parameters"), inner.field("parameters").filter(|_| inner != node)] {
                children_of(list).into_iter().for_each(|parameter| methods::declare(cx, parameter, id));
            }
            let result = match inner.field("body") {
                Some(body) => control::body(cx, body),
                None => cx.unknown(),
            };
            cx.returns(result, ReturnKind::Return);
        });
    });
}

/// The statements of a block where they are, as if there was none around them: a class body in a block.
pub(super) fn statements(cx: &mut Lowering<'_>, block: Node<'_>) -> ExprId {
    match block.field("body") {
        Some(body) => control::body(cx, body),
        None => cx.unknown(),
    }
}

/// Blocks of test frameworks.
fn is_test(cx: &Lowering<'_>, block: Node<'_>) -> bool {
    const TESTS: [&str; 16] = [
        "describe",
        "context",
        "it",
        "specify",
        "test",
        "scenario",
        "feature",
        "example",
        "before",
        "after",
        "setup",
        "teardown",
        "around",
        "should",
        "shared_examples",
        "shared_context",
    ];
    let Some(call) = block.parent().filter(|call| call.kind() == "call") else { return false };
    let named = call.field("method").is_some_and(|method| TESTS.contains(&cx.text(method)));
    let on_framework = call.field("receiver").is_none_or(|receiver| cx.text(receiver) == "RSpec");
    // A class has hooks of these names that are no tests.
    named && on_framework && (cx.receiver().is_none() || cx.facts().definition(cx.definition()).is_test)
}

/// `&block`, `&:name`, `&method(:name)` as the argument that is a block.
pub(super) fn handed_on(cx: &mut Lowering<'_>, node: Node<'_>) -> Argument {
    let value = match node.named_child(0) {
        Some(symbol) if symbol.kind() == "simple_symbol" => caller_of(cx, symbol),
        Some(inner) => super::expressions::value(cx, inner),
        None => cx.name(methods::BLOCK, node),
    };
    Argument { name: Some(methods::BLOCK.to_owned()), value, spread: false }
}

/// `&:name`: a function that calls `name` on what it is given.
fn caller_of(cx: &mut Lowering<'_>, symbol: Node<'_>) -> ExprId {
    let name = cx.text(symbol).trim_start_matches(':');
    let mut draft = cx.draft(DefinitionKind::Lambda, "", symbol, symbol);
    draft.signature = cx.text(symbol).to_owned();
    draft.exported = false;
    let parameter = Parameter { name: "it".to_owned(), kind: ParameterKind::Plain, annotation: None, default: None };
    draft.parameters.push(parameter);
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, symbol, |cx| {
        cx.bind_parameter(id, 0, symbol);
        let it = cx.name("it", symbol);
        let callee = cx.attribute(it, name, symbol);
        let result = cx.call(callee, Vec::new(), CallKind::Call, symbol);
        cx.returns(result, ReturnKind::Return);
    });
    cx.expr(Expr::Function(id))
}
