//! What a condition says of types: `x instanceof C`, with `!`, `&&` and `||`.

use super::expressions::{peel, value};
use crate::Lowering;
use crate::lowering::{Fields, Narrowed, children};
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
        ("binary_expression", "instanceof") if holds => known.extend(instance_check(cx, condition)),
        _ => {}
    }
}

fn instance_check(cx: &mut Lowering<'_>, check: Node<'_>) -> Option<Narrowed> {
    let [of, class] = check.fields(["left", "right"])?;
    let names_class = matches!(class.kind(), "identifier" | "member_expression");
    if !(is_path(of) && names_class) {
        return None;
    }
    let to = value(cx, class, None);
    Some(Narrowed { path: cx.text(of).to_owned(), to })
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
