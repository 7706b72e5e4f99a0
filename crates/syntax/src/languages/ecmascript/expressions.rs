//! Values.

use super::chains;
use super::commonjs;
use super::names::{Lead, Naming};
use super::patterns::{self, Write};
use super::{c_like, classes, functions, jsx, literals, narrowing, types, typescript};
use crate::Lowering;
use crate::lowering::{Fields, children, first_child, left_spine};
use facts::{DefinitionKind, Expr, ExprId, LiteralKind, ReturnKind};
use tree_sitter::Node;

/// The value of an expression. `naming` is what it is bound to, for functions, classes and objects.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, naming))
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, naming: Option<&Naming<'_>>) -> ExprId {
    match node.kind() {
        "identifier" => {
            let read = cx.name(cx.text(node), node);
            cx.as_narrowed(read, node)
        }
        "shorthand_property_identifier" => cx.name(cx.text(node), node),
        "undefined" | "null" => cx.literal(LiteralKind::Null),
        "true" | "false" => cx.literal(LiteralKind::Boolean),
        "number" => cx.literal(LiteralKind::Number),
        "string" => cx.literal(LiteralKind::Text),
        "template_string" => literals::template(cx, node),
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
            literals::element(cx, inner, node)
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
pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    c_like::peel(node, &["parenthesized_expression"])
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

pub(super) fn child_value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.optional(first_child(node), |cx, inner| value(cx, inner, None))
}

/// A value that leaves as it is: the variable itself, whatever is known of its type.
pub(super) fn passed_on(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let node = peel(node);
    if node.kind() == "identifier" { cx.name(cx.text(node), node) } else { value(cx, node, None) }
}

/// `a ? b : c`, the branches with what the condition says. A loop over the last branch, so that a ladder of conditions costs
/// no depth.
fn ternary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mark = cx.narrow_mark();
    let mut at = node;
    while let ("ternary_expression", Some(condition)) = (at.kind(), at.field("condition")) {
        value(cx, condition, None);
        if let Some(branch) = at.field("consequence") {
            let known = narrowing::of_condition(cx, condition, true);
            branches.push(cx.narrowed(known, |cx| passed_on(cx, branch)));
        }
        let known = narrowing::of_condition(cx, condition, false);
        cx.narrow_from_here(known);
        match at.field("alternative") {
            Some(next) => at = peel(next),
            None => break,
        }
    }
    if at.kind() != "ternary_expression" {
        branches.push(passed_on(cx, at));
    }
    cx.narrow_until(mark);
    cx.expr(Expr::Either(branches))
}

/// `left = right`: the value of the right side.
pub(super) fn assignment<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let target = patterns::place(cx, left);
    let naming = commonjs::naming(cx, left, right, node).or_else(|| patterns::naming(cx, left, node, &target));
    let naming = naming.map(|naming| naming.with_lead(lead));
    if let Some(naming) = naming.as_ref().filter(|_| commonjs::is_exported_constant(cx, left, right)) {
        let draft = naming.draft(cx, DefinitionKind::Variable, c_like::end_of_head(node, Some(right)));
        cx.define(draft, false);
    }
    let bound = value(cx, right, naming.as_ref());
    if !commonjs::export(cx, left, bound) {
        patterns::store(cx, left, target, Some(bound));
    }
    bound
}

fn augmented(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let old = value(cx, left, None);
    let new = value(cx, right, None);
    if !matches!(node.kind_of("operator"), "||=" | "&&=" | "??=") {
        return cx.literal(LiteralKind::Number);
    }
    patterns::write(cx, left, Some(new), None, Write::Assign);
    cx.expr(Expr::Either(vec![old, new]))
}

fn yielded(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(inner) = first_child(node) {
        let mut element = value(cx, inner, None);
        if node.child(1).is_some_and(|token| token.kind() == "*") {
            element = cx.expr(Expr::Element(element));
        }
        cx.returns(element, ReturnKind::Yield);
    }
    cx.unknown()
}

/// A loop, so that `!!!!x` costs no depth.
fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    while matches!(at.kind(), "unary_expression" | "update_expression") {
        match at.field("argument") {
            Some(inner) => at = peel(inner),
            None => break,
        }
    }
    value(cx, at, None);
    let kind = match node.kind_of("operator") {
        "!" | "delete" => LiteralKind::Boolean,
        "typeof" => LiteralKind::Text,
        "void" => LiteralKind::Null,
        _ => LiteralKind::Number,
    };
    cx.literal(kind)
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let mut result = value(cx, first, None);
    // One flat list for `a || b ?? c`, so that a long chain stays shallow.
    let mut alternatives = Vec::new();
    // What the operands before say: `x instanceof C && x.f()`.
    let mark = cx.narrow_mark();
    let mut before = first;
    for operation in operations {
        let Some(right_node) = operation.field("right") else { continue };
        let operator = operation.kind_of("operator");
        if matches!(operator, "&&" | "||") {
            let known = narrowing::of_condition(cx, before, operator == "&&");
            cx.narrow_from_here(known);
            before = right_node;
        } else {
            before = operation;
        }
        let right = value(cx, right_node, None);
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
    cx.narrow_until(mark);
    if alternatives.is_empty() { result } else { cx.expr(Expr::Either(alternatives)) }
}

fn combined(cx: &mut Lowering<'_>, operator: &str, left: ExprId, right: ExprId) -> ExprId {
    let is_text = |id| matches!(cx.facts().expr(id), Expr::Literal(LiteralKind::Text));
    match operator {
        "&&" => right,
        "+" if is_text(left) || is_text(right) => cx.literal(LiteralKind::Text),
        "+" => cx.unknown(),
        "<" | "<=" | ">" | ">=" | "==" | "===" | "!=" | "!==" | "in" | "instanceof" => cx.literal(LiteralKind::Boolean),
        _ => cx.literal(LiteralKind::Number),
    }
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
