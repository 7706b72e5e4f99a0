//! Calls, members and subscripts: `a.b(c)[d]?.e!`, lowered from the innermost outwards without recursion.

use super::expressions::{peel, value};
use super::{commonjs, definers, functions, keys, literals, names, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Argument, CallKind, Expr, ExprId, LiteralKind, Target};
use tree_sitter::Node;

/// Test frameworks' blocks, whose callbacks are tests.
const TEST_BLOCKS: [&str; 8] = ["describe", "it", "test", "suite", "context", "specify", "bench", "fdescribe"];
const TEST_HOOKS: [&str; 8] =
    ["beforeEach", "afterEach", "beforeAll", "afterAll", "before", "after", "setup", "teardown"];

/// A call, member or subscript with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner(cx, base) {
        links.push(base);
        base = peel(inner);
    }
    let root = if base.kind() == "identifier" { cx.text(base) } else { "" };
    let mut result = match base.kind() {
        "call_expression" => commonjs::module(cx, base),
        "member_expression" | "subscript_expression" | "non_null_expression" => cx.unknown(),
        _ => value(cx, base, None),
    };
    if let Some(read) = links.last().and_then(|member| commonjs::read(cx, root, *member)) {
        links.pop();
        result = read;
    }
    cx.chain(result, links, |cx, link, base| match link.kind() {
        "member_expression" => {
            let name = link.field("property");
            let text = name.map_or("", |name| cx.text(name));
            let member = cx.attribute(base, text, name.unwrap_or(link));
            if text == "value" && is_step(cx, base) {
                return cx.expr(Expr::Either(vec![member, base]));
            }
            cx.as_narrowed(member, link)
        }
        "subscript_expression" => keys::member(cx, base, link.field("index")),
        "call_expression" => call(cx, link, base, root),
        _ => cx.expr(Expr::Await(base)),
    })
}

/// What a link hangs on; `None` for the start of the chain: any other expression, `require("m")` and `import("m")`.
fn inner<'n>(cx: &Lowering<'_>, node: Node<'n>) -> Option<Node<'n>> {
    match node.kind() {
        "call_expression" if commonjs::required(cx, node).is_some() => None,
        "call_expression" => node.field("function"),
        "member_expression" | "subscript_expression" => node.field("object"),
        "non_null_expression" => node.named_child(0),
        _ => None,
    }
}

/// `it.next()`, which the language's own iterators answer with the next element as its `value`.
fn is_step(cx: &Lowering<'_>, value: ExprId) -> bool {
    let Expr::Call(call) = *cx.facts().expr(value) else { return false };
    matches!(cx.facts().expr(cx.facts().calls[call.0 as usize].callee), Expr::Attribute { name, .. } if name == "next")
}

fn call(cx: &mut Lowering<'_>, node: Node<'_>, callee: ExprId, root: &str) -> ExprId {
    let Some(given) = node.field("arguments") else { return callee };
    if let Some(given) = definers::members(cx, node) {
        return cx.call(callee, given, CallKind::Call, node);
    }
    let given = if given.kind() == "template_string" {
        let mut given = literals::substitutions(cx, given);
        let text = cx.literal(LiteralKind::Text);
        given.insert(0, text);
        given.into_iter().map(|value| Argument { name: None, value, spread: false }).collect()
    } else {
        let first = children(given).first().map_or("", |first| first.kind());
        let titled = matches!(first, "string" | "template_string") || root == "describe";
        let test = titled && TEST_BLOCKS.contains(&root) || TEST_HOOKS.contains(&root) && first.contains("function");
        arguments(cx, given, test)
    };
    events(cx, node, callee, &given);
    cx.call(callee, given, CallKind::Call, node)
}

/// `emitter.on("name", f)` puts `f` under a member of the emitter that no program can write, and `emitter.emit("name", x)` calls
/// what is there.
fn events(cx: &mut Lowering<'_>, node: Node<'_>, callee: ExprId, given: &[Argument]) {
    let Expr::Attribute { base, name: method, .. } = cx.facts().expr(callee) else { return };
    let (base, listens) = match method.as_str() {
        "on" | "once" | "addListener" | "addEventListener" | "prependListener" | "prependOnceListener" => (*base, true),
        "emit" => (*base, false),
        _ => return,
    };
    let first = node.field("arguments").and_then(|list| children(list).into_iter().next());
    let Some(event) = first.filter(|first| first.kind() == "string") else { return };
    let member = format!("<event {}>", names::string(cx, event));
    if listens {
        if let Some(listener) = given.get(1).map(|listener| listener.value) {
            cx.bind(Target::Attribute { base, name: member }, Some(listener), None, node);
        }
    } else {
        let listeners = cx.attribute(base, &member, node);
        cx.call(listeners, given[1..].to_vec(), CallKind::Implicit, node);
    }
}

/// `new C(..)`.
pub(super) fn new(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut callee = cx.optional(node.field("constructor"), |cx, constructor| value(cx, constructor, None));
    if node.field("type_arguments").is_some() {
        callee = types::generic(cx, callee, node);
    }
    let given = node.field("arguments").map_or_else(Vec::new, |given| arguments(cx, given, false));
    cx.call(callee, given, CallKind::New, node)
}

/// The arguments; functions among them are tests where `test` says so.
pub(super) fn arguments(cx: &mut Lowering<'_>, node: Node<'_>, test: bool) -> Vec<Argument> {
    let mut given = Vec::new();
    for child in children(node) {
        let spread = child.kind() == "spread_element";
        let inner = if spread { child.named_child(0).unwrap_or(child) } else { peel(child) };
        let value = match inner.kind() {
            "arrow_function" | "function_expression" if test => functions::value(cx, inner, None, true),
            _ => value(cx, inner, None),
        };
        given.push(Argument { name: None, value, spread });
    }
    given
}
