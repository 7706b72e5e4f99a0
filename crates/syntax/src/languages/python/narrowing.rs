//! What a condition says of types, where it holds and where it does not.

use super::{expressions, last_segment};
use crate::{
    Lowering,
    lowering::{Fields, Narrowed, children, first_child},
};
use facts::{CallKind, Expr, ExprId};
use tree_sitter::Node;

/// Types of the language whose values hold nothing of the repository's.
const PLAIN_TYPES: [&str; 7] = ["str", "int", "float", "bytes", "bool", "complex", "bytearray"];

/// The types that are known where `condition` has the truth `holds`.
pub fn of_condition(cx: &mut Lowering<'_>, condition: Node<'_>, holds: bool) -> Vec<Narrowed> {
    let mut known = Vec::new();
    cx.deeper(|cx| collect(cx, condition, holds, &mut known));
    known
}

fn collect(cx: &mut Lowering<'_>, condition: Node<'_>, holds: bool, known: &mut Vec<Narrowed>) {
    let mut inner = |cx: &mut Lowering<'_>, node, holds| {
        cx.deeper(|cx| collect(cx, node, holds, known));
    };
    match condition.kind() {
        "parenthesized_expression" | "not_operator" => {
            let holds = holds == (condition.kind() == "parenthesized_expression");
            if let Some(of) = first_child(condition) {
                inner(cx, of, holds);
            }
        }
        "boolean_operator" => {
            // Both sides are known to hold, or both not to.
            let operator = if holds { "and" } else { "or" };
            if condition.kind_of("operator") == operator
                && let Some([left, right]) = condition.fields(["left", "right"])
            {
                inner(cx, left, holds);
                inner(cx, right, holds);
            }
        }
        "call" => known.extend(instance_check(cx, condition, holds)),
        "comparison_operator" if holds => known.extend(type_comparison(cx, condition)),
        _ => {}
    }
}

/// `isinstance(x, T)`.
fn instance_check(cx: &mut Lowering<'_>, call: Node<'_>, holds: bool) -> Option<Narrowed> {
    let [function, list] = call.fields(["function", "arguments"])?;
    let given = children(list);
    let ([of, types], "isinstance") = (given.as_slice(), cx.text(function)) else { return None };
    let is = narrow(cx, *of, *types)?;
    if holds {
        return Some(is);
    }
    let excluded = match cx.facts().expr(is.to) {
        Expr::Either(options) => options.clone(),
        _ => vec![is.to],
    };
    cx.narrowed_without(&is.path, &excluded)
}

/// `type(x) is T`.
fn type_comparison(cx: &mut Lowering<'_>, comparison: Node<'_>) -> Option<Narrowed> {
    let mut cursor = comparison.walk();
    let operator = comparison.children_by_field_name("operators", &mut cursor).next()?;
    let operands = children(comparison);
    let [left, right] = operands.as_slice() else { return None };
    let [function, list] = left.fields(["function", "arguments"])?;
    let (true, "type", [of]) = (matches!(operator.kind(), "is" | "=="), cx.text(function), &children(list)[..]) else {
        return None;
    };
    narrow(cx, *of, *right)
}

fn narrow(cx: &mut Lowering<'_>, of: Node<'_>, types: Node<'_>) -> Option<Narrowed> {
    if !is_path(of) {
        return None;
    }
    let options = if types.kind() == "tuple" { children(types) } else { vec![types] };
    if options.is_empty() || !options.iter().all(|option| names_type(cx, *option)) {
        return None;
    }
    let options: Vec<ExprId> = options.into_iter().map(|option| expressions::expression(cx, option)).collect();
    let to = if let [one] = options[..] { one } else { cx.expr(Expr::Either(options)) };
    Some(Narrowed { path: cx.text(of).to_owned(), to })
}

/// `case T():` where `subject` is what is matched.
pub fn of_case(cx: &mut Lowering<'_>, subject: Option<Node<'_>>, pattern: Node<'_>) -> Option<Narrowed> {
    let subject = subject.filter(|subject| is_path(*subject))?;
    let mut at = pattern;
    while matches!(at.kind(), "case_pattern" | "as_pattern") {
        at = first_child(at)?;
    }
    let class = first_child(at).filter(|_| at.kind() == "class_pattern")?;
    let to = super::matching::dotted(cx, class);
    Some(Narrowed { path: cx.text(subject).to_owned(), to })
}

/// A name or a path of attributes.
fn is_path(node: Node<'_>) -> bool {
    match node.kind() {
        "identifier" => true,
        "attribute" => node.field("object").is_some_and(is_path),
        _ => false,
    }
}

/// True for what is written like a class: a variable may hold several.
fn names_type(cx: &Lowering<'_>, node: Node<'_>) -> bool {
    let name = last_segment(cx, node);
    is_path(node) && (is_class_name(name) || PLAIN_TYPES.contains(&name))
}

/// Whether classes are called so by convention.
pub fn is_class_name(name: &str) -> bool {
    let bare = name.trim_start_matches('_');
    let is_constant = bare.chars().count() > 1 && !bare.contains(char::is_lowercase);
    bare.starts_with(char::is_uppercase) && !is_constant
}

/// What is known behind a branch without another that binds a checked variable to what a class makes; `first` is the first
/// binding of the branch.
pub fn after_rebinding(cx: &mut Lowering<'_>, condition: Node<'_>, body: Node<'_>, first: usize) -> Vec<Narrowed> {
    if cx.facts().bindings.len() == first {
        return Vec::new();
    }
    let unless = of_condition(cx, condition, false);
    let known = unless.into_iter().filter_map(|known| {
        // An assignment that runs whenever the branch does.
        let assigned = children(body).into_iter().filter_map(|statement| first_child(statement));
        let assigned = assigned.filter_map(|assignment| assignment.fields(["left", "right"]));
        let [_, made] = assigned.filter(|[left, _]| cx.text(*left) == known.path).last()?;
        let is_class = made.field("function").is_some_and(|class| names_type(cx, class));
        let class = cx.class_bound_since(first, &known.path, CallKind::Call).filter(|_| is_class)?;
        Some(cx.narrowed_or(known, class))
    });
    known.collect()
}

/// True where control never passes the end of a block.
pub fn leaves(block: Node<'_>) -> bool {
    let last = children(block).into_iter().last();
    last.is_some_and(|last| {
        matches!(last.kind(), "return_statement" | "raise_statement" | "continue_statement" | "break_statement")
    })
}
