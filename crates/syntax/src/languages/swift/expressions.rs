//! Values.

use super::{calls, child, children, functions, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, Expr, ExprId, Key, LiteralKind};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| plain(cx, node))
}

/// Without what does not change a value: parentheses, `try`, `await`.
pub(super) fn peel(mut node: Node<'_>) -> Node<'_> {
    loop {
        let inner = match node.kind() {
            "try_expression" | "await_expression" | "consume_expression" | "unsafe_expression" => node.field("expr"),
            "tuple_expression" if node.all("value").len() == 1 => node.field("value"),
            "directly_assignable_expression" => node.named_child(0),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

/// True for what has a value; declarations, patterns and parts of statements have none.
pub(super) fn is_value(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(kind, "simple_identifier" | "macro_invocation" | "bang" | "special_literal" | "playground_literal")
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "simple_identifier" => cx.name(cx.text(node).trim_matches('`'), node),
        "line_string_literal" | "multi_line_string_literal" | "raw_string_literal" => {
            for part in children(node).into_iter().filter(|part| part.kind().contains("interpol")) {
                for inner in children(part).into_iter().filter(|inner| is_value(*inner)) {
                    value(cx, inner);
                }
            }
            cx.literal(LiteralKind::Text)
        }
        "integer_literal" | "real_literal" | "hex_literal" | "bin_literal" | "oct_literal" => {
            cx.literal(LiteralKind::Number)
        }
        "boolean_literal" => cx.literal(LiteralKind::Boolean),
        "nil_literal" => cx.literal(LiteralKind::Null),
        "array_literal" => {
            let items = node.all("element").into_iter().map(|item| value(cx, item)).collect();
            cx.tuple(items)
        }
        "dictionary_literal" => dictionary(cx, node),
        "tuple_expression" => {
            let items = node.all("value").into_iter().map(|item| value(cx, item)).collect();
            cx.tuple(items)
        }
        "lambda_literal" => functions::closure(cx, node),
        "self_expression" => receiver(cx),
        "super_expression" | "call_expression" | "navigation_expression" | "postfix_expression" => {
            calls::chain(cx, node)
        }
        "constructor_expression" => {
            let to = cx.optional(node.field("constructed_type"), types::lower);
            let given =
                child(node, &["constructor_suffix"]).map_or_else(Vec::new, |suffix| calls::arguments(cx, suffix));
            cx.call(to, given, CallKind::New, node)
        }
        "as_expression" => {
            let inner = cx.optional(node.field("expr"), value);
            match node.field("name").or_else(|| node.field("type")) {
                Some(written) => {
                    let to = types::lower(cx, written);
                    match cx.facts().expr(to) {
                        Expr::Unknown | Expr::Literal(_) => inner,
                        _ => cx.expr(Expr::Cast { value: inner, to }),
                    }
                }
                None => inner,
            }
        }
        "check_expression" => {
            cx.optional(node.field("target"), value);
            cx.literal(LiteralKind::Boolean)
        }
        "ternary_expression" => ternary(cx, node),
        "nil_coalescing_expression" => {
            let branches =
                ["value", "if_nil"].into_iter().filter_map(|field| node.field(field)).collect::<Vec<Node<'_>>>();
            let branches = branches.into_iter().map(|branch| value(cx, branch)).collect();
            cx.one_or_either(branches)
        }
        "prefix_expression" => match node.field("target") {
            // `.name`: of a type that is not written.
            Some(target) if node.kind_of("operation") == "." => {
                if target.kind() != "simple_identifier" {
                    arguments_of(cx, target);
                }
                cx.unknown()
            }
            Some(target) => value(cx, target),
            None => cx.unknown(),
        },
        "macro_invocation" | "selector_expression" => calls::in_macro(cx, node),
        "conjunction_expression"
        | "disjunction_expression"
        | "equality_expression"
        | "comparison_expression"
        | "additive_expression"
        | "multiplicative_expression"
        | "infix_expression"
        | "bitwise_operation"
        | "range_expression" => binary(cx, node),
        "if_statement" | "switch_statement" => {
            statements::statement(cx, node);
            cx.unknown()
        }
        "user_type" | "array_type" | "dictionary_type" => types::lower(cx, node),
        "key_path_expression" | "pattern" => cx.unknown(),
        _ => {
            statements::block(cx, node);
            cx.unknown()
        }
    }
}

/// `.case(a)`: what it is given.
fn arguments_of(cx: &mut Lowering<'_>, node: Node<'_>) {
    for part in children(node) {
        match part.kind() {
            "call_suffix" => {
                calls::arguments(cx, part);
            }
            "simple_identifier" => {}
            _ => {
                value(cx, part);
            }
        }
    }
}

/// `self`, of the member around.
pub(super) fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}

fn dictionary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (keys, values) = (node.all("key"), node.all("value"));
    let items = keys.into_iter().zip(values).map(|(key, item)| {
        let name = (key.kind() == "line_string_literal" && key.field("interpolation").is_none())
            .then(|| Key::Text(cx.text(key).trim_matches('"').to_owned()));
        if name.is_none() {
            value(cx, key);
        }
        (name.unwrap_or(Key::Unknown), value(cx, item))
    });
    let items = items.collect();
    cx.expr(Expr::Collection(items))
}

/// A loop over the last branch, so that a ladder of conditions costs no depth.
fn ternary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "ternary_expression" {
        cx.optional(at.field("condition"), value);
        if let Some(branch) = at.field("if_true") {
            branches.push(value(cx, branch));
        }
        match at.field("if_false") {
            Some(next) => at = peel(next),
            None => break,
        }
    }
    if at.kind() != "ternary_expression" {
        branches.push(value(cx, at));
    }
    cx.one_or_either(branches)
}

/// Chains of operators nest to the left: a loop over them.
fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let is_operation = |node: Node<'_>| node.field("lhs").is_some() && node.field("rhs").is_some();
    let mut rights = Vec::new();
    let mut at = node;
    while is_operation(at) {
        rights.extend(at.field("rhs"));
        match at.field("lhs") {
            Some(left) => at = peel(left),
            None => break,
        }
    }
    let first = match at == node {
        // `a...b`.
        true => {
            children(at).into_iter().filter(|part| is_value(*part)).for_each(|part| {
                value(cx, part);
            });
            cx.unknown()
        }
        false => value(cx, at),
    };
    for right in rights.into_iter().rev() {
        value(cx, right);
    }
    match node.kind() {
        "additive_expression" | "multiplicative_expression" | "infix_expression" => first,
        "range_expression" | "bitwise_operation" => cx.unknown(),
        _ => cx.literal(LiteralKind::Boolean),
    }
}
