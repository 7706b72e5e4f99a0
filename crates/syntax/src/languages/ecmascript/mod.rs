//! JavaScript, TypeScript and TSX: one lowering over three grammars that share their node names.
//!
//! Conventions for what facts have no field for:
//! - Members are bound in the class scope, and functions pass over class scopes in a lookup.
//! - `super(..)` calls the value [`Expr::Super`](facts::Expr::Super) itself: the base class is constructed.
//! - `export default v` binds the name `default`; `exports.f = v` binds the name `exports.f` in the file's scope, and
//!   `module.exports = v` or `export = v` the name `module.exports`, exported as `=`: the module's own value. Each has
//!   its line in [`FileFacts::exports`](facts::FileFacts::exports).
//! - `require("m")` and `import("m")` inside an expression import the module under the name `require(m)`.
//!
//! Start at [`statements`], then [`expressions`].

mod chains;
mod classes;
mod commonjs;
mod documentation;
mod expressions;
mod functions;
mod highlighting;
mod jsx;
mod literals;
mod modules;
mod names;
mod patterns;
mod statements;
mod types;
mod typescript;

use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// JavaScript, JSX included.
#[cfg(feature = "javascript")]
pub struct JavaScript;

/// TypeScript without JSX.
#[cfg(feature = "typescript")]
pub struct TypeScript;

/// TypeScript with JSX.
#[cfg(feature = "typescript")]
pub struct Tsx;

#[cfg(feature = "javascript")]
impl LanguageSupport for JavaScript {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_javascript::LANGUAGE.into()
    }

    /// Files called `.js` may hold types (Flow, or TypeScript's).
    #[cfg(feature = "typescript")]
    fn wider_grammar(&self) -> Option<tree_sitter::Language> {
        Some(tree_sitter_typescript::LANGUAGE_TSX.into())
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        lower(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(feature = "typescript")]
impl LanguageSupport for TypeScript {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        lower(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(feature = "typescript")]
impl LanguageSupport for Tsx {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_typescript::LANGUAGE_TSX.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        lower(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

fn lower(cx: &mut Lowering<'_>, root: Node<'_>) {
    cx.facts_mut().definitions[0].doc = documentation::of_module(cx, root);
    statements::statements(cx, root);
    cx.settle_assignments();
    functions::prefer_implementations(cx);
    modules::mark_exported(cx);
}

#[cfg(test)]
mod tests;
