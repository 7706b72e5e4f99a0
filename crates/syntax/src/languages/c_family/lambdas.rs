//! Lambdas of C++.

use super::{expressions, functions, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefinitionKind, Expr, ExprId, ScopeKind};
use tree_sitter::Node;

/// `[captured](int a) -> T { .. }`
pub(super) fn lambda(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(body) = node.field("body") else { return cx.unknown() };
    for captured in children_of(node.field("captures")) {
        if captured.kind() == "lambda_capture_initializer"
            && let Some([name, value]) = captured.fields(["left", "right"])
        {
            let value = expressions::value(cx, value);
            cx.bind_name(name, Some(value), None);
        }
    }
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let declarator = node.field("declarator");
    draft.returns = declarator.and_then(|declarator| returned(cx, declarator));
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        if let Some(declarator) = declarator {
            functions::parameters(cx, declarator, id);
        }
        statements::inside(cx, body);
    });
    cx.expr(Expr::Function(id))
}

/// The type behind `->`.
pub(super) fn returned(cx: &mut Lowering<'_>, declarator: Node<'_>) -> Option<ExprId> {
    let behind = children(declarator).into_iter().find(|child| child.kind() == "trailing_return_type")?;
    let written = behind.named_child(0)?;
    Some(types::lower(cx, written))
}
