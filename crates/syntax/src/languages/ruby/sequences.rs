//! Statements one after the other: what is written above a definition, and what `private` says of those that follow.

use super::comments::{collect, is_comment, keep_adjacent};
use super::{classes, expressions, methods};
use crate::Lowering;
use crate::lowering::Fields;
use facts::ExprId;
use tree_sitter::Node;

/// How methods are defined at a place.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mode {
    pub private: bool,
    /// On the class itself: `class << self`, after `module_function`.
    pub singleton: bool,
}

/// Lowers the statements of a node; the value of the last.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    lower(cx, node, Mode::default())
}

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>, mut mode: Mode) -> ExprId {
    let mut cursor = node.walk();
    let mut above = Vec::new();
    let mut previous_row = None;
    let mut last = None;
    for child in node.named_children(&mut cursor) {
        if cx.is_exhausted() {
            break;
        }
        if is_comment(child) {
            collect(&mut above, child, previous_row);
            continue;
        }
        keep_adjacent(&mut above, child.start_position().row);
        last = Some(statement(cx, child, &above, &mut mode));
        above.clear();
        previous_row = Some(child.end_position().row);
    }
    last.unwrap_or_else(|| cx.unknown())
}

fn statement(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], mode: &mut Mode) -> ExprId {
    match node.kind() {
        "identifier" if set_mode(cx.text(node), mode) => cx.unknown(),
        "call" if node.field("receiver").is_none() => match modified(cx, node) {
            Some((definition, word)) => {
                let mut own = *mode;
                set_mode(word, &mut own);
                own.singleton |= word == "private_class_method";
                one(cx, definition, above, own)
            }
            None => one(cx, node, above, *mode),
        },
        _ => one(cx, node, above, *mode),
    }
}

fn one(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], mode: Mode) -> ExprId {
    cx.deeper_value(|cx| match node.kind() {
        "class" | "module" => classes::declaration(cx, node, above),
        "singleton_class" => classes::singleton(cx, node),
        "method" | "singleton_method" => methods::method(cx, node, above, mode),
        _ => expressions::value(cx, node),
    })
}

/// `private` and its like alone in a line.
fn set_mode(word: &str, mode: &mut Mode) -> bool {
    match word {
        "private" | "protected" | "private_class_method" => mode.private = true,
        "public" => mode.private = false,
        "module_function" => mode.singleton = true,
        _ => return false,
    }
    true
}

/// `private def f`: the definition and the word in front of it.
fn modified<'n, 't>(cx: &Lowering<'t>, call: Node<'n>) -> Option<(Node<'n>, &'t str)> {
    let word = cx.text(call.field("method")?);
    let definition = call.field("arguments")?.named_child(0)?;
    let is_modifier = set_mode(word, &mut Mode::default());
    (is_modifier && definition.kind().ends_with("method")).then_some((definition, word))
}
