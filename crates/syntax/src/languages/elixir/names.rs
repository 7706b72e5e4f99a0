//! Names of modules and atoms.

use super::children;
use crate::Lowering;
use crate::lowering::{Fields, NamedKey};
use facts::{DefinitionKind, ExprId};
use tree_sitter::Node;

/// The whole name of the module that a node names: an alias, `__MODULE__`, `__MODULE__.Part`, an atom of Erlang (`:lists`).
pub(super) fn module(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    match node.kind() {
        "alias" => Some(expanded(cx, cx.text(node))),
        "identifier" if cx.text(node) == "__MODULE__" => around(cx),
        "atom" => Some(cx.text(node).to_owned()),
        "dot" => {
            let [left, right] = node.fields(["left", "right"])?;
            (right.kind() == "alias").then(|| module(cx, left).map(|left| format!("{left}.{}", cx.text(right))))?
        }
        "block" => match children(node)[..] {
            [inner] => module(cx, inner),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a module.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let name = module(cx, node)?;
    Some(cx.name(&name, node))
}

/// An alias with its first part replaced by what it stands for.
fn expanded(cx: &Lowering<'_>, written: &str) -> String {
    let written: String = written.split_whitespace().collect();
    let (first, rest) = written.split_once('.').unwrap_or((&written, ""));
    let first = match cx.key_held_by(first) {
        Some(NamedKey::Text(whole)) => whole.as_str(),
        _ if first == "Elixir" && !rest.is_empty() => return rest.to_owned(),
        _ => first,
    };
    if rest.is_empty() { first.to_owned() } else { format!("{first}.{rest}") }
}

/// Lets a name of one part stand for a module in the current scope.
pub(super) fn alias(cx: &mut Lowering<'_>, name: &str, module: &str) {
    cx.holds_key(cx.scope(), name, NamedKey::Text(module.to_owned()));
}

/// The last part of a module's name.
pub(super) fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The whole name of the module around.
pub(super) fn around(cx: &Lowering<'_>) -> Option<String> {
    let is_module =
        |d: &facts::Definition| d.parent.is_some() && (d.kind.is_type() || d.kind == DefinitionKind::Module);
    cx.enclosing(is_module).map(|id| cx.facts().definition(id).path.clone())
}

/// The text of an atom without its colon and quotes.
pub(super) fn atom<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    matches!(node.kind(), "atom" | "quoted_atom").then(|| cx.text(node).trim_start_matches(':').trim_matches('"'))
}

/// The text of a string without interpolation.
pub(super) fn constant_text<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    match &children(node)[..] {
        [] if node.kind() == "string" => Some(""),
        [only] if node.kind() == "string" && only.kind() == "quoted_content" => Some(cx.text(*only)),
        _ => None,
    }
}
