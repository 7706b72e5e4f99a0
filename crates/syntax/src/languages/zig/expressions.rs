//! Values, and types, which are values.

use super::{builtins, calls, containers, control, initializers, variables};
use crate::Lowering;
use crate::languages::c_like;
use crate::lowering::{Fields, children, left_spine};
use facts::{Expr, ExprId, LiteralKind, ParameterKind, ReturnKind};
use tree_sitter::Node;

/// The value of an expression, where one of type `to` is expected.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, to))
}

/// What is the same as what is inside of it.
fn peel(node: Node<'_>) -> Node<'_> {
    const SAME: &[&str] = &[
        "parenthesized_expression",
        "expression_statement",
        "try_expression",
        "comptime_expression",
        "comptime_type_expression",
        "nosuspend_expression",
        "await_expression",
        "async_expression",
        "resume_expression",
        "nullable_type",
        "block_expression",
    ];
    c_like::peel(node, SAME)
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    match node.kind() {
        "identifier" => name(cx, node),
        "builtin_type" => builtin_type(cx, node),
        "integer" | "float" | "character" => cx.literal(LiteralKind::Number),
        "boolean" => cx.literal(LiteralKind::Boolean),
        "string" | "multiline_string" => cx.literal(LiteralKind::Text),
        "null" => cx.literal(LiteralKind::Null),
        "call_expression"
        | "field_expression"
        | "index_expression"
        | "dereference_expression"
        | "null_coercion_expression" => calls::chain(cx, node, to),
        "builtin_function" => builtins::call(cx, node, to),
        "struct_declaration"
        | "union_declaration"
        | "enum_declaration"
        | "opaque_declaration"
        | "error_set_declaration" => containers::anonymous(cx, node, ""),
        "struct_initializer" => initializers::typed(cx, node),
        "anonymous_struct_initializer" => initializers::untyped(cx, node, to),
        "pointer_type" => {
            let many = cx.text(node).starts_with('[');
            inner_type(cx, node, many)
        }
        "slice_type" => inner_type(cx, node, true),
        "array_type" => {
            let parts = children(node);
            for length in parts.iter().take(parts.len().saturating_sub(1)) {
                value(cx, *length, None);
            }
            inner_type(cx, node, true)
        }
        "error_union_type" => cx.optional(node.field("ok"), |cx, ok| value(cx, ok, None)),
        "unary_expression" => unary(cx, node, to),
        "binary_expression" => binary(cx, node, to),
        "catch_expression" => control::caught(cx, node, to),
        "if_expression" | "if_type_expression" => control::if_value(cx, node, to),
        "switch_expression" => control::switch(cx, node, to),
        "block" | "labeled_type_expression" | "labeled_statement" => control::labeled(cx, node),
        "for_statement" | "for_expression" | "while_statement" | "while_expression" | "if_statement" => {
            control::statement(cx, node);
            cx.unknown()
        }
        "assignment_expression" => {
            if let Some([left, right]) = node.fields(["left", "right"]) {
                let is_plain = node.kind_of("operator") == "=";
                variables::assign(cx, left, Some(right), is_plain);
            }
            cx.unknown()
        }
        "return_expression" => returned(cx, node),
        "break_expression" | "continue_expression" => control::leave(cx, node),
        "function_signature" | "error_type" => cx.unknown(),
        _ => {
            for child in children(node) {
                value(cx, child, None);
            }
            cx.unknown()
        }
    }
}

/// A name; that of the receiver is the receiver.
fn name(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let text = super::name_of(cx, node);
    if let Some(definition) = cx.receiver() {
        let first = cx.facts().definition(definition).parameters.first();
        if first.is_some_and(|first| first.kind == ParameterKind::Receiver && first.name == text) {
            return cx.expr(Expr::Receiver { definition });
        }
    }
    cx.name(text, node)
}

fn builtin_type(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "void" | "noreturn" | "anyopaque" | "anytype" | "anyerror" | "type" => cx.unknown(),
        "bool" => cx.literal(LiteralKind::Boolean),
        _ => cx.literal(LiteralKind::Number),
    }
}

/// What a pointer or slice is of.
fn inner_type(cx: &mut Lowering<'_>, node: Node<'_>, holds_many: bool) -> ExprId {
    let inner = children(node).last().copied();
    let inner = cx.optional(inner, |cx, inner| value(cx, inner, None));
    if holds_many { cx.list_of(inner) } else { inner }
}

fn unary(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let mut at = node;
    while at.kind() == "unary_expression" {
        match at.field("argument") {
            Some(inner) => at = peel(inner),
            None => break,
        }
    }
    let operator = node.kind_of("operator");
    let inner = value(cx, at, to.filter(|_| operator == "&"));
    match operator {
        "&" => inner,
        "!" => cx.literal(LiteralKind::Boolean),
        _ => cx.literal(LiteralKind::Number),
    }
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let mut result = value(cx, first, to);
    for operation in operations {
        let operator = operation.kind_of("operator");
        let right = operation.field("right");
        let right = cx.optional(right, |cx, right| value(cx, right, to.filter(|_| operator == "orelse")));
        result = match operator {
            "orelse" => cx.expr(Expr::Either(vec![result, right])),
            "++" | "**" | "||" => result,
            "and" | "or" | "==" | "!=" | "<" | "<=" | ">" | ">=" => cx.literal(LiteralKind::Boolean),
            _ => cx.literal(LiteralKind::Number),
        };
    }
    result
}

/// `return a`; a container that a function returns has the function's name.
fn returned(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(given) = children(node).first().copied() else { return cx.unknown() };
    let around = cx.enclosing(|definition| definition.kind.is_callable());
    let around = around.map(|id| cx.facts().definition(id));
    let (name, to) = around.map_or((String::new(), None), |around| (around.name.clone(), around.returns));
    let result = match peel(given) {
        container if super::is_container(container) => containers::anonymous(cx, container, &name),
        _ => value(cx, given, to),
    };
    cx.returns(result, ReturnKind::Return);
    cx.unknown()
}
