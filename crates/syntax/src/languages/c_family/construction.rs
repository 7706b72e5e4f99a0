//! Where values of classes are made and destroyed in C++.

use super::{expressions, names, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{Argument, CallKind, DefId, Expr, ExprId, Target};
use tree_sitter::Node;

/// Functions of the library that give their argument, or make a value of the type that they are given.
const HANDING: [&str; 6] = ["addressof", "as_const", "cref", "forward", "move", "ref"];
const MAKING: [&str; 4] = ["allocate_shared", "make_optional", "make_shared", "make_unique"];

/// `new T(a)`.
pub(super) fn new(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for placed in children_of(node.field("placement")) {
        expressions::value(cx, placed);
    }
    let Some(written) = node.field("type") else { return cx.unknown() };
    let to = types::lower(cx, written);
    let given = arguments(cx, node.field("arguments"));
    if matches!(cx.facts().expr(to), Expr::Literal(_) | Expr::Unknown) {
        return to;
    }
    let made = cx.call(to, given, CallKind::New, node);
    if node.field("declarator").is_some() { cx.list_of(made) } else { made }
}

/// `delete p` runs the destructor of what it points to.
pub(super) fn delete(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for what in children(node) {
        let what = expressions::value(cx, what);
        let callee = cx.attribute(what, names::DESTRUCTOR, node);
        cx.call(callee, Vec::new(), CallKind::Implicit, node);
    }
    cx.unknown()
}

pub(super) fn arguments(cx: &mut Lowering<'_>, list: Option<Node<'_>>) -> Vec<Argument> {
    let given = children_of(list).into_iter();
    given
        .map(|one| {
            let spread = one.kind() == "parameter_pack_expansion";
            let one = if spread { one.field("pattern").unwrap_or(one) } else { one };
            Argument { name: None, value: expressions::value(cx, one), spread }
        })
        .collect()
}

/// What a variable of a class begins as: `T a(b)`, `T a{b}`, `T a = {b}`; without a value its default.
pub(super) fn variable(
    cx: &mut Lowering<'_>,
    written: Option<ExprId>,
    bound: Option<Node<'_>>,
    declarator: Node<'_>,
) -> Option<ExprId> {
    let Some(to) = written.filter(|to| is_class(cx, *to)) else {
        return bound.map(|bound| match bound.kind() {
            // `int a(b)`.
            "argument_list" => {
                let given = arguments(cx, Some(bound));
                given.first().map_or_else(|| cx.unknown(), |first| first.value)
            }
            _ => expressions::initial(cx, bound, written),
        });
    };
    match bound {
        Some(list) if list.kind() == "argument_list" => {
            let given = arguments(cx, Some(list));
            Some(cx.call(to, given, CallKind::New, declarator))
        }
        Some(list) if list.kind() == "initializer_list" => {
            let value = expressions::initial(cx, list, written);
            let given = items_of(cx, value);
            cx.call(to, given, CallKind::Implicit, declarator);
            Some(value)
        }
        Some(bound) => Some(expressions::value(cx, bound)),
        None => {
            cx.call(to, Vec::new(), CallKind::Implicit, declarator);
            None
        }
    }
}

/// What is in a list in braces, as arguments.
fn items_of(cx: &Lowering<'_>, list: ExprId) -> Vec<Argument> {
    let list = match cx.facts().expr(list) {
        Expr::Cast { value, .. } => *value,
        _ => list,
    };
    match cx.facts().expr(list) {
        Expr::Collection(items) => {
            items.iter().map(|(_, value)| Argument { name: None, value: *value, spread: false }).collect()
        }
        _ => Vec::new(),
    }
}

fn is_class(cx: &Lowering<'_>, written: ExprId) -> bool {
    matches!(
        cx.facts().expr(written),
        Expr::Name { .. } | Expr::Attribute { .. } | Expr::Generic { .. } | Expr::Function(_)
    )
}

/// `T{a}` and, in C, `(struct t){a}`.
pub(super) fn literal(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([written, list]) = node.fields(["type", "value"]) else { return cx.unknown() };
    let to = types::lower(cx, written);
    let value = expressions::initial(cx, list, Some(to));
    if cx.constructs_variables() && is_class(cx, to) {
        let given = items_of(cx, value);
        cx.call(to, given, CallKind::New, node);
    }
    value
}

/// A call of something with template arguments that is written like a function: casts, `make_unique<T>`, `std::move`.
/// `None` for others.
pub(super) fn call(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let mut function = node.field("function")?;
    let mut in_library = false;
    while function.kind() == "qualified_identifier" {
        in_library = function.field("scope").is_some_and(|scope| cx.text(scope) == "std");
        function = function.field("name")?;
    }
    let name = match function.kind() {
        "template_function" => function.field("name").map_or("", |name| cx.text(name)),
        "identifier" if in_library => cx.text(function),
        _ => return None,
    };
    let is_cast = name.ends_with("_cast") && function.kind() == "template_function";
    if is_cast {
        let to = *names::types_in(cx, function).first()?;
        let value = arguments(cx, node.field("arguments")).first().map(|first| first.value)?;
        return Some(match cx.facts().expr(to) {
            Expr::Unknown | Expr::Literal(_) => value,
            _ => cx.expr(Expr::Cast { value, to }),
        });
    }
    if MAKING.contains(&name) && function.kind() == "template_function" {
        let to = *names::types_in(cx, function).first()?;
        let given = arguments(cx, node.field("arguments"));
        return Some(cx.call(to, given, CallKind::New, node));
    }
    if in_library && HANDING.contains(&name) {
        return arguments(cx, node.field("arguments")).first().map(|first| first.value);
    }
    None
}

/// `: Base(a), field_(b)` in front of a constructor's body.
pub(super) fn initializers(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, bases: &[String]) {
    let Some(list) = children(node).into_iter().find(|child| child.kind() == "field_initializer_list") else { return };
    for one in children(list) {
        let parts = children(one);
        let (Some(name), Some(list)) = (parts.first().copied(), parts.get(1).copied()) else { continue };
        let given = arguments(cx, Some(list));
        let text = names::text(cx, names::take_apart(cx, name).name);
        let is_base = name.kind() != "field_identifier" || bases.contains(&text);
        if is_base {
            let callee = match name.kind() {
                "field_identifier" => cx.name(&text, name),
                "qualified_identifier" => names::qualified(cx, name),
                _ => names::segment(cx, None, name),
            };
            cx.call(callee, given, CallKind::New, one);
            continue;
        }
        let value = match given[..] {
            [ref only] => Some(only.value),
            _ => None,
        };
        // The class may be in another file: then its bases are not known here.
        let callee = cx.name(&text, name);
        cx.call(callee, given, CallKind::Implicit, one);
        let base = cx.expr(Expr::Receiver { definition: id });
        cx.bind(Target::Attribute { base, name: text }, value, None, name);
    }
}
