//! `&f/1`, `&Mod.f/2`, `&(&1 + &2)`.

use super::{calls, children, values};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// The most parameters that a function has.
const MAX_ARITY: u32 = 255;

/// A capture: a function by its name, or a function made of an expression.
pub(super) fn capture(cx: &mut Lowering<'_>, node: Node<'_>, operand: Node<'_>) -> ExprId {
    // `&1`
    if operand.kind() == "integer" {
        return cx.name(&format!("&{}", cx.text(operand)), node);
    }
    if operand.kind() == "binary_operator"
        && operand.kind_of("operator") == "/"
        && let Some([left, arity]) = operand.fields(["left", "right"])
        && arity.kind() == "integer"
        && let Some(named) = calls::named(cx, left)
    {
        return named;
    }
    let count = highest(cx, operand);
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    for at in 1..=count {
        let name = format!("&{at}");
        draft.parameters.push(Parameter { name, kind: ParameterKind::Plain, annotation: None, default: None });
    }
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        for at in 0..count {
            cx.bind_parameter(id, at, node);
        }
        let result = values::value(cx, operand);
        cx.returns(result, ReturnKind::Return);
    });
    cx.expr(Expr::Function(id))
}

/// The highest `&n` of an expression.
fn highest(cx: &Lowering<'_>, node: Node<'_>) -> u32 {
    let mut open = vec![node];
    let mut most = 0;
    while let Some(at) = open.pop() {
        cx.spend(1);
        let operand = at.field("operand").filter(|_| at.kind() == "unary_operator" && at.kind_of("operator") == "&");
        match operand.filter(|operand| operand.kind() == "integer") {
            Some(place) => most = most.max(cx.text(place).parse().unwrap_or(0).min(MAX_ARITY)),
            None => open.extend(children(at)),
        }
    }
    most
}
