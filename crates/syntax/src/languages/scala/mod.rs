//! Scala, 2 and 3.
//!
//! - Packages are those that `call-graph` knows of Java. Members of an object are those of a class: of its companion, where
//!   the file has one, as static ones of it, else of a class of the object's name.
//! - A method without a list of parameters is read like a property. `a op b` is a call of `op`.
//! - An argument with `_` and one of cases is a function; a block behind a call is its last argument.
//!
//! Start at [`declarations`].

mod calls;
mod classes;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod patterns;
#[cfg(test)]
mod tests;
mod types;

use super::comments;
use super::uncommented::{child, children};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Scala, build definitions included.
pub struct Scala;

impl LanguageSupport for Scala {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_scala::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        declarations::items(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// True where a word is one of the node's own, or of its modifiers.
fn has_word(cx: &Lowering<'_>, node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    let is_own = node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == word);
    is_own
        || child(node, &["modifiers"]).is_some_and(|modifiers| cx.text(modifiers).split_whitespace().any(|w| w == word))
}
