//! Calls, members and what the language's own functions mean: `require`, `setmetatable`.

use super::children;
use super::expressions::{key, peel, value};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Expr, ExprId, Import};
use tree_sitter::Node;

/// `a.b:c(d)[e]`, with everything it hangs on.
pub(super) fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(module) = required(cx, node) {
        let name = format!("<require {module}>");
        import(cx, node, module, name.clone());
        return cx.name(&name, node);
    }
    if let Some(made) = with_metatable(cx, node) {
        return made;
    }
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = inner_of(base) {
        links.push(base);
        base = peel(inner);
        if required(cx, base).is_some() {
            break;
        }
    }
    let start = value(cx, base);
    cx.chain(start, links, linked)
}

fn inner_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "function_call" => node.field("name"),
        "dot_index_expression" | "method_index_expression" | "bracket_index_expression" => node.field("table"),
        _ => None,
    }
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "dot_index_expression" | "method_index_expression" => {
            match link.field("field").or_else(|| link.field("method")) {
                Some(name) => cx.attribute(base, cx.text(name), name),
                None => base,
            }
        }
        "bracket_index_expression" => match link.field("field") {
            Some(index) => {
                let key = key(cx, index);
                cx.expr(Expr::Subscript { base, key })
            }
            None => base,
        },
        _ => {
            let given = arguments(cx, link);
            cx.call(base, given, CallKind::Call, link)
        }
    }
}

fn arguments(cx: &mut Lowering<'_>, call: Node<'_>) -> Vec<Argument> {
    let given = call.field("arguments").map_or_else(Vec::new, children).into_iter();
    given
        .map(|one| {
            let spread = one.kind() == "vararg_expression";
            Argument { name: None, value: value(cx, one), spread }
        })
        .collect()
}

/// The module that `require "a.b"` names.
pub(super) fn required(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let name = node.field("name").filter(|name| node.kind() == "function_call" && cx.text(*name) == "require")?;
    let given = children(node.field("arguments")?);
    let text = given.first().filter(|text| text.kind() == "string" && name.kind() == "identifier")?;
    Some(text.field("content").map_or("", |content| cx.text(content)).to_owned())
}

/// Adds an import of a module as a whole.
pub(super) fn import(cx: &mut Lowering<'_>, node: Node<'_>, module: String, name: String) {
    let (scope, span) = (cx.scope(), cx.span(node));
    let alias = Some(name.clone());
    cx.import(Import { module, level: 0, item: None, alias, reexport: false, scope, span }, Some(&name));
}

/// `setmetatable(x, T)`, `setmetatable(x, {__index = T})`: `x` as a value of `T`.
fn with_metatable(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let (given, class) = metatable(cx, node)?;
    let inner = value(cx, given);
    let to = value(cx, class);
    Some(cx.expr(Expr::Cast { value: inner, to }))
}

/// What a metatable is given to, and the class that it stands for.
fn metatable<'n>(cx: &Lowering<'_>, node: Node<'n>) -> Option<(Node<'n>, Node<'n>)> {
    node.field("name").filter(|name| node.kind() == "function_call" && cx.text(*name) == "setmetatable")?;
    let [given, table] = children(node.field("arguments")?)[..] else { return None };
    let class = match table.kind() {
        "table_constructor" => children(table).into_iter().find_map(|field| {
            field.field("name").filter(|name| cx.text(*name) == "__index")?;
            field.field("value")
        })?,
        "identifier" | "dot_index_expression" => table,
        _ => return None,
    };
    Some((given, class))
}

/// The bases of a class that begins as this: its metatable's class, `B:extend()`, `class("T", B)`.
pub(super) fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    if let Some((_, class)) = metatable(cx, node) {
        return vec![value(cx, class)];
    }
    let Some(name) = node.field("name").filter(|_| node.kind() == "function_call") else { return Vec::new() };
    let of_method = name.field("method").or_else(|| name.field("field")).map_or("", |method| cx.text(method));
    if matches!(of_method, "extend" | "subclass" | "derive" | "new")
        && let Some(base) = name.field("table")
    {
        return vec![value(cx, base)];
    }
    let is_class = matches!(cx.text(name), "class" | "Class" | "extend");
    let given = node.field("arguments").map_or_else(Vec::new, children);
    let names = given.into_iter().filter(|one| is_class && one.kind() == "identifier");
    names.map(|one| value(cx, one)).collect()
}
