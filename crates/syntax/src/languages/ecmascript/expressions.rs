//! Values.

use super::chains;
use super::commonjs;
use super::names::{Lead, Naming};
use super::patterns::{self, Write};
use super::{classes, functions, jsx, literals, types, typescript};
use crate::Lowering;
use crate::lowering::children;
use facts::{Expr, ExprId, LiteralKind, ReturnKind};
use tree_sitter::Node;

/// The value of an expression. `naming` is what it is bound to, for functions, classes and objects.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    let node = peel(node);
    match cx.deeper(|cx| peeled(cx, node, naming)) {
        Some(id) => id,
        None => cx.unknown(),
    }
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    match node.kind() {
        "identifier" | "shorthand_property_identifier" => cx.name(cx.text(node), node),
        "undefined" | "null" => cx.expr(Expr::Literal(LiteralKind::Null)),
        "true" | "false" => cx.expr(Expr::Literal(LiteralKind::Boolean)),
        "number" => cx.expr(Expr::Literal(LiteralKind::Number)),
        "string" => cx.expr(Expr::Literal(LiteralKind::Text)),
        "template_string" => {
            literals::substitutions(cx, node);
            cx.expr(Expr::Literal(LiteralKind::Text))
        }
        "this" => receiver(cx),
        "super" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        "object" => literals::object(cx, node, naming),
        "array" => literals::array(cx, node),
        "arrow_function" | "function_expression" | "generator_function" => functions::value(cx, node, naming, false),
        "class" => classes::value(cx, node, naming),
        "call_expression" | "member_expression" | "subscript_expression" | "non_null_expression" => {
            chains::chain(cx, node)
        }
        "new_expression" => chains::new(cx, node),
        "sequence_expression" => {
            let values: Vec<ExprId> = children(node).into_iter().map(|child| value(cx, child, None)).collect();
            values.last().copied().unwrap_or_else(|| cx.unknown())
        }
        "assignment_expression" => assignment(cx, node, &Lead::default()),
        "augmented_assignment_expression" => augmented(cx, node),
        "await_expression" => {
            let inner = child_value(cx, node);
            cx.expr(Expr::Await(inner))
        }
        "yield_expression" => yielded(cx, node),
        "unary_expression" | "update_expression" => unary(cx, node),
        "binary_expression" => binary(cx, node),
        "ternary_expression" => ternary(cx, node),
        "as_expression" | "satisfies_expression" => cast(cx, node, naming),
        "type_assertion" => types::assertion(cx, node),
        "instantiation_expression" => {
            let base = child_value(cx, node);
            types::generic(cx, base, node)
        }
        "internal_module" => {
            typescript::declaration(cx, node, &Lead::default());
            cx.unknown()
        }
        "jsx_element" | "jsx_self_closing_element" => jsx::element(cx, node),
        "spread_element" => {
            let inner = child_value(cx, node);
            cx.expr(Expr::Element(inner))
        }
        "type_arguments" | "type_annotation" | "comment" | "meta_property" | "regex" => cx.unknown(),
        _ => {
            for child in children(node) {
                value(cx, child, None);
            }
            cx.unknown()
        }
    }
}

/// The expression inside any number of parentheses.
pub(super) fn peel(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" {
        match children(node).first() {
            Some(inner) => node = *inner,
            None => break,
        }
    }
    node
}

/// True for what becomes a definition of its own when it is bound to a name.
pub(super) fn names_itself(node: Node<'_>) -> bool {
    let mut node = peel(node);
    while matches!(node.kind(), "as_expression" | "satisfies_expression") {
        match node.named_child(0) {
            Some(inner) => node = peel(inner),
            None => return false,
        }
    }
    matches!(node.kind(), "arrow_function" | "function_expression" | "generator_function" | "class")
}

fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        // In a static block, `this` is the class itself.
        Some(id) if cx.facts().definition(id).kind.is_type() => cx.expr(Expr::Function(id)),
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}

/// The value of the first child.
pub(super) fn child_value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match children(node).first() {
        Some(inner) => value(cx, *inner, None),
        None => cx.unknown(),
    }
}

/// `left = right`: the value of the right side.
pub(super) fn assignment<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) -> ExprId {
    let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else {
        return cx.unknown();
    };
    let target = patterns::place(cx, left);
    let naming = commonjs::naming(cx, left, right, node).or_else(|| patterns::naming(cx, left, node, &target));
    let naming = naming.map(|naming| naming.with_lead(lead));
    let bound = value(cx, right, naming.as_ref());
    if !commonjs::export(cx, left, bound) {
        patterns::store(cx, left, target, Some(bound));
    }
    bound
}

fn augmented(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else {
        return cx.unknown();
    };
    let old = value(cx, left, None);
    let new = value(cx, right, None);
    let operator = node.child_by_field_name("operator").map_or("", |operator| operator.kind());
    if !matches!(operator, "||=" | "&&=" | "??=") {
        return cx.expr(Expr::Literal(LiteralKind::Number));
    }
    patterns::write(cx, left, Some(new), None, Write::Assign);
    cx.expr(Expr::Either(vec![old, new]))
}

fn yielded(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(inner) = children(node).first() {
        let mut element = value(cx, *inner, None);
        if node.child(1).is_some_and(|token| token.kind() == "*") {
            element = cx.expr(Expr::Element(element));
        }
        cx.returns(element, ReturnKind::Yield);
    }
    cx.unknown()
}

/// A loop, so that `!!!!x` costs no depth.
fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let operator = node.child_by_field_name("operator").map_or("", |operator| operator.kind());
    let mut at = node;
    while matches!(at.kind(), "unary_expression" | "update_expression") {
        match at.child_by_field_name("argument") {
            Some(inner) => at = peel(inner),
            None => break,
        }
    }
    value(cx, at, None);
    let kind = match operator {
        "!" | "delete" => LiteralKind::Boolean,
        "typeof" => LiteralKind::Text,
        "void" => LiteralKind::Null,
        _ => LiteralKind::Number,
    };
    cx.expr(Expr::Literal(kind))
}

/// A loop over the left side, so that a chain of thousands of operators costs no depth.
fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut rights = Vec::new();
    let mut at = node;
    while at.kind() == "binary_expression" {
        let (Some(left), Some(operator)) = (at.child_by_field_name("left"), at.child_by_field_name("operator")) else {
            break;
        };
        rights.push((operator.kind(), at.child_by_field_name("right")));
        at = peel(left);
    }
    let mut result = value(cx, at, None);
    // One flat list for `a || b ?? c`, so that a long chain stays shallow.
    let mut alternatives = Vec::new();
    for (operator, right) in rights.into_iter().rev() {
        let Some(right) = right else { continue };
        let right = value(cx, right, None);
        if matches!(operator, "||" | "??") {
            if alternatives.is_empty() {
                alternatives.push(result);
            }
            alternatives.push(right);
            continue;
        }
        if !alternatives.is_empty() {
            result = cx.expr(Expr::Either(std::mem::take(&mut alternatives)));
        }
        result = combined(cx, operator, result, right);
    }
    if alternatives.is_empty() { result } else { cx.expr(Expr::Either(alternatives)) }
}

fn combined(cx: &mut Lowering<'_>, operator: &str, left: ExprId, right: ExprId) -> ExprId {
    let is_text = |id| matches!(cx.facts().expr(id), Expr::Literal(LiteralKind::Text));
    match operator {
        "&&" => right,
        "+" if is_text(left) || is_text(right) => cx.expr(Expr::Literal(LiteralKind::Text)),
        "+" => cx.unknown(),
        "<" | "<=" | ">" | ">=" | "==" | "===" | "!=" | "!==" | "in" | "instanceof" => {
            cx.expr(Expr::Literal(LiteralKind::Boolean))
        }
        _ => cx.expr(Expr::Literal(LiteralKind::Number)),
    }
}

/// A loop over the last branch, so that a ladder of conditions costs no depth.
fn ternary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "ternary_expression" {
        if let Some(condition) = at.child_by_field_name("condition") {
            value(cx, condition, None);
        }
        if let Some(branch) = at.child_by_field_name("consequence") {
            branches.push(value(cx, branch, None));
        }
        match at.child_by_field_name("alternative") {
            Some(alternative) => at = peel(alternative),
            None => break,
        }
    }
    if at.kind() != "ternary_expression" {
        branches.push(value(cx, at, None));
    }
    cx.expr(Expr::Either(branches))
}

/// `x as T`, `x satisfies T`; a function keeps its name through it, and `as const` changes nothing.
fn cast(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    let parts = children(node);
    let Some(inner) = parts.first() else { return cx.unknown() };
    let plain = value(cx, *inner, naming);
    match parts.get(1) {
        Some(written) if !names_itself(*inner) => {
            let to = types::lower(cx, *written);
            cx.expr(Expr::Cast { value: plain, to })
        }
        _ => plain,
    }
}
