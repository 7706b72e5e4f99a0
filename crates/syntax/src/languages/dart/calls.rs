//! Calls, members, subscripts and cascades; chains are lowered from the innermost outwards without recursion.

use super::expressions::{peel, value};
use super::{child, children, functions, parts};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, DefinitionKind, Expr, ExprId, Key, Target};
use tree_sitter::Node;

/// Functions of test frameworks that are given a test, or several, by a text and a function.
const TESTS: [&str; 4] = ["blocTest", "test", "testGoldens", "testWidgets"];

/// `a.b<T>(c)[0]!`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner(base) {
        links.push(base);
        base = peel(inner);
    }
    let start = value(cx, base);
    cx.chain(start, links, linked)
}

fn inner(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "call_expression" | "instantiation_expression" => node.field("function"),
        "member_expression"
        | "null_aware_member_expression"
        | "index_expression"
        | "null_aware_index_expression"
        | "assignable_expression" => node.field("object"),
        "null_assertion_expression" => node.field("value"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "call_expression" => {
            let given =
                tests(cx, link).or_else(|| link.field("arguments").map(|list| arguments(cx, list))).unwrap_or_default();
            cx.call(base, given, CallKind::Call, link)
        }
        "null_assertion_expression" => cx.expr(Expr::Await(base)),
        "instantiation_expression" => base,
        _ => match (link.field("property"), link.field("index")) {
            (Some(name), _) => member(cx, base, name),
            (None, Some(index)) => subscript(cx, base, index, link),
            (None, None) => base,
        },
    }
}

/// `A.new` is the class.
fn member(cx: &mut Lowering<'_>, base: ExprId, name: Node<'_>) -> ExprId {
    if cx.text(name) == "new" { base } else { cx.attribute(base, cx.text(name), name) }
}

fn subscript(cx: &mut Lowering<'_>, base: ExprId, index: Node<'_>, node: Node<'_>) -> ExprId {
    let (key, given) = key_of(cx, index);
    let callee = cx.attribute(base, "operator[]", node);
    let given = vec![Argument { name: None, value: given, spread: false }];
    let result = cx.call(callee, given, CallKind::Implicit, node);
    let element = cx.expr(Expr::Subscript { base, key });
    cx.expr(Expr::Either(vec![element, result]))
}

fn key_of(cx: &mut Lowering<'_>, node: Node<'_>) -> (Key, ExprId) {
    let given = value(cx, node);
    let key = match node.kind() {
        "decimal_integer_literal" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        "string_literal" => text_of(cx, node).map_or(Key::Unknown, |text| Key::Text(text.to_owned())),
        _ => Key::Unknown,
    };
    (key, given)
}

/// What is between the quotes of a text without anything put in.
pub(super) fn text_of<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    let [only] = children(node)[..] else { return None };
    let is_plain = children(only).iter().all(|part| part.kind() != "template_substitution");
    is_plain.then(|| cx.text(only).trim_start_matches('r').trim_matches(['\'', '"']))
}

/// The arguments between parentheses.
pub(super) fn arguments(cx: &mut Lowering<'_>, list: Node<'_>) -> Vec<Argument> {
    parts(list).into_iter().filter_map(|part| argument(cx, part)).collect()
}

fn argument(cx: &mut Lowering<'_>, part: Node<'_>) -> Option<Argument> {
    if part.kind() != "named_argument" {
        return Some(Argument { name: None, value: value(cx, part), spread: false });
    }
    let name = child(part, &["label"]).and_then(|label| children(label).first().map(|name| cx.text(*name).to_owned()));
    let given = *parts(part).last()?;
    Some(Argument { name, value: value(cx, given), spread: false })
}

/// The arguments of `test('adds', () { .. })` and `group('cart', () { .. })`, whose function has the text for its name.
fn tests(cx: &mut Lowering<'_>, call: Node<'_>) -> Option<Vec<Argument>> {
    let function = call.field("function").filter(|function| function.kind() == "identifier")?;
    let function = cx.text(function);
    let kind = match function {
        _ if TESTS.contains(&function) => DefinitionKind::Function,
        "group" | "setUp" | "setUpAll" | "tearDown" | "tearDownAll" => DefinitionKind::Lambda,
        _ => return None,
    };
    let list = parts(call.field("arguments")?);
    let named = list.first().copied().filter(|first| first.kind() == "string_literal");
    let name = named.and_then(|named| text_of(cx, named)).unwrap_or("").to_owned();
    let mut given = Vec::new();
    for part in list {
        if part.kind() == "function_expression" {
            let value = functions::test(cx, part, &name, named.unwrap_or(part), kind);
            given.push(Argument { name: None, value, spread: false });
        } else {
            given.extend(argument(cx, part));
        }
    }
    Some(given)
}

/// `a..b()..c = d`: the first value.
pub(super) fn cascade(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = parts(node);
    let Some((first, sections)) = parts.split_first() else { return cx.unknown() };
    let base = value(cx, *first);
    for section in sections {
        cx.deeper(|cx| match super::parts(*section)[..] {
            [target, given] => assigned(cx, target, given, base, *section),
            ref all => all.iter().for_each(|target| {
                target_of(cx, *target, base);
            }),
        });
    }
    base
}

fn assigned(cx: &mut Lowering<'_>, target: Node<'_>, given: Node<'_>, base: ExprId, node: Node<'_>) {
    match target.kind() {
        "cascade_selector" if !is_subscript(target) => {
            let given = value(cx, given);
            if let Some(name) = children(target).first() {
                let name = Target::Attribute { base, name: cx.text(*name).to_owned() };
                cx.bind(name, Some(given), None, target);
            }
        }
        "cascade_member_expression" => {
            let base = target.field("object").map_or(base, |object| target_of(cx, object, base));
            let given = value(cx, given);
            if let Some(name) = target.field("property") {
                let name = Target::Attribute { base, name: cx.text(name).to_owned() };
                cx.bind(name, Some(given), None, target);
            }
        }
        _ => {
            let base = target.field("object").map_or(base, |object| target_of(cx, object, base));
            let index = target.field("index").or_else(|| children(target).first().copied());
            if let Some(index) = index {
                set_at(cx, base, index, given, node);
            }
        }
    }
}

/// `..[a]`
fn is_subscript(selector: Node<'_>) -> bool {
    selector.child(0).is_some_and(|first| first.kind() == "[")
}

/// `a[b] = c`
pub(super) fn set_at(cx: &mut Lowering<'_>, base: ExprId, index: Node<'_>, given: Node<'_>, node: Node<'_>) {
    let (key, at) = key_of(cx, index);
    let given = value(cx, given);
    let callee = cx.attribute(base, "operator[]=", node);
    let arguments = [at, given].map(|value| Argument { name: None, value, spread: false });
    cx.call(callee, arguments.into(), CallKind::Implicit, node);
    cx.bind(Target::Subscript { base, key }, Some(given), None, node);
}

/// The value of what a section of a cascade names.
fn target_of(cx: &mut Lowering<'_>, node: Node<'_>, base: ExprId) -> ExprId {
    cx.deeper_value(|cx| match node.kind() {
        "cascade_selector" => match children(node).first() {
            Some(index) if is_subscript(node) => subscript(cx, base, *index, node),
            Some(name) => cx.attribute(base, cx.text(*name), *name),
            None => base,
        },
        kind if kind.starts_with("cascade_") => {
            let inner = ["function", "object", "value"].iter().find_map(|name| node.field(name));
            let base = inner.map_or(base, |inner| target_of(cx, inner, base));
            match (node.field("property"), node.field("index"), node.field("arguments")) {
                (property, _, Some(list)) => {
                    let callee = property.map_or(base, |name| cx.attribute(base, cx.text(name), name));
                    let given = arguments(cx, list);
                    cx.call(callee, given, CallKind::Call, node)
                }
                (Some(name), ..) => cx.attribute(base, cx.text(name), name),
                (None, Some(index), None) => subscript(cx, base, index, node),
                (None, None, None) => base,
            }
        }
        _ => value(cx, node),
    })
}
