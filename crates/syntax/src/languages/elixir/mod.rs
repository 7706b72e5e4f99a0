//! Elixir.
//!
//! - A module has one name whatever is around it (`A.B.C` is a single atom), so it is bound in the file's scope under its whole
//!   name, and every alias is replaced by that name where it is read: names of modules need no scopes to be found.
//! - A module is a class where values have its name (it has a struct, or implements a behaviour), an interface where others
//!   implement it (a protocol, a behaviour), and a module otherwise. An implementation of a protocol is a class below it.
//! - Clauses of one name and arity that follow one another are one function. Its parameters are `&1`, `&2` to the patterns of
//!   each clause.
//! - A pipe is a call with one more argument in front, a capture a function or the value of one.
//! - `use` runs `__using__`, and brings what that function's quoted code defines and imports: an import of level 1.
//! - A test is a function under the text that names it.
//!
//! Start at [`sequences`].

mod attributes;
mod calls;
mod captures;
mod collections;
mod control;
mod definitions;
mod directives;
mod exunit;
mod functions;
mod highlighting;
mod modules;
mod names;
mod operators;
mod patterns;
mod sequences;
mod types;
mod values;

use super::uncommented::{child, children};
use crate::lowering::Fields;
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Elixir, up to 1.18.
pub struct Elixir;

impl LanguageSupport for Elixir {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_elixir::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        sequences::lower(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The word that a call begins with: `def`, `case`, the name of a local function. Empty for other calls.
fn word<'t>(cx: &Lowering<'t>, node: Node<'_>) -> &'t str {
    let target = node.field("target").filter(|target| node.kind() == "call" && target.kind() == "identifier");
    target.map_or("", |target| cx.text(target))
}

/// The arguments of a call in order; those by keyword are one, the last.
fn arguments<'n>(call: Node<'n>) -> Vec<Node<'n>> {
    child(call, &["arguments"]).map_or_else(Vec::new, children)
}

/// The keywords and their values of a node that holds them: `a: 1, b: 2`.
fn pairs<'t, 'n>(cx: &Lowering<'t>, node: Node<'n>) -> Vec<(&'t str, Node<'n>)> {
    let pairs = children(node).into_iter().filter_map(|pair| pair.fields(["key", "value"]));
    pairs.map(|[key, value]| (keyword(cx, key), value)).collect()
}

/// The text of `key: `, without colon and quotes.
fn keyword<'t>(cx: &Lowering<'t>, key: Node<'_>) -> &'t str {
    cx.text(key).trim_end().trim_end_matches(':').trim_matches('"')
}

/// The value of a keyword among the arguments of a call: `def f, do: x`.
fn keyword_value<'n>(cx: &Lowering<'_>, call: Node<'n>, name: &str) -> Option<Node<'n>> {
    let last = arguments(call).last().copied().filter(|last| last.kind() == "keywords")?;
    pairs(cx, last).into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The block behind `do`, without those that follow it (`else`, `rescue`).
fn do_block<'n>(call: Node<'n>) -> Option<Node<'n>> {
    child(call, &["do_block"])
}

#[cfg(test)]
mod tests;
