//! Swift.
//!
//! - Members of an extension are methods outside of their type, which is their owner; the protocols that it adds are
//!   implemented by that type.
//! - A computed property is a method that is read; a setter is one that is assigned to. Observers belong to the type.
//! - Parameters are named by their labels, and known in the body by their own names. A closure behind the parentheses is the
//!   last argument; one without parameters has `$0` and `$1`.
//! - Optionals are what they hold: `?`, `!`, `if let` and `as?` are seen through.
//!
//! Start at [`declarations`].

mod calls;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod patterns;
mod properties;
mod statements;
#[cfg(test)]
mod tests;
mod types;

use super::comments;
use super::uncommented::{child, children};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Swift, package manifests included.
pub struct Swift;

impl LanguageSupport for Swift {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_swift::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        statements::block(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// True where a word is among the modifiers of a declaration, or one of its own.
fn has_word(cx: &Lowering<'_>, node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    let is_own = node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == word);
    is_own
        || child(node, &["modifiers"]).is_some_and(|modifiers| cx.text(modifiers).split_whitespace().any(|w| w == word))
}
