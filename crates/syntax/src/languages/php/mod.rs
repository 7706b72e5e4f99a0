//! PHP.
//!
//! - A variable keeps its `$`, so that it never is a function or class of that name. `$this` is the receiver. Blocks open no
//!   scope: a function has one for all its variables.
//! - Members are reached through a value or class alone: a bare name is never one. A property is named without its `$`.
//! - The namespace of a file is its package, written with dots. A name that begins with `\` is an import of its own.
//! - A trait is lowered as an interface; a class that uses it has it as a base, before the class that it extends.
//! - `[$this, "name"]` as an argument is the method, `X::class` the class.
//!
//! Start at [`declarations`].

mod calls;
mod classes;
mod declarations;
mod expressions;
mod functions;
mod highlighting;
mod names;
mod statements;
mod targets;
mod types;

use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// PHP up to 8.4, with the HTML around it.
pub struct Php;

impl LanguageSupport for Php {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_php::LANGUAGE_PHP.into()
    }

    fn prefix_alone(&self) -> &'static str {
        "<?php "
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        declarations::file(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(test)]
mod tests;
