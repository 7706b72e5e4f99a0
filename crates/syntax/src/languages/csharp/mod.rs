//! C#.
//!
//! - The package of a file is its namespace; the namespaces around it are imported as a whole, as are those that it uses.
//! - Members are bound in their class's scope; what a class inherits is not bound in it.
//! - A property whose accessors have code is a method for each of them, any other a field.
//! - An extension method belongs to the type of its first parameter, which is its receiver.
//! - `this(..)` behind a constructor calls the receiver itself and `base(..)` the receiver as its base: both construct.
//!
//! Start at [`declarations`].

mod chains;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod members;
mod patterns;
mod properties;
mod statements;
mod types;

use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// C#, records and patterns included.
pub struct CSharp;

impl LanguageSupport for CSharp {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_c_sharp::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        declarations::file(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(test)]
mod tests;
