//! Calls, subscripts and paths of constants, lowered from the innermost outwards without recursion.

use super::expressions::value;
use super::{blocks, children, children_of, control, macros, methods, names};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, DefinitionKind, Expr, ExprId, Key};
use tree_sitter::Node;

pub(super) fn plain(value: ExprId) -> Argument {
    Argument { name: None, value, spread: false }
}

/// `a.b(c).d[0]`, `A::B`, with everything they hang on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner(base) {
        links.push(base);
        base = inner;
    }
    let start = match base.kind() {
        "call" => call(cx, base, None),
        // `::Top`
        "scope_resolution" => match base.field("name") {
            Some(name) => cx.name(cx.text(name), name),
            None => cx.unknown(),
        },
        "element_reference" => cx.unknown(),
        _ => value(cx, base),
    };
    cx.chain(start, links, linked)
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call" => node.field("receiver"),
        "scope_resolution" => node.field("scope"),
        "element_reference" => node.field("object"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "scope_resolution" => match link.field("name") {
            Some(name) => cx.attribute(base, cx.text(name), name),
            None => base,
        },
        "element_reference" => element(cx, link, base),
        _ => call(cx, link, Some(base)),
    }
}

/// `a[k]`: an element, and the call of a method `[]` where the value has one.
fn element(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    let keys: Vec<Node<'_>> = children(link).into_iter().skip(1).collect();
    let key = keys.first().map_or(Key::Unknown, |key| self::key(cx, *key));
    let given = keys.iter().map(|key| value(cx, *key)).collect();
    let called = names::implied(cx, base, "[]", given, link);
    let of_constant =
        link.field("object").is_some_and(|object| matches!(object.kind(), "constant" | "scope_resolution"));
    let keyed = matches!(cx.facts().expr(base), Expr::Name { name, .. } if !name.starts_with(char::is_uppercase));
    // `Type[..]` makes a value; a constant may as well hold a table.
    match of_constant && !keyed {
        true => {
            let stored = cx.expr(Expr::Subscript { base, key });
            cx.expr(Expr::Either(vec![called, stored]))
        }
        false => cx.expr(Expr::Subscript { base, key }),
    }
}

/// A constant key: a symbol, a string without interpolation, a number.
pub(super) fn key(cx: &Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "integer" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        _ => constant_text(cx, node).map_or(Key::Unknown, |text| Key::Text(text.to_owned())),
    }
}

/// The text of a symbol or of a string without interpolation.
pub(super) fn constant_text<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    match node.kind() {
        "simple_symbol" => Some(cx.text(node).trim_start_matches(':')),
        "hash_key_symbol" => Some(cx.text(node)),
        "string" | "bare_string" | "bare_symbol" | "delimited_symbol" => match &children(node)[..] {
            [only] if only.kind() == "string_content" => Some(cx.text(*only)),
            _ => None,
        },
        _ => None,
    }
}

/// True for a block whose call has no receiver.
pub(super) fn is_bare(block: Node<'_>) -> bool {
    block.parent().is_some_and(|call| call.kind() == "call" && call.field("receiver").is_none())
}

/// A name that is no variable: a call without arguments.
pub(super) fn bare(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "block_given?" | "binding" => cx.unknown(),
        "raise" => cx.unknown(),
        // In a method of the class itself.
        "new" if is_on_class(cx) => {
            let callee = names::receiver(cx);
            cx.call(callee, Vec::new(), CallKind::New, node)
        }
        name => {
            let callee = names::called(cx, name, node);
            cx.call(callee, Vec::new(), CallKind::Call, node)
        }
    }
}

fn is_on_class(cx: &Lowering<'_>) -> bool {
    let receiver = cx.receiver().map(|id| cx.facts().definition(id));
    receiver.is_some_and(|receiver| receiver.is_static || receiver.kind.is_type())
}

fn call(cx: &mut Lowering<'_>, node: Node<'_>, base: Option<ExprId>) -> ExprId {
    let method = node.field("method");
    let name = method.map_or("call", |method| cx.text(method));
    if method.is_some_and(|method| method.kind() == "super") {
        return super_call(cx, node, node.field("arguments").is_some());
    }
    if base.is_none()
        && let Some(done) = macros::call(cx, node, name)
    {
        return done;
    }
    let at = method.unwrap_or(node);
    match (name, base) {
        ("lambda" | "proc", None) | ("new", Some(_)) if is_function(cx, node) => {
            return cx.optional(node.field("block"), blocks::lambda);
        }
        ("raise" | "fail", None) => return control::raise(cx, node),
        ("class", Some(base)) if is_receiver(cx, base) => return names::class_of_receiver(cx),
        ("send" | "public_send" | "__send__", _) => {
            if let Some(sent) = sent(cx, node, base) {
                return sent;
            }
        }
        ("method" | "instance_method" | "public_method", _) => {
            let named = children_of(node.field("arguments")).first().and_then(|first| constant_text(cx, *first));
            if let Some(named) = named {
                return member(cx, base, named, at);
            }
        }
        _ => {}
    }
    let given = arguments(cx, node);
    let (callee, kind) = match (name, base) {
        ("new", Some(base)) => (base, CallKind::New),
        ("new", None) if is_on_class(cx) => (names::receiver(cx), CallKind::New),
        (_, base) => (member(cx, base, name, at), CallKind::Call),
    };
    let result = cx.call(callee, given, kind, node);
    match name {
        // These return what they are called on.
        "freeze" | "tap" | "dup" | "itself" => base.unwrap_or(result),
        _ => result,
    }
}

/// `base.name`, or what the name means without a base.
fn member(cx: &mut Lowering<'_>, base: Option<ExprId>, name: &str, at: Node<'_>) -> ExprId {
    match base {
        Some(base) => cx.attribute(base, name, at),
        None if cx.receiver().is_none() && names::is_local(cx, name) => cx.name(name, at),
        None => names::called(cx, name, at),
    }
}

/// `lambda { .. }`, `proc { .. }`, `Proc.new { .. }`.
fn is_function(cx: &Lowering<'_>, node: Node<'_>) -> bool {
    node.field("block").is_some() && node.field("receiver").is_none_or(|receiver| cx.text(receiver) == "Proc")
}

fn is_receiver(cx: &Lowering<'_>, base: ExprId) -> bool {
    matches!(cx.facts().expr(base), Expr::Receiver { definition } if !cx.facts().definition(*definition).is_static)
}

/// `x.send(:name, ..)` calls `name`.
fn sent(cx: &mut Lowering<'_>, node: Node<'_>, base: Option<ExprId>) -> Option<ExprId> {
    let first = children_of(node.field("arguments")).first().copied()?;
    let name = constant_text(cx, first)?;
    let callee = member(cx, base, name, first);
    let mut given = arguments(cx, node);
    given.remove(0);
    Some(cx.call(callee, given, CallKind::Call, node))
}

/// The arguments of a call, the block last.
pub(super) fn arguments(cx: &mut Lowering<'_>, call: Node<'_>) -> Vec<Argument> {
    let mut given = call.field("arguments").map_or_else(Vec::new, |list| arguments_in(cx, list));
    if let Some(block) = call.field("block") {
        let value = blocks::lambda(cx, block);
        given.push(Argument { name: Some(methods::BLOCK.to_owned()), value, spread: false });
    }
    given
}

pub(super) fn arguments_in(cx: &mut Lowering<'_>, list: Node<'_>) -> Vec<Argument> {
    let mut given = Vec::new();
    for child in children(list) {
        match child.kind() {
            "splat_argument" | "hash_splat_argument" => {
                let value = match child.named_child(0) {
                    Some(inner) => value(cx, inner),
                    None => cx.name(if child.kind() == "splat_argument" { "*" } else { "**" }, child),
                };
                given.push(Argument { name: None, value, spread: true });
            }
            "pair" => given.extend(pair(cx, child)),
            "block_argument" => given.push(blocks::handed_on(cx, child)),
            "forward_argument" => given.extend(forwarded(cx, child)),
            _ => {
                let value = value(cx, child);
                given.push(plain(value));
            }
        }
    }
    given
}

/// `key: value` goes to the parameter of that name.
fn pair(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<Argument> {
    let key = node.field("key")?;
    let name = constant_text(cx, key).map(str::to_owned);
    if name.is_none() {
        value(cx, key);
    }
    let value = match node.field("value") {
        Some(given) => value(cx, given),
        // `f(key:)`
        None => names::identifier(cx, key),
    };
    Some(Argument { name, value, spread: false })
}

/// `...`
fn forwarded(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<Argument> {
    let rest = ["*", "**"].map(|name| Argument { name: None, value: cx.name(name, node), spread: true });
    let block = cx.name(methods::BLOCK, node);
    let block = Argument { name: Some(methods::BLOCK.to_owned()), value: block, spread: false };
    rest.into_iter().chain([block]).collect()
}

/// `super`, `super(..)`: the method of the same name in the next class; without arguments, with those of the method around.
pub(super) fn super_call(cx: &mut Lowering<'_>, node: Node<'_>, has_arguments: bool) -> ExprId {
    let mut given = arguments(cx, node);
    let Some(method) = methods::around(cx).filter(|_| cx.receiver().is_some()) else { return cx.unknown() };
    if !has_arguments {
        let parameters = cx.facts().definition(method).parameters.clone();
        let mut same: Vec<Argument> = Vec::new();
        for parameter in parameters.iter().filter(|parameter| !parameter.name.is_empty()) {
            let by_name = parameter.kind == facts::ParameterKind::KeywordOnly;
            let spread = matches!(parameter.kind, facts::ParameterKind::Rest | facts::ParameterKind::KeywordRest);
            let value = cx.name(&parameter.name, node);
            same.push(Argument { name: by_name.then(|| parameter.name.clone()), value, spread });
        }
        given.splice(0..0, same);
    }
    let base = cx.expr(Expr::Super { definition: method });
    let own = cx.facts().definition(method);
    let callee = match own.kind {
        DefinitionKind::Constructor => base,
        _ => {
            let name = own.name.clone();
            cx.attribute(base, &name, node)
        }
    };
    cx.call(callee, given, CallKind::Call, node)
}

/// `yield ..` calls the block of the method around.
pub(super) fn yielded(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let given = node.named_child(0).map_or_else(Vec::new, |list| arguments_in(cx, list));
    let Some(method) = methods::around(cx) else { return cx.unknown() };
    methods::block_of(cx, method, node);
    let callee = cx.name(methods::BLOCK, node);
    cx.call(callee, given, CallKind::Call, node)
}
