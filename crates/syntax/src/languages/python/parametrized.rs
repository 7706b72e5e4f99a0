//! Values that pytest gives to parameters of a test, `@pytest.mark.parametrize("name", [value, ..])` on it or on its class, and to
//! a fixture, `@pytest.fixture(params=[value, ..])`.

use super::definitions::Decorator;
use super::{constant_text, last_segment};
use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::{CallId, DefId, Expr, ExprId, Key, Target};
use tree_sitter::Node;

/// What a fixture is asked for; `request.param` is one of its `params`.
const REQUEST: &str = "request";

/// Binds the parameters of a function that its decorators give values to, in the scope of its body. `node` is the function.
pub fn bind(cx: &mut Lowering<'_>, function: DefId, decorators: &[Decorator<'_>], node: Node<'_>) {
    for (decorator, at) in decorators {
        if last_segment(cx, *at) == "fixture" {
            fixture(cx, function, *decorator, *at);
        }
    }
    tests(cx, function, decorators);
    let of_class = decorators_of_class(cx, function, node);
    tests(cx, function, &of_class);
}

/// The decorators of the class that a method is in, if one of them may give values.
fn decorators_of_class<'n>(cx: &Lowering<'_>, function: DefId, node: Node<'n>) -> Vec<Decorator<'n>> {
    let Some(class) = cx.facts().definition(function).parent else { return Vec::new() };
    let class = cx.facts().definition(class);
    let is_parametrize =
        |value: &ExprId| matches!(cx.facts().expr(*value), Expr::Call(call) if names_parametrize(cx, *call));
    if !class.kind.is_type() || !class.decorators.iter().any(is_parametrize) {
        return Vec::new();
    }
    let outside = std::iter::successors(node.parent(), Node::parent);
    let Some(whole) = outside
        .into_iter()
        .filter(|outer| outer.kind() == "decorated_definition")
        .find(|outer| outer.field("definition").is_some_and(|definition| definition.kind() == "class_definition"))
    else {
        return Vec::new();
    };
    let written = children(whole).into_iter().filter(|child| child.kind() == "decorator").filter_map(first_child);
    class.decorators.iter().copied().zip(written).collect()
}

fn names_parametrize(cx: &Lowering<'_>, call: CallId) -> bool {
    let callee = cx.facts().calls[call.0 as usize].callee;
    matches!(cx.facts().expr(callee), Expr::Attribute { name, .. } | Expr::Name { name, .. } if name == "parametrize")
}

fn fixture(cx: &mut Lowering<'_>, function: DefId, decorator: ExprId, at: Node<'_>) {
    let Expr::Call(call) = *cx.facts().expr(decorator) else { return };
    let arguments = &cx.facts().calls[call.0 as usize].arguments;
    let Some(values) = arguments.iter().find(|argument| argument.name.as_deref() == Some("params")) else { return };
    let (values, parameters) = (values.value, &cx.facts().definition(function).parameters);
    if parameters.iter().any(|parameter| parameter.name == REQUEST) {
        let one = cx.expr(Expr::Element(values));
        let request = cx.expr(Expr::Collection(vec![(Key::Text("param".to_owned()), one)]));
        cx.bind(Target::Name(REQUEST.to_owned()), Some(request), None, at);
    }
}

fn tests(cx: &mut Lowering<'_>, function: DefId, decorators: &[Decorator<'_>]) {
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
