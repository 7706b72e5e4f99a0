//! Functions of a file that make members of what they are given: `define(Session, "touch", touch)`, `@method_of(Session)`.
//!
//! Such a function is known by its `setattr`, or by that of the function inside which it returns as a decorator; a call of it
//! is lowered as that `setattr`.

use super::{constant_text, reflection};
use crate::{
    Lowering,
    lowering::{Defined, Definer, Fields, children},
};
use facts::{Argument, DefId, Expr, ExprId, Target};
use tree_sitter::Node;

/// A longer function does more than that.
const LONGEST: usize = 2000;

/// Notes those at the top of a file, before anything calls them.
pub fn note(cx: &mut Lowering<'_>, root: Node<'_>) {
    if !cx.source().contains("setattr") {
        return;
    }
    let mut names = Vec::new();
    for function in children(root).into_iter().filter(|child| child.kind() == "function_definition") {
        if let Some(name) = function.field("name") {
            names.push((cx.text(name), of_function(cx, function)));
        }
    }
    for (name, definer) in &names {
        if let Some(definer) = definer.filter(|_| names.iter().filter(|(other, _)| other == name).count() == 1) {
            cx.holds_definer(name, definer);
        }
    }
}

fn of_function(cx: &Lowering<'_>, function: Node<'_>) -> Option<Definer> {
    let [list, body] = function.fields(["parameters", "body"])?;
    if body.byte_range().len() > LONGEST {
        return None;
    }
    let mut parameters = names_of(cx, list);
    let statements = children(body);
    let inner = statements.iter().find(|statement| statement.kind() == "function_definition");
    // What is decorated comes behind what the decorator was made with.
    if let Some([list, _]) = inner.and_then(|inner| inner.fields(["parameters", "body"]))
        && let [decorated] = names_of(cx, list)[..]
    {
        parameters.push(decorated);
    }
    let (mut found, mut open) = (None, statements);
    open.reverse();
    while let Some(node) = open.pop() {
        match node.kind() {
            "assignment" | "augmented_assignment" => {
                let left = node.field("left").map_or("", |left| cx.text(left));
                // What it was called with is not what it puts there.
                if parameters.contains(&left) {
                    return None;
                }
            }
            "call" => found = found.or_else(|| by_call(cx, &parameters, node)),
            _ => {}
        }
        open.extend(children(node).into_iter().rev());
    }
    found
}

fn names_of<'t>(cx: &Lowering<'t>, list: Node<'_>) -> Vec<&'t str> {
    let name = |parameter: Node<'_>| match parameter.kind() {
        "identifier" => cx.text(parameter),
        "typed_parameter" => parameter.named_child(0).map_or("", |name| cx.text(name)),
        _ => parameter.field("name").map_or("", |name| cx.text(name)),
    };
    children(list).into_iter().map(name).collect()
}

/// `setattr(object, name, value)`, `setattr(object, value.__name__, value)`.
fn by_call(cx: &Lowering<'_>, parameters: &[&str], call: Node<'_>) -> Option<Definer> {
    let [function, list] = call.fields(["function", "arguments"])?;
    let given = children(list);
    let ("setattr", [object, name, value]) = (cx.text(function), given.as_slice()) else { return None };
    let place = |node: Node<'_>| parameters.iter().position(|parameter| *parameter == cx.text(node));
    let (object, value) = (place(*object)?, place(*value)?);
    let of_value = name
        .fields(["object", "attribute"])
        .is_some_and(|[of, attribute]| place(of) == Some(value) && cx.text(attribute) == "__name__");
    let members = match place(*name) {
        Some(name) => Defined::One { name, value, is_getter: false },
        None => Defined::OwnName(of_value.then_some(value)?),
    };
    Some(Definer { object, on_prototype: false, members })
}

/// Binds what a call of such a function makes.
pub fn call(cx: &mut Lowering<'_>, function: Node<'_>, list: Node<'_>, given: &[Argument]) {
    let Some(definer) = definer(cx, function, given) else { return };
    let nodes = children(list);
    let (value, name) = match definer.members {
        Defined::One { name, value, .. } => (value, nodes.get(name).and_then(|name| constant_text(cx, *name))),
        Defined::OwnName(value) => {
            let written = nodes.get(value).filter(|value| value.kind() == "identifier");
            (value, written.map(|value| cx.text(*value)))
        }
        Defined::All(_) => return,
    };
    if let (Some(object), Some(value), Some(name)) = (given.get(definer.object), given.get(value), name) {
        let target = Target::Attribute { base: object.value, name: name.to_owned() };
        cx.bind(target, Some(value.value), None, list);
    }
}

/// Binds what a decorator makes of a function: `@method_of(Session)`, `@method_of(Session, "touch")`.
pub fn decorated(cx: &mut Lowering<'_>, decorator: (ExprId, Node<'_>), function: DefId, value: ExprId) {
    let (made, at) = decorator;
    let Some([callee, list]) = at.fields(["function", "arguments"]).filter(|_| at.kind() == "call") else { return };
    let Expr::Call(call) = *cx.facts().expr(made) else { return };
    let given = cx.facts().calls[call.0 as usize].arguments.clone();
    let Some(definer) = definer(cx, callee, &given) else { return };
    let nodes = children(list);
    let (place, name) = match definer.members {
        Defined::One { name, value, .. } => {
            (value, nodes.get(name).and_then(|name| constant_text(cx, *name)).map(str::to_owned))
        }
        Defined::OwnName(value) => (value, Some(cx.facts().definition(function).name.clone())),
        Defined::All(_) => return,
    };
    if let (Some(object), Some(name)) = (given.get(definer.object), name)
        && place == given.len()
    {
        cx.bind(Target::Attribute { base: object.value, name }, Some(value), None, at);
    }
}

/// What the called function makes; `None` where it is not known which argument goes where.
fn definer(cx: &Lowering<'_>, function: Node<'_>, given: &[Argument]) -> Option<Definer> {
    let is_plain = reflection::are_positional(given) && function.kind() == "identifier";
    cx.definer_held_by(cx.text(function)).filter(|_| is_plain)
}
