//! Dart.
//!
//! - A call of a class is a call like any other: only the graph knows which names are classes. A constructor with a name
//!   (`Cart.empty()`) is a constructor under that name, which returns the class.
//! - Members are bound in their class's scope, which methods see; members of an extension are methods written outside of
//!   their type. Getters, setters and operators (`operator+`) are methods that syntax runs.
//! - A cascade (`a..b()..c = d`) is its first value, on which each section is evaluated.
//! - `part` is an import of level 1 that binds nothing: its file belongs to this library.
//! - A test or group of tests is a function under the text that names it.
//!
//! Start at [`declarations`].

mod calls;
mod classes;
mod collections;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod narrowing;
mod patterns;
mod statements;
mod types;

use super::comments::is_comment;
use super::uncommented::{child, children};
use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Dart, 2 and 3.
pub struct Dart;

impl LanguageSupport for Dart {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_dart::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        declarations::file(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The children that mean something: `this` and `super` have no name in the grammar.
fn parts<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    let means = |part: &Node<'n>| (part.is_named() && !is_comment(*part)) || matches!(part.kind(), "this" | "super");
    node.children(&mut cursor).filter(means).collect()
}

/// True where the word is one of the node's own.
fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == word)
}

#[cfg(test)]
mod tests;
