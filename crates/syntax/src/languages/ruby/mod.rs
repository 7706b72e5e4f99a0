//! Ruby.
//!
//! - A bare name is a local variable where one was assigned before, else a call: on the receiver inside a class, by its name
//!   outside of one. An attribute is always a call, so that `a.b` and `a.b()` are the same.
//! - A module is lowered as an interface, because it is mixed into classes and has members of its own. `include`, `prepend` and
//!   a superclass are bases, in the order of lookup.
//! - A block is a function handed on as the argument `&`; `yield` calls the parameter of that name, which every method that
//!   yields or takes a block has.
//! - `@x` is the attribute `@x` of the receiver, apart from the method `x`. `attr_reader` and its like define methods.
//! - `send`, `method`, `define_method`, `alias` and `delegate` are followed where the name is constant.
//!
//! Start at [`sequences`].

mod blocks;
mod calls;
mod classes;
mod control;
mod expressions;
mod highlighting;
mod literals;
mod macros;
mod methods;
mod names;
mod sequences;
mod targets;

use super::comments;
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Ruby, up to pattern matching and endless methods.
pub struct Ruby;

impl LanguageSupport for Ruby {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_ruby::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        sequences::value(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The named children in order, comments left out. A heredoc's body, which the grammar has anywhere, is one of them.
fn children<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !comments::is_comment(*child)).collect()
}

/// The children of a part that the text may leave out: none without the part.
fn children_of<'n>(part: Option<Node<'n>>) -> Vec<Node<'n>> {
    part.map_or_else(Vec::new, children)
}

#[cfg(test)]
mod tests;
