//! C and C++: one lowering, because what C++ adds has nodes of its own.
//!
//! - A declarator is taken apart into a name and what is around it; pointers are what they point to, arrays are collections
//!   of their elements' type.
//! - A prototype is a function without a body. Which body it stands for is found across files, by `call-graph`.
//! - A struct, union or enum is bound under its name and as `struct name`, which is what a type with its keyword reads.
//! - A macro with parameters is a definition of its own: its text is parsed as statements, in its place. Both branches of
//!   `#if` are read.
//! - An include is a wildcard import of the file that it names.
//! - C++: a method written outside of its class has the class as its owner; a namespace is a module inside the file, which
//!   `call-graph` joins with those of the same name. A destructor is also bound as `~`. Operators are methods that an
//!   expression calls implicitly. A variable of a class is constructed where it is declared.
//!
//! Start at [`declarations`].

mod aggregates;
mod construction;
mod declarations;
mod declarators;
mod expressions;
mod functions;
mod highlighting;
mod lambdas;
mod macros;
mod marked;
mod names;
mod namespaces;
mod preprocessed;
mod statements;
mod test_macros;
mod types;

use super::{c_like, comments};
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// C, with what GCC and Clang add.
#[cfg(feature = "c")]
pub const C: CFamily = CFamily { grammar: || tree_sitter_c::LANGUAGE.into(), is_cpp: false };

/// C++.
#[cfg(feature = "cpp")]
pub const CPP: CFamily = CFamily { grammar: || tree_sitter_cpp::LANGUAGE.into(), is_cpp: true };

/// A language of the family: they differ in their grammars, and in what a declaration of a variable runs.
pub struct CFamily {
    grammar: fn() -> tree_sitter::Language,
    is_cpp: bool,
}

impl LanguageSupport for CFamily {
    fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    fn first_reading(&self, text: &str) -> Option<String> {
        self.is_cpp.then(|| marked::first_reading(text)).flatten()
    }

    fn second_reading(&self, text: &str) -> Option<String> {
        preprocessed::second_reading(text, self.is_cpp)
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        cx.set_grammar_of_parts(self.grammar);
        cx.set_constructs_variables(self.is_cpp);
        declarations::file(cx, root);
        cx.settle_assignments();
        macros::settle_aliases(cx);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(all(test, feature = "cpp"))]
mod cpp_tests;
#[cfg(all(test, feature = "c"))]
mod tests;
