//! Macro calls: their arguments are tokens to the grammar, and expressions or items to the reader.

use super::{expressions, items, last_segment};
use crate::{
    Lowering, effort,
    lowering::{Fields, children, children_of, first_child},
};
use facts::{Argument, CallKind, ExprId, LiteralKind};
use tree_sitter::{Node, Tree};

/// Larger arguments, in bytes, are tables rather than items.
const MAX_ITEMS_TEXT: usize = 1 << 18;

/// `name! { .. }` in place of items (`cfg_net! { pub struct TcpStream { .. } }`): calls the macro and gives the trees of
/// its items to `lower`. False, with nothing done, where the arguments do not read as items.
pub fn items<'t>(cx: &mut Lowering<'t>, node: Node<'_>, lower: impl Fn(&mut Lowering<'t>, Node<'_>)) -> bool {
    let tokens = children(node).into_iter().find(|child| child.kind() == "token_tree");
    let (Some(name), Some(tokens)) = (node.field("macro"), tokens) else { return false };
    // `cfg_if! { if #[cfg(..)] { items } else { items } }`.
    let branches = match last_segment(cx.text(name)) {
        "cfg_if" => children(tokens).into_iter().filter(|child| cx.text(*child).starts_with('{')).collect(),
        _ => vec![tokens],
    };
    if !cx.may_open_part() {
        return false;
    }
    let parsed = branches.into_iter().filter_map(|branch| Some((branch, parse_items(cx, cx.text(branch))?)));
    let parsed: Vec<(Node<'_>, Tree)> = parsed.collect();
    if parsed.is_empty() {
        return false;
    }
    let callee = expressions::expression(cx, name);
    cx.call(callee, Vec::new(), CallKind::Macro, node);
    for (branch, tree) in parsed {
        cx.inside(branch, |cx| lower(cx, tree.root_node()));
    }
    true
}

/// Parses what is between the brackets as a file of its own, in its place. `None` where it holds no item, or more
/// errors than items.
fn parse_items(cx: &Lowering<'_>, text: &str) -> Option<Tree> {
    let inner = text.get(1..text.len().checked_sub(1)?).filter(|_| text.len() <= MAX_ITEMS_TEXT)?;
    let tree = parse(cx, &format!(" {inner} "))?;
    let nodes = children(tree.root_node());
    let count = |test: fn(&str) -> bool| nodes.iter().filter(|node| test(node.kind())).count();
    let found = count(|kind| kind.ends_with("_item") && !kind.ends_with("attribute_item"))
        + count(|kind| matches!(kind, "use_declaration" | "macro_definition" | "extern_crate_declaration"));
    // A macro around macros.
    let calls = nodes.iter().filter(|node| node.kind() == "macro_invocation" && node.end_byte() > node.start_byte());
    let found = found + calls.filter(|node| text[node.byte_range()].ends_with('}')).count();
    let broken = nodes.iter().filter(|node| node.has_error()).count();
    (found > 2 * broken || (found > 0 && broken == 0)).then_some(tree)
}

/// `name!(..)`.
pub fn invocation(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(name_node) = node.field("macro") else { return cx.unknown() };
    let callee = expressions::expression(cx, name_node);
    let tokens = children(node).into_iter().find(|child| child.kind() == "token_tree");
    let arguments = tokens.map_or_else(Vec::new, |tokens| arguments(cx, tokens));
    let name = last_segment(cx.text(name_node));
    let first = arguments.first().map(|argument| argument.value);
    let values = arguments.iter().map(|argument| argument.value).collect();
    let result = cx.call(callee, arguments, CallKind::Macro, node);
    match name {
        "vec" => cx.tuple(values),
        "format" | "concat" | "stringify" | "include_str" => cx.literal(LiteralKind::Text),
        "matches" => cx.literal(LiteralKind::Boolean),
        "dbg" => first.unwrap_or(result),
        _ => result,
    }
}

/// The arguments as expressions, or, where they are not, the calls that the tokens seem to make.
fn arguments(cx: &mut Lowering<'_>, tokens: Node<'_>) -> Vec<Argument> {
    let tree = cx.may_open_part().then(|| parse(cx, &format!("{};", cx.text(tokens)))).flatten();
    let Some(tree) = tree.filter(|tree| !tree.root_node().has_error()) else {
        walk(cx, tokens);
        return Vec::new();
    };
    let mut arguments = Vec::new();
    cx.inside(tokens, |cx| {
        let root = tree.root_node();
        let statement = first_child(root);
        let list = statement.and_then(first_child).or(statement);
        for argument in children_of(list.filter(|list| list.kind() != "block")) {
            arguments.extend(self::argument(cx, argument));
        }
        if let Some(block) = list.filter(|list| list.kind() == "block") {
            items::block(cx, block);
        }
    });
    arguments
}

fn argument(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<Argument> {
    cx.deeper(|cx| {
        let named = (node.kind() == "assignment_expression").then(|| node.field("left")).flatten();
        let value_node = named.and_then(|_| node.field("right")).unwrap_or(node);
        let value = expressions::expression(cx, value_node);
        Argument { name: named.map(|name| cx.text(name).to_owned()), value, spread: false }
    })
}

/// Parses a part of the file on its own. Where the file's share is used up there is no tree, and no facts in the end.
fn parse(cx: &Lowering<'_>, text: &str) -> Option<Tree> {
    effort::parse(&tree_sitter_rust::LANGUAGE.into(), text, cx.effort_of_parts()).ok().flatten()
}

/// Calls in tokens that are no expression: a name, path or attribute followed by a parenthesis, a macro by `!`.
pub fn walk(cx: &mut Lowering<'_>, tokens: Node<'_>) {
    cx.deeper(|cx| {
        let mut callee: Option<ExprId> = None;
        let (mut link, mut is_macro) = ("", false);
        let mut cursor = tokens.walk();
        for token in tokens.children(&mut cursor) {
            match token.kind() {
                // `$crate` is the crate of the macro.
                "metavariable" if cx.text(token) == "$crate" => {
                    callee = Some(cx.name("crate", token));
                    (link, is_macro) = ("", false);
                }
                "identifier" | "self" | "super" | "crate" | "type_identifier" => {
                    let name = cx.text(token);
                    callee = Some(match (callee, link) {
                        (Some(base), "." | "::") => cx.attribute(base, name, token),
                        _ => expressions::expression(cx, token),
                    });
                    (link, is_macro) = ("", false);
                }
                "token_tree" => {
                    let opens = cx.text(token).starts_with('(');
                    walk(cx, token);
                    let made = callee.take().filter(|_| (opens && link.is_empty()) || is_macro);
                    let kind = if is_macro { CallKind::Macro } else { CallKind::Call };
                    callee = made.map(|callee| cx.call(callee, Vec::new(), kind, token));
                    (link, is_macro) = ("", false);
                }
                "." => link = ".",
                "::" => link = "::",
                "!" if callee.is_some() && link.is_empty() => is_macro = true,
                "token_repetition" => {
                    walk(cx, token);
                    callee = None;
                }
                _ => {
                    callee = None;
                    (link, is_macro) = ("", false);
                }
            }
        }
    });
}
