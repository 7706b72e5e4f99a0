//! Values.

use super::c_like::peel as peel_kinds;
use super::{calls, child, children, collections, functions, parts, patterns, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, LiteralKind, ReturnKind, ScopeKind, Target};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    named(cx, node, None)
}

/// The same where it is bound to a variable.
pub(super) fn named(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, name))
}

/// The expression inside any number of parentheses.
pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    let node = peel_kinds(node, &["parenthesized_expression"]);
    // `(this)`
    match (node.kind(), parts(node).first()) {
        ("parenthesized_expression", Some(inner)) => *inner,
        _ => node,
    }
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    match node.kind() {
        "identifier" | "identifier_dollar_escaped" => {
            let read = cx.name(cx.text(node), node);
            cx.as_narrowed(read, node)
        }
        "this" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Receiver { definition }),
            None => cx.unknown(),
        },
        "super" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        "null_literal" => cx.literal(LiteralKind::Null),
        "true" | "false" => cx.literal(LiteralKind::Boolean),
        "string_literal" => text(cx, node),
        "list_literal" | "set_or_map_literal" => collections::collection(cx, node),
        "record_literal" => collections::record(cx, node),
        "function_expression" => functions::closure(cx, node, name),
        "cascade" => calls::cascade(cx, node),
        "assignment_expression" => assignment(cx, node),
        "pattern_assignment" => pattern_assignment(cx, node),
        "assignable_expression" => match node.field("object") {
            Some(_) => calls::chain(cx, node),
            None => cx.optional(parts(node).first().copied(), value),
        },
        "call_expression"
        | "member_expression"
        | "null_aware_member_expression"
        | "index_expression"
        | "null_aware_index_expression"
        | "null_assertion_expression"
        | "instantiation_expression" => calls::chain(cx, node),
        "new_expression" | "const_object_expression" | "constructor_invocation" => construction(cx, node),
        "constructor_tearoff" => types::path(cx, &names(node), node),
        "conditional_expression" => conditional(cx, node),
        "if_null_expression" => {
            let branches: Vec<ExprId> = spine(node).1.into_iter().map(|part| value(cx, part)).collect();
            cx.one_or_either(branches)
        }
        "unary_expression" => unary(cx, node),
        "await_expression" => {
            let inner = cx.optional(parts(node).last().copied(), value);
            cx.expr(Expr::Await(inner))
        }
        "postfix_expression" => {
            cx.optional(node.field("argument"), value);
            cx.literal(LiteralKind::Number)
        }
        "type_cast_expression" => cast(cx, node),
        "type_test_expression" => {
            cx.optional(parts(node).first().copied(), value);
            cx.literal(LiteralKind::Boolean)
        }
        "switch_expression" => switch(cx, node),
        "throw_expression" => {
            let thrown = cx.optional(node.field("value"), value);
            cx.returns(thrown, ReturnKind::Throw);
            cx.unknown()
        }
        kind if kind.ends_with("_literal") && !kind.starts_with("symbol") => cx.literal(LiteralKind::Number),
        kind if is_binary(kind) => binary(cx, node),
        "type" | "type_arguments" | "label" | "annotation" | "symbol_literal" | "qualified_name" => cx.unknown(),
        _ => {
            statements::values(cx, node);
            cx.unknown()
        }
    }
}

fn names(node: Node<'_>) -> Vec<Node<'_>> {
    children(node).into_iter().filter(|part| part.kind() == "type_identifier").collect()
}

/// A text, with what is put into it.
fn text(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for piece in children(node).into_iter().flat_map(children) {
        if piece.kind() == "template_substitution" {
            statements::values(cx, piece);
        }
    }
    cx.literal(LiteralKind::Text)
}

/// `new A.b(c)`, `const A()`.
fn construction(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut callee = match child(node, &["type"]) {
        Some(written) => types::lower(cx, written),
        None => types::path(cx, &names(node), node),
    };
    if let Some(name) = node.field("constructor").filter(|name| cx.text(*name) != "new") {
        callee = cx.attribute(callee, cx.text(name), name);
    }
    let given = child(node, &["arguments"]).map_or_else(Vec::new, |list| calls::arguments(cx, list));
    cx.call(callee, given, CallKind::Call, node)
}

/// A loop over the last branch, so that a ladder of conditions costs no depth.
fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "conditional_expression" {
        cx.optional(parts(at).first().copied(), value);
        if let Some(branch) = at.field("consequence") {
            branches.push(value(cx, branch));
        }
        match at.field("alternative") {
            Some(next) => at = peel(next),
            None => break,
        }
    }
    if at.kind() != "conditional_expression" {
        branches.push(value(cx, at));
    }
    cx.one_or_either(branches)
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let operator = node.kind_of("operator").trim_end_matches('=');
    let mut given = None;
    if !operator.is_empty() && operator != "??" {
        let before = value(cx, left);
        let right = value(cx, right);
        given = Some(implied(cx, before, operator, Some(right), node));
    }
    let Some(object) = left.field("object") else {
        let Some(name) = parts(left).first().copied().filter(|name| name.kind() == "identifier") else {
            return cx.optional(given.is_none().then_some(right), value);
        };
        let given = given.unwrap_or_else(|| named(cx, right, Some(name)));
        cx.assign(cx.text(name), Some(given), name);
        return given;
    };
    let base = value(cx, object);
    match (left.field("property"), left.field("index")) {
        (Some(name), _) => {
            let given = given.unwrap_or_else(|| value(cx, right));
            cx.bind(Target::Attribute { base, name: cx.text(name).to_owned() }, Some(given), None, left);
            given
        }
        (None, Some(index)) if given.is_none() => {
            calls::set_at(cx, base, index, right, node);
            cx.unknown()
        }
        _ => given.unwrap_or_else(|| cx.unknown()),
    }
}

fn pattern_assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = parts(node);
    let Some(given) = parts.iter().rfind(|part| !patterns::is_pattern(**part)) else { return cx.unknown() };
    let given = value(cx, *given);
    if let Some(pattern) = parts.iter().find(|part| patterns::is_pattern(**part)) {
        patterns::assign(cx, *pattern, given);
    }
    given
}

/// A call that an operator implies.
fn implied(cx: &mut Lowering<'_>, base: ExprId, operator: &str, given: Option<ExprId>, node: Node<'_>) -> ExprId {
    let operator = if operator == "!=" { "==" } else { operator };
    let callee = cx.attribute(base, &format!("operator{operator}"), node);
    let given = given.into_iter().map(|value| Argument { name: None, value, spread: false }).collect();
    cx.call(callee, given, CallKind::Implicit, node)
}

fn is_binary(kind: &str) -> bool {
    const KINDS: [&str; 10] = [
        "additive_expression",
        "multiplicative_expression",
        "shift_expression",
        "bitwise_and_expression",
        "bitwise_or_expression",
        "bitwise_xor_expression",
        "equality_expression",
        "relational_expression",
        "logical_and_expression",
        "logical_or_expression",
    ];
    KINDS.contains(&kind)
}

/// The operators and operands of nested operations of one kind, from the left. A loop, so that a long sum costs no depth.
fn spine(node: Node<'_>) -> (Vec<(Node<'_>, Option<Node<'_>>)>, Vec<Node<'_>>) {
    let (mut operations, mut operands, mut at) = (Vec::new(), Vec::new(), node);
    loop {
        let is_operation = is_binary(at.kind()) || at.kind() == "if_null_expression";
        let is_alike = is_operation
            && (at == node || (at.kind() == "if_null_expression") == (node.kind() == "if_null_expression"));
        if !is_alike {
            operands.push(at);
            break;
        }
        let all: Vec<Node<'_>> = parts(at).into_iter().filter(|part| !part.kind().ends_with("_operator")).collect();
        let operators = at.all("operator");
        let Some((first, rest)) = all.split_first() else { break };
        for (place, operand) in rest.iter().enumerate().rev() {
            operations.push((at, operators.get(place).or(operators.last()).copied()));
            operands.push(*operand);
        }
        at = peel(*first);
    }
    operations.reverse();
    operands.reverse();
    (operations, operands)
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (operations, operands) = spine(node);
    let Some((first, rest)) = operands.split_first() else { return cx.unknown() };
    let mut result = value(cx, *first);
    for ((operation, operator), right) in operations.into_iter().zip(rest) {
        let right = value(cx, *right);
        let text = operator.map_or("", |operator| cx.text(operator));
        let made = match text {
            "" => None,
            text => Some(implied(cx, result, text, Some(right), operation)),
        };
        result = match operation.kind() {
            "equality_expression" | "relational_expression" | "logical_and_expression" | "logical_or_expression" => {
                cx.literal(LiteralKind::Boolean)
            }
            _ => made.unwrap_or(right),
        };
    }
    result
}

fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let inner = parts(node).into_iter().rfind(|part| !part.kind().ends_with("_operator"));
    let inner = cx.optional(inner, value);
    match node.field("operator").map(|operator| cx.text(operator)) {
        None => inner,
        Some("!") => cx.literal(LiteralKind::Boolean),
        Some("++" | "--") => cx.literal(LiteralKind::Number),
        Some(operator) => implied(cx, inner, operator, None, node),
    }
}

fn cast(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let value = cx.optional(parts(node).first().copied(), value);
    let written = child(node, &["type_cast"]).and_then(|cast| child(cast, &["type"]));
    let Some(written) = written else { return value };
    let to = types::lower(cx, written);
    cx.expr(Expr::Cast { value, to })
}

/// `switch (a) { P(:var b) => c, _ => d }`: one of the branches.
fn switch(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let tested = cx.optional(node.field("condition"), value);
    let mut results = Vec::new();
    for case in node.all("body") {
        cx.in_scope(ScopeKind::Block, case, |cx| {
            for part in parts(case) {
                match (patterns::is_pattern(part), case.field("guard") == Some(part)) {
                    (true, _) => patterns::bind(cx, part, Some(tested)),
                    (false, true) => {
                        value(cx, part);
                    }
                    (false, false) => results.push(value(cx, part)),
                }
            }
        });
    }
    cx.one_or_either(results)
}
