//! What a condition says of types: `x instanceof C`, `typeof x`, with `!`, `&&` and `||`.

use super::expressions::{peel, value};
use crate::Lowering;
use crate::lowering::{Fields, Narrowed, children};
use facts::{CallKind, LiteralKind};
use tree_sitter::Node;

/// The types that are known where `condition` has the truth `holds`.
pub(super) fn of_condition(cx: &mut Lowering<'_>, condition: Node<'_>, holds: bool) -> Vec<Narrowed> {
    let mut known = Vec::new();
    cx.deeper(|cx| collect(cx, condition, holds, &mut known));
    known
}

fn collect(cx: &mut Lowering<'_>, condition: Node<'_>, holds: bool, known: &mut Vec<Narrowed>) {
    let condition = peel(condition);
    match (condition.kind(), condition.kind_of("operator")) {
        ("unary_expression", "!") => {
            if let Some(inner) = condition.field("argument") {
                cx.deeper(|cx| collect(cx, inner, !holds, known));
            }
        }
        ("binary_expression", operator @ ("&&" | "||")) if (operator == "&&") == holds => {
            for side in ["left", "right"] {
                if let Some(side) = condition.field(side) {
                    cx.deeper(|cx| collect(cx, side, holds, known));
                }
            }
        }
        ("binary_expression", "instanceof") => known.extend(instance_check(cx, condition, holds)),
        ("binary_expression", "===" | "==") if !holds => known.extend(type_comparison(cx, condition)),
        ("binary_expression", "!==" | "!=") if holds => known.extend(type_comparison(cx, condition)),
        _ => {}
    }
}

fn instance_check(cx: &mut Lowering<'_>, check: Node<'_>, holds: bool) -> Option<Narrowed> {
    let [of, class] = check.fields(["left", "right"])?;
    let names_class = matches!(class.kind(), "identifier" | "member_expression");
    if !(is_path(of) && names_class) {
        return None;
    }
    let to = value(cx, class, None);
    let path = cx.text(of);
    if holds { Some(Narrowed { path: path.to_owned(), to }) } else { cx.narrowed_without(path, &[to]) }
}

/// `typeof x` is not what a literal says.
fn type_comparison(cx: &mut Lowering<'_>, comparison: Node<'_>) -> Option<Narrowed> {
    let [left, right] = comparison.fields(["left", "right"])?;
    let of = left.field("argument").filter(|of| left.kind_of("operator") == "typeof" && of.kind() == "identifier")?;
    let kind = match (right.kind(), cx.text(right).trim_matches(['"', '\''])) {
        ("string", "string") => LiteralKind::Text,
        ("string", "number") => LiteralKind::Number,
        ("string", "boolean") => LiteralKind::Boolean,
        ("string", "undefined") => LiteralKind::Null,
        _ => return None,
    };
    let excluded = cx.literal(kind);
    cx.narrowed_without(cx.text(of), &[excluded])
}

/// What is known behind a branch without another that binds a checked variable to what a class makes; `first` is the first
/// binding of the branch.
pub(super) fn after_rebinding(
    cx: &mut Lowering<'_>,
    condition: Node<'_>,
    body: Node<'_>,
    first: usize,
) -> Vec<Narrowed> {
    if cx.facts().bindings.len() == first {
        return Vec::new();
    }
    let unless = of_condition(cx, condition, false);
    let known = unless.into_iter().filter_map(|known| {
        // An assignment that runs whenever the branch does.
        let statements = if body.kind() == "statement_block" { children(body) } else { vec![body] };
        let assigned =
            statements.into_iter().filter_map(|statement| statement.named_child(0)?.fields(["left", "right"]));
        let [_, made] = assigned.filter(|[left, _]| cx.text(*left) == known.path).last()?;
        let class = cx.class_bound_since(first, &known.path, CallKind::New);
        let class = class.filter(|_| peel(made).kind() == "new_expression")?;
        Some(cx.narrowed_or(known, class))
    });
    known.collect()
}

/// A name, or a path of members from a name or `this`.
fn is_path(node: Node<'_>) -> bool {
    match node.kind() {
        "identifier" | "this" => true,
        "member_expression" => node.field("object").is_some_and(is_path),
        _ => false,
    }
}

/// True where control never passes the end of a statement.
pub(super) fn leaves(statement: Node<'_>) -> bool {
    match statement.kind() {
        "statement_block" => children(statement).into_iter().last().is_some_and(leaves),
        kind => matches!(kind, "return_statement" | "throw_statement" | "continue_statement" | "break_statement"),
    }
}
