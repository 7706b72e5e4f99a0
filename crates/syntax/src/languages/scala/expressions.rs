//! Values; nearly everything is one.

use super::{calls, child, children, classes, declarations, functions, patterns, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, LiteralKind, ReturnKind, ScopeKind, Target};
use tree_sitter::Node;

/// The value of an expression.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    inner(cx, peel(node))
}

/// The value of what is in a function of its own.
pub(super) fn inner(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| plain(cx, node))
}

/// Without parentheses.
pub(super) fn peel(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" {
        match children(node).first().copied() {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// A declaration or an expression in a block.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut result = None;
    cx.deeper(|cx| {
        if !declarations::declared(cx, node, &[], &[]) {
            result = Some(value(cx, node));
        }
    });
    result.unwrap_or_else(|| cx.unknown())
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" | "operator_identifier" | "type_identifier" => name(cx, node),
        "wildcard" => cx.name("_", node),
        "string" | "symbol_literal" => cx.literal(LiteralKind::Text),
        "interpolated_string_expression" => {
            interpolated(cx, node);
            cx.literal(LiteralKind::Text)
        }
        "integer_literal" | "floating_point_literal" | "character_literal" => cx.literal(LiteralKind::Number),
        "boolean_literal" => cx.literal(LiteralKind::Boolean),
        "null_literal" | "unit" => cx.literal(LiteralKind::Null),
        "call_expression" | "field_expression" | "generic_function" => calls::chain(cx, node),
        "instance_expression" => classes::new(cx, node),
        "lambda_expression" => functions::lambda(cx, node),
        "case_block" => functions::of_cases(cx, node),
        // `f _`.
        "method_value" => cx.optional(children(node).first().copied(), value),
        "infix_expression" => infix(cx, node),
        "prefix_expression" | "postfix_expression" => cx.optional(children(node).first().copied(), value),
        "tuple_expression" => {
            let parts = children(node).into_iter().map(|part| value(cx, part)).collect();
            cx.tuple(parts)
        }
        "ascription_expression" => {
            let parts = children(node);
            let inner = cx.optional(parts.first().copied(), value);
            match parts.get(1).map(|written| types::lower(cx, *written)) {
                Some(to) if !matches!(cx.facts().expr(to), Expr::Unknown | Expr::Literal(_)) => {
                    cx.expr(Expr::Cast { value: inner, to })
                }
                _ => inner,
            }
        }
        "assignment_expression" => assignment(cx, node),
        "block" | "indented_block" | "template_body" => block(cx, node),
        "if_expression" => if_expression(cx, node),
        "match_expression" => {
            let whole = cx.optional(node.field("value"), value);
            match node.field("body") {
                Some(body) => patterns::cases(cx, body, Some(whole)),
                None => cx.unknown(),
            }
        }
        "try_expression" => try_expression(cx, node),
        "for_expression" => for_expression(cx, node),
        "while_expression" | "do_while_expression" => {
            for field in ["condition", "body"] {
                cx.optional(node.field(field), statement);
            }
            cx.literal(LiteralKind::Null)
        }
        "return_expression" => {
            let result = cx.optional(children(node).first().copied(), value);
            cx.returns(result, ReturnKind::Return);
            cx.unknown()
        }
        "throw_expression" => {
            let thrown = cx.optional(children(node).first().copied(), value);
            cx.returns(thrown, ReturnKind::Throw);
            cx.unknown()
        }
        _ => {
            for part in children(node) {
                statement(cx, part);
            }
            cx.unknown()
        }
    }
}

fn name(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "this" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Receiver { definition }),
            None => cx.unknown(),
        },
        text => cx.name(text.trim_matches('`'), node),
    }
}

/// What is between `${` and `}`.
fn interpolated(cx: &mut Lowering<'_>, node: Node<'_>) {
    for part in children(node) {
        match part.kind() {
            "interpolated_string" => interpolated(cx, part),
            "interpolation" => children(part).into_iter().for_each(|inner| {
                value(cx, inner);
            }),
            _ => {}
        }
    }
}

/// Statements; the last one is the value.
fn block(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut last = None;
    cx.in_scope(ScopeKind::Block, node, |cx| {
        let companions = classes::names_in(cx, node);
        super::comments::each_with_comments(cx, node, |cx, child, above| {
            cx.deeper(|cx| {
                last = None;
                if !declarations::declared(cx, child, above, &companions) {
                    last = Some(value(cx, child));
                }
            });
        });
    });
    last.unwrap_or_else(|| cx.unknown())
}

/// A loop, so that a ladder of `else if` costs no depth.
fn if_expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    loop {
        cx.optional(at.field("condition"), value);
        if let Some(branch) = at.field("consequence") {
            branches.push(statement(cx, branch));
        }
        match at.field("alternative") {
            Some(next) if next.kind() == "if_expression" => at = next,
            Some(next) => {
                branches.push(statement(cx, next));
                break;
            }
            None => break,
        }
    }
    cx.one_or_either(branches)
}

fn try_expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut results = vec![cx.optional(node.field("body"), statement)];
    for part in children(node) {
        match part.kind() {
            "catch_clause" => match child(part, &["case_block", "indented_cases"]) {
                Some(cases) => results.push(patterns::cases(cx, cases, None)),
                None => {
                    cx.optional(children(part).first().copied(), value);
                }
            },
            "finally_clause" => {
                cx.optional(children(part).first().copied(), statement);
            }
            _ => {}
        }
    }
    cx.one_or_either(results)
}

/// `for { a <- as; b = a.c if d } yield e`
fn for_expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut result = None;
    cx.in_scope(ScopeKind::Block, node, |cx| {
        let lists = node.all("enumerators");
        for one in lists.into_iter().flat_map(children) {
            let parts = children(one);
            let (Some(pattern), Some(from)) = (parts.first().copied(), parts.get(1).copied()) else { continue };
            let whole = value(cx, from);
            let mut cursor = one.walk();
            let is_drawn = one.children(&mut cursor).any(|part| part.kind() == "<-");
            let bound = if is_drawn { cx.expr(Expr::Element(whole)) } else { whole };
            patterns::bind(cx, pattern, Some(bound));
            for guard in parts.into_iter().filter(|part| part.kind() == "guard") {
                cx.optional(guard.field("condition"), value);
            }
        }
        result = node.field("body").map(|body| statement(cx, body));
    });
    match result {
        Some(element) => cx.list_of(element),
        None => cx.unknown(),
    }
}

/// `a op b`: a call of `a`'s method, or of `b`'s where it ends with a colon. A loop over the left side.
fn infix(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = crate::lowering::left_spine(node, peel);
    let mut result = value(cx, first);
    for operation in operations {
        let Some([operator, right]) = operation.fields(["operator", "right"]) else { continue };
        let text = cx.text(operator).to_owned();
        // `it should "add" in { .. }`.
        let test = (text == "in" && right.kind() == "block").then(|| last_text(operation)).flatten();
        if let Some(name) = test.filter(|_| cx.facts().definition(cx.definition()).kind.is_type()) {
            result = calls::named_test(cx, operation, name, right);
            continue;
        }
        let given = match right.kind() {
            "tuple_expression" => children(right).into_iter().map(|one| calls::function_or_value(cx, one)).collect(),
            _ => vec![calls::function_or_value(cx, right)],
        };
        let is_word = text.starts_with(|first: char| first.is_alphabetic());
        if text.ends_with(':') {
            let base = given.first().copied().unwrap_or(result);
            let callee = cx.attribute(base, &text, operator);
            let value = result;
            let own = vec![Argument { name: None, value, spread: false }];
            result = cx.call(callee, own, CallKind::Implicit, operation);
            continue;
        }
        let callee = cx.attribute(result, &text, operator);
        let given = given.into_iter().map(|value| Argument { name: None, value, spread: false }).collect();
        let is_text = text == "+" && matches!(cx.facts().expr(result), Expr::Literal(LiteralKind::Text));
        result = cx.call(callee, given, if is_word { CallKind::Call } else { CallKind::Implicit }, operation);
        if is_text {
            result = cx.literal(LiteralKind::Text);
        }
    }
    match node.field("operator").map_or("", |operator| cx.text(operator)) {
        "==" | "!=" | "&&" | "||" | "<" | ">" | "<=" | ">=" => cx.literal(LiteralKind::Boolean),
        _ => result,
    }
}

/// The text in front of `in`.
fn last_text(operation: Node<'_>) -> Option<Node<'_>> {
    let left = operation.field("left")?;
    match left.kind() {
        "string" => Some(left),
        _ => left.field("right").filter(|right| right.kind() == "string"),
    }
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let bound = calls::function_or_value(cx, right);
    match left.kind() {
        "identifier" => cx.assign(cx.text(left), Some(bound), left),
        "field_expression" => {
            if let Some([base, field]) = left.fields(["value", "field"]) {
                let base = value(cx, base);
                let name = cx.text(field).to_owned();
                cx.bind(Target::Attribute { base, name }, Some(bound), None, left);
            }
        }
        "call_expression" => {
            if let Some(base) = left.field("function") {
                let base = value(cx, base);
                cx.bind(Target::Subscript { base, key: facts::Key::Unknown }, Some(bound), None, left);
            }
        }
        _ => {
            value(cx, left);
        }
    }
    cx.literal(LiteralKind::Null)
}
