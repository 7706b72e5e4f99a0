//! `getattr` and `setattr` with names that are constant, or begin so.

use super::constant_text;
use crate::{
    Lowering,
    lowering::{Fields, children, left_spine},
};
use facts::{Argument, Expr, ExprId, Target};
use tree_sitter::Node;

/// What `getattr(object, name)` reads; what `setattr(object, name, value)` writes is bound. `None` for other calls and
/// for names of which nothing is constant.
pub fn read_or_write(cx: &mut Lowering<'_>, function: Node<'_>, list: Node<'_>, given: &[Argument]) -> Option<ExprId> {
    if !are_positional(given) {
        return None;
    }
    let nodes = children(list);
    let name = *nodes.get(1)?;
    match (cx.text(function), given) {
        ("getattr", [object, _, default @ ..]) => {
            let read = member(cx, object.value, name)?;
            let options = [read].into_iter().chain(default.iter().map(|default| default.value)).collect();
            Some(cx.one_or_either(options))
        }
        ("setattr", [object, _, stored]) => {
            let attribute = constant_text(cx, name)?.to_owned();
            cx.bind(Target::Attribute { base: object.value, name: attribute }, Some(stored.value), None, name);
            Some(super::expressions::null(cx))
        }
        _ => None,
    }
}

/// Each argument is at its place.
pub fn are_positional(given: &[Argument]) -> bool {
    given.iter().all(|argument| argument.name.is_none() && !argument.spread)
}

fn member(cx: &mut Lowering<'_>, base: ExprId, name: Node<'_>) -> Option<ExprId> {
    if let Some(constant) = constant_text(cx, name) {
        return (!constant.is_empty()).then(|| cx.attribute(base, constant, name));
    }
    let prefix = prefix(cx, name).filter(|prefix| !prefix.is_empty())?.to_owned();
    Some(cx.expr(Expr::Members { base, prefix }))
}

/// The constant start of a text: of `"a" + x`, `f"a{x}"`, `"a%s" % x`, `"a{}".format(x)`.
fn prefix<'t>(cx: &Lowering<'t>, name: Node<'_>) -> Option<&'t str> {
    match name.kind() {
        "string" => {
            let first = children(name).into_iter().find(|part| part.kind() != "string_start")?;
            (first.kind() == "string_content").then(|| cx.text(first))
        }
        "binary_operator" => {
            let (first, steps) = left_spine(name, |left| left);
            let text = constant_text(cx, first)?;
            match steps.first()?.kind_of("operator") {
                "+" => Some(text),
                "%" => text.split('%').next(),
                _ => None,
            }
        }
        "call" => {
            let [text, method] = name.field("function")?.fields(["object", "attribute"])?;
            constant_text(cx, text).filter(|_| cx.text(method) == "format")?.split('{').next()
        }
        _ => None,
    }
}
