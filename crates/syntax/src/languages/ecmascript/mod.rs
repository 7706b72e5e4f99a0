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
mod definers;
mod documentation;
mod expressions;
mod functions;
mod highlighting;
mod jsx;
mod keys;
mod literals;
mod modules;
mod names;
mod narrowing;
mod patterns;
#[cfg(feature = "typescript")]
mod signatures;
mod statements;
mod types;
mod typescript;

use super::c_like;
use crate::{HighlightClass, LanguageSupport, Lowering};
use facts::{CallKind, DefId};
use tree_sitter::Node;

/// JavaScript, JSX included.
#[cfg(feature = "javascript")]
pub const JAVASCRIPT: Ecmascript = Ecmascript {
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    // Files called `.js` may hold types (Flow, or TypeScript's).
    #[cfg(feature = "typescript")]
    wider: Some(TSX.grammar),
    #[cfg(not(feature = "typescript"))]
    wider: None,
    has_types: false,
};

/// TypeScript without JSX.
#[cfg(feature = "typescript")]
pub const TYPESCRIPT: Ecmascript =
    Ecmascript { grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), wider: None, has_types: true };

/// TypeScript with JSX.
#[cfg(feature = "typescript")]
pub const TSX: Ecmascript =
    Ecmascript { grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(), wider: None, has_types: true };

/// One of the three languages: they differ in their grammars alone.
pub struct Ecmascript {
    grammar: fn() -> tree_sitter::Language,
    wider: Option<fn() -> tree_sitter::Language>,
    has_types: bool,
}

impl LanguageSupport for Ecmascript {
    fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    fn wider_grammar(&self) -> Option<tree_sitter::Language> {
        self.wider.map(|grammar| grammar())
    }

    fn constructs(&self, kind: CallKind, _callee: &str) -> bool {
        kind == CallKind::New
    }

    #[cfg(feature = "typescript")]
    fn second_reading(&self, text: &str) -> Option<String> {
        if self.has_types { signatures::separated(text) } else { None }
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        cx.definition_mut(DefId::MODULE).doc = documentation::of_module(cx, root);
        definers::note(cx, root);
        statements::statements(cx, root);
        cx.settle_assignments();
        functions::prefer_implementations(cx);
        modules::mark_exported(cx);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

#[cfg(test)]
mod tests;
