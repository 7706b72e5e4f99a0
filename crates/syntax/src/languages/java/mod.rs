//! Java.
//!
//! - Members are bound in their class's scope, which methods see: an unqualified `save()` is a name like any other.
//!   What a class inherits is not bound in it.
//! - `this(..)` calls the receiver itself and `super(..)` the receiver as its base: both construct.
//! - A lambda or method reference is a function value, whatever interface it fills.
//! - An array is a collection of its elements' type. Annotations are decorators and call nothing.
//!
//! Start at [`declarations`].

mod chains;
mod classes;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod patterns;
mod statements;
mod types;

use super::uncommented::children;
use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Java, records and patterns included.
pub struct Java;

impl LanguageSupport for Java {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_java::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        declarations::file(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The children of a part that the text may leave out: none without the part.
fn children_of<'n>(part: Option<Node<'n>>) -> Vec<Node<'n>> {
    part.map_or_else(Vec::new, children)
}

#[cfg(test)]
mod tests;
