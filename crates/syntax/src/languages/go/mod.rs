//! Go.
//!
//! - A method is defined in the module and names its type as owner; its path is `Type.method`. Its receiver's name reads
//!   as [`Expr::Receiver`](facts::Expr::Receiver).
//! - Several results are a collection: `a, err := f()` binds `f()[0]` and `f()[1]`.
//! - A slice, map or channel type is a collection of its elements' type; pointers are the types they point to.
//!
//! Start at [`declarations`].

mod assignments;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod statements;
mod types;

use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Go, type parameters included.
pub struct Go;

impl LanguageSupport for Go {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_go::LANGUAGE.into()
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
