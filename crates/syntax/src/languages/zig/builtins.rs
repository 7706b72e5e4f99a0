//! The language's own functions, `@name(..)`.

use super::expressions::value;
use super::{calls, constant_text, imports, initializers};
use crate::Lowering;
use crate::lowering::children;
use facts::{CallKind, DefId, Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// `to` is the type that is expected.
pub(super) fn call(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let [function, list] = children(node)[..] else { return cx.unknown() };
    let given = children(list);
    match (cx.text(function), &given[..]) {
        ("@import" | "@cImport", _) => imports::as_value(cx, node).unwrap_or_else(|| cx.unknown()),
        ("@This", _) => this(cx),
        // It is not run.
        ("@TypeOf", _) => cx.unknown(),
        ("@as" | "@ptrCast" | "@alignCast" | "@fieldParentPtr" | "@unionInit", [written, .., given])
            if given.kind() != "string" && written.kind() != "string" =>
        {
            let written = value(cx, *written, None);
            let value = value(cx, *given, Some(written));
            cx.expr(Expr::Cast { value, to: written })
        }
        ("@alignCast" | "@constCast" | "@volatileCast", [inner]) => value(cx, *inner, to),
        ("@field", [object, name]) => {
            let base = value(cx, *object, None);
            match constant_text(cx, *name) {
                Some(text) => cx.attribute(base, text, *name),
                None => {
                    value(cx, *name, None);
                    cx.unknown()
                }
            }
        }
        ("@call", [modifier, callee, tuple]) => {
            value(cx, *modifier, None);
            let callee = value(cx, *callee, None);
            let given = match tuple.kind() {
                "anonymous_struct_initializer" => initializers::items(*tuple),
                _ => vec![*tuple],
            };
            let given = calls::arguments(cx, given);
            cx.call(callee, given, CallKind::Call, node)
        }
        (name, _) => {
            for one in given {
                value(cx, one, None);
            }
            match name {
                "@embedFile" | "@typeName" | "@tagName" | "@errorName" => cx.literal(LiteralKind::Text),
                _ => cx.unknown(),
            }
        }
    }
}

/// The type of the container around.
fn this(cx: &mut Lowering<'_>) -> ExprId {
    let around = cx.enclosing(|definition| definition.kind.is_type());
    cx.expr(Expr::Function(around.unwrap_or(DefId::MODULE)))
}
