//! Calls and members, lowered from the innermost outwards.

use super::{arguments, collections, control, directives, do_block, names, values, word};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind, ReturnKind};
use tree_sitter::Node;

pub(super) fn plain(value: ExprId) -> Argument {
    Argument { name: None, value, spread: false }
}

/// `a.b(c).d[e]`, `f.(x)`, with everything they hang on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner_of(base) {
        links.push(base);
        base = inner;
    }
    let start = match base.kind() {
        "call" => local(cx, base, None),
        "access_call" => cx.unknown(),
        "atom" => names::value(cx, base).unwrap_or_else(|| cx.unknown()),
        _ => values::value(cx, base),
    };
    cx.chain(start, links, |cx, link, base| linked(cx, link, base, None))
}

/// What a call or an access is made on.
fn inner_of(node: Node<'_>) -> Option<Node<'_>> {
    let target = node.field("target").filter(|_| matches!(node.kind(), "call" | "access_call"))?;
    match target.kind() {
        "dot" if node.kind() == "call" => target.field("left"),
        "identifier" if node.kind() == "call" => None,
        _ => Some(target),
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId, piped: Option<ExprId>) -> ExprId {
    if link.kind() == "access_call" {
        let key = link.field("key").map_or(Key::Unknown, |key| collections::key(cx, key));
        return cx.expr(Expr::Subscript { base, key });
    }
    let target = link.field("target").filter(|target| target.kind() == "dot");
    let named = target.and_then(|dot| dot.field("right"));
    let has_list = super::child(link, &["arguments"]).is_some();
    let Some(name) = named else {
        // `f.(x)`, and what a macro makes of `f(x)(y)`.
        let given = given(cx, link, piped);
        return cx.call(base, given, CallKind::Call, link);
    };
    let text = cx.text(name).trim_matches(['"', '\'']);
    let of_module = target.and_then(|dot| dot.field("left")).is_some_and(|left| names::module(cx, left).is_some());
    let callee = cx.attribute(base, text, name);
    if !has_list && !of_module && piped.is_none() && do_block(link).is_none() {
        // A field.
        return callee;
    }
    let given = given(cx, link, piped);
    if let Some(known) = known_remote(cx, link, text, &given) {
        return known;
    }
    cx.call(callee, given, CallKind::Call, link)
}

/// Functions of the language whose arguments name another function.
fn known_remote(cx: &mut Lowering<'_>, link: Node<'_>, name: &str, given: &[Argument]) -> Option<ExprId> {
    let dot = link.field("target")?;
    let module = names::module(cx, dot.field("left")?)?;
    match (module.as_str(), name) {
        ("Kernel", "then") => Some(applied(cx, link, given)),
        ("Kernel", "apply") => apply(cx, link, given),
        ("Function", "capture") => {
            let parts = arguments(link);
            let name = names::atom(cx, *parts.get(1)?)?;
            Some(cx.attribute(given.first()?.value, name, parts[1]))
        }
        // The process runs the module's own `init`.
        ("GenServer" | "Supervisor" | "DynamicSupervisor" | "Agent", "start_link" | "start") => {
            let first = given.first().filter(|_| module != "Agent")?;
            let callee = cx.attribute(first.value, "init", link);
            let value = given.get(1).map(|given| given.value)?;
            cx.call(callee, vec![plain(value)], CallKind::Implicit, link);
            None
        }
        _ => None,
    }
}

/// The arguments of a call; a block behind `do` is the last.
fn given(cx: &mut Lowering<'_>, call: Node<'_>, piped: Option<ExprId>) -> Vec<Argument> {
    let mut found: Vec<Argument> = piped.into_iter().map(plain).collect();
    for part in arguments(call) {
        let value = values::value(cx, part);
        found.push(plain(value));
    }
    if let Some(block) = do_block(call) {
        let value = control::block_argument(cx, block);
        found.push(plain(value));
    }
    found
}

/// `left |> right`
pub(super) fn piped(cx: &mut Lowering<'_>, right: Node<'_>, left: ExprId) -> ExprId {
    match right.kind() {
        "identifier" => {
            let callee = cx.name(cx.text(right), right);
            cx.call(callee, vec![plain(left)], CallKind::Call, right)
        }
        "call" => match inner_of(right) {
            None => local(cx, right, Some(left)),
            Some(inner) => {
                let base = match inner.kind() {
                    "atom" => names::value(cx, inner).unwrap_or_else(|| cx.unknown()),
                    _ => values::value(cx, inner),
                };
                linked(cx, right, base, Some(left))
            }
        },
        _ => {
            values::value(cx, right);
            cx.unknown()
        }
    }
}

/// The function that `f`, `Mod.f` or `map.f` names, without calling it.
pub(super) fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    match node.kind() {
        "identifier" | "operator_identifier" => Some(cx.name(cx.text(node), node)),
        "call" => {
            let dot = node.field("target").filter(|target| target.kind() == "dot")?;
            let [left, right] = dot.fields(["left", "right"])?;
            let base = match left.kind() {
                "atom" => names::value(cx, left)?,
                _ => values::value(cx, left),
            };
            Some(cx.attribute(base, cx.text(right), right))
        }
        _ => None,
    }
}

/// A call of a name: of a special form, or of a function of the module or of one that it imports.
fn local(cx: &mut Lowering<'_>, node: Node<'_>, piped: Option<ExprId>) -> ExprId {
    let name = word(cx, node);
    if let Some(done) = control::special(cx, node, name, piped) {
        return done;
    }
    match name {
        "alias" | "import" | "require" | "use" => {
            directives::lower(cx, node, name);
            return cx.unknown();
        }
        "unquote" => directives::unquoted(cx, node),
        "defoverridable" => return cx.unknown(),
        "raise" | "reraise" => return raise(cx, node),
        "throw" | "exit" => {
            let given = given(cx, node, piped);
            if let Some(given) = given.first() {
                cx.returns(given.value, ReturnKind::Throw);
            }
            return cx.unknown();
        }
        _ => {}
    }
    let given = given(cx, node, piped);
    match name {
        "then" if given.len() == 2 => return applied(cx, node, &given),
        "tap" if given.len() == 2 => {
            applied(cx, node, &given);
            return given[0].value;
        }
        "apply" => {
            if let Some(done) = apply(cx, node, &given) {
                return done;
            }
        }
        "unquote" => return cx.unknown(),
        "struct" | "struct!" if !given.is_empty() => {
            let value = given.get(1).map_or_else(|| cx.unknown(), |given| given.value);
            return cx.expr(Expr::Cast { value, to: given[0].value });
        }
        _ => {}
    }
    let Some(target) = node.field("target") else { return cx.unknown() };
    let callee = cx.name(name, target);
    cx.call(callee, given, CallKind::Call, node)
}

/// `then(x, f)` calls `f.(x)`.
fn applied(cx: &mut Lowering<'_>, node: Node<'_>, given: &[Argument]) -> ExprId {
    match given {
        [value, function] => cx.call(function.value, vec![value.clone()], CallKind::Call, node),
        _ => cx.unknown(),
    }
}

/// `apply(f, [a])`, `apply(Mod, :f, [a])`
fn apply(cx: &mut Lowering<'_>, node: Node<'_>, given: &[Argument]) -> Option<ExprId> {
    let written = arguments(node);
    let list = *written.last()?;
    let passed = match cx.facts().expr(given.last()?.value) {
        Expr::Collection(items) if list.kind() == "list" => items.iter().map(|(_, value)| plain(*value)).collect(),
        _ => return None,
    };
    let callee = match given.len() {
        2 => given[0].value,
        3 => {
            let named = written[written.len() - 2];
            let name = names::atom(cx, named)?;
            cx.attribute(given[0].value, name, named)
        }
        _ => return None,
    };
    Some(cx.call(callee, passed, CallKind::Call, node))
}

/// `raise Error, message: ".."` makes a value of the error by `Error.exception/1`.
fn raise(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let written = arguments(node);
    let [first, rest @ ..] = written.as_slice() else { return cx.unknown() };
    let (first, rest): (_, Vec<ExprId>) = (*first, rest.iter().map(|part| values::value(cx, *part)).collect());
    let raised = match names::value(cx, first) {
        Some(class) => {
            let callee = cx.attribute(class, "exception", first);
            let value = rest.first().copied().unwrap_or_else(|| cx.literal(LiteralKind::Null));
            cx.call(callee, vec![plain(value)], CallKind::Call, node);
            cx.expr(Expr::Cast { value, to: class })
        }
        None => values::value(cx, first),
    };
    cx.returns(raised, ReturnKind::Throw);
    cx.unknown()
}
