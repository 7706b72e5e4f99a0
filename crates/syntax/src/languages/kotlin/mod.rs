//! Kotlin.
//!
//! - A call of a class is a call like any other: only the graph knows which names are classes. A lambda behind a call is its
//!   last argument, and has a parameter `it` where it names none.
//! - Members are bound in their class's scope, which methods see, and so are the parameters of the primary constructor.
//! - What a companion object has are static members of the class around it; an `object` is a class that nothing constructs.
//! - An extension function is a method written outside its type. A property with a getter or setter is a method that is
//!   read or assigned to.
//!
//! Start at [`declarations`].

mod calls;
mod classes;
mod control;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod properties;
mod types;

use super::uncommented::{child, children};
use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Kotlin, build scripts included.
pub struct Kotlin;

impl LanguageSupport for Kotlin {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_kotlin_ng::LANGUAGE.into()
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
