//! Commands.

use super::{GIVEN, literal, statements, value};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Argument, CallKind, Expr, ExprId, Import, Key};
use tree_sitter::Node;

/// Commands that run the function which they are given first, in this shell.
const RUNNING: [&str; 4] = ["eval", "run", "time", "trap"];

/// A command with what it is given.
pub(super) fn command(cx: &mut Lowering<'_>, node: Node<'_>) {
    for part in children(node).into_iter().filter(|part| part.kind() == "variable_assignment") {
        if let Some(bound) = part.field("value") {
            value(cx, bound);
        }
    }
    let Some(word) = node.field("name").and_then(|name| name.named_child(0)) else { return };
    let given = node.all("argument");
    let name = literal(cx, word);
    match name.as_deref() {
        Some("source" | ".") => return source(cx, node, &given),
        Some("local" | "declare" | "typeset" | "unset") => return,
        Some(name) if is_plain(name) => {
            let callee = cx.name(name, word);
            let is_running = RUNNING.contains(&name);
            let given = arguments(cx, &given, if is_running { first_word } else { value });
            cx.call(callee, given, CallKind::Call, node);
        }
        Some(_) => {
            arguments(cx, &given, value);
        }
        None => {
            let mut callee = value(cx, word);
            // `"$@"` runs the first of what was given, with the others.
            let is_all = matches!(cx.facts().expr(callee), Expr::Name { name, .. } if name == GIVEN);
            if is_all {
                callee = cx.expr(Expr::Subscript { base: callee, key: Key::Index(0) });
            }
            let given = arguments(cx, &given, value);
            if matches!(cx.facts().expr(callee), Expr::Name { .. } | Expr::Subscript { .. }) {
                cx.call(callee, given, CallKind::Call, node);
            }
        }
    }
    for redirected in children(node).into_iter().filter(|part| part.kind().ends_with("redirect")) {
        statements(cx, redirected);
    }
}

fn arguments(
    cx: &mut Lowering<'_>,
    given: &[Node<'_>],
    lower: fn(&mut Lowering<'_>, Node<'_>) -> ExprId,
) -> Vec<Argument> {
    let given = given.iter().map(|one| {
        let value = lower(cx, *one);
        let spread = matches!(cx.facts().expr(value), Expr::Name { name, .. } if name == GIVEN);
        Argument { name: None, value, spread }
    });
    given.collect()
}

/// The function at the beginning of a text that is run: `trap 'clean up' EXIT`.
fn first_word(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let text = literal(cx, node);
    let first = text.as_deref().and_then(|text| text.split([' ', ';']).next()).filter(|first| may_be_function(first));
    match first {
        Some(first) => cx.name(first, node),
        None => value(cx, node),
    }
}

/// A name rather than a path, an option or a number.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '+' | '@'))
}

/// True for a word that a function may be called.
pub(super) fn may_be_function(word: &str) -> bool {
    word.len() > 1
        && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'))
}

/// `source "$DIR/lib.sh"`: what is behind the last expansion.
fn source(cx: &mut Lowering<'_>, node: Node<'_>, given: &[Node<'_>]) {
    let Some(path) = given.first() else { return };
    value(cx, *path);
    let text = cx.text(*path).trim_matches(['"', '\'']);
    let end = text.rfind(['}', ')']).map_or(0, |at| at + 1);
    let mut rest = &text[end..];
    if let Some(dollar) = rest.rfind('$') {
        rest = rest[dollar + 1..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    }
    let has_front = rest.len() < text.len();
    let module = if has_front { rest.trim_start_matches(['/', '"', '\'']) } else { rest };
    if module.is_empty() {
        return;
    }
    // A path behind an expansion is looked for by its end.
    let module = if has_front { format!("*/{module}") } else { module.to_owned() };
    let (scope, span) = (facts::ScopeId::FILE, cx.span(node));
    let item = Some("*".to_owned());
    cx.import(Import { module, level: 0, item, alias: None, reexport: true, scope, span }, None);
}
