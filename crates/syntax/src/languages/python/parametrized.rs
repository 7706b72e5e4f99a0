//! Values that pytest gives to parameters of a test: `@pytest.mark.parametrize("name", [value, ..])`.

use super::{constant_text, last_segment};
use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::{DefId, Expr, ExprId, Key, Target};
use tree_sitter::Node;

/// Binds the parameters of a function that its decorators give values to, in the scope of its body.
pub fn bind(cx: &mut Lowering<'_>, function: DefId, decorators: &[(ExprId, Node<'_>)]) {
    for (decorator, at) in decorators {
        if last_segment(cx, *at) != "parametrize" {
            continue;
        }
        let Expr::Call(call) = *cx.facts().expr(*decorator) else { continue };
        let arguments = &cx.facts().calls[call.0 as usize].arguments;
        let [names, values, ..] = &arguments[..] else { continue };
        if names.name.is_some() || names.spread || values.spread {
            continue;
        }
        let values = values.value;
        let names = at.field("arguments").and_then(first_child);
        let names = names.map_or_else(Vec::new, |names| names_in(cx, names));
        for (place, name) in names.iter().enumerate() {
            let parameters = &cx.facts().definition(function).parameters;
            if !parameters.iter().any(|parameter| parameter.name == *name) {
                continue;
            }
            let element = cx.expr(Expr::Element(values));
            let value = match names.len() {
                1 => element,
                _ => cx.expr(Expr::Subscript { base: element, key: Key::Index(place as i64) }),
            };
            cx.bind(Target::Name((*name).to_owned()), Some(value), None, *at);
        }
    }
}

/// `"a"`, `"a, b"`, `("a", "b")`, `["a", "b"]`.
fn names_in<'t>(cx: &Lowering<'t>, names: Node<'_>) -> Vec<&'t str> {
    match names.kind() {
        "string" => constant_text(cx, names).map_or_else(Vec::new, |text| text.split(',').map(str::trim).collect()),
        "tuple" | "list" => children(names).into_iter().filter_map(|name| constant_text(cx, name)).collect(),
        _ => Vec::new(),
    }
}
