//! C.
//!
//! - A declarator is taken apart into a name and what is around it; pointers are what they point to, arrays are collections
//!   of their elements' type.
//! - A prototype is a function without a body. Which body it stands for is found across files, by `call-graph`.
//! - A struct, union or enum is bound under its name and as `struct name`, which is what a type with its keyword reads.
//! - A macro with parameters is a definition of its own: its text is parsed as statements, in its place. Both branches of
//!   `#if` are read.
//! - A header that is C++ by its text has no definitions.
//! - An include is a wildcard import of the file that it names.
//!
//! Start at [`declarations`].

mod aggregates;
mod declarations;
mod declarators;
mod expressions;
mod functions;
mod highlighting;
mod macros;
mod preprocessed;
mod statements;
mod types;

use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// C, with what GCC and Clang add.
pub const C: CFamily = CFamily { grammar: || tree_sitter_c::LANGUAGE.into() };

/// A language of the family: they differ in their grammars alone.
pub struct CFamily {
    grammar: fn() -> tree_sitter::Language,
}

impl LanguageSupport for CFamily {
    fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    fn second_reading(&self, text: &str) -> Option<String> {
        preprocessed::second_reading(text)
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        // A header of C++ has the same ending; C++ is read as text.
        if preprocessed::is_cpp(cx.source()) {
            return;
        }
        cx.set_grammar_of_parts(self.grammar);
        declarations::file(cx, root);
        cx.settle_assignments();
        macros::settle_aliases(cx);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(test)]
mod tests;
