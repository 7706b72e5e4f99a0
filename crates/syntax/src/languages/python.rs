//! Python.

use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Python 3.
pub struct Python;

impl LanguageSupport for Python {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_python::LANGUAGE.into()
    }

    fn lower(&self, _cx: &mut Lowering<'_>, _root: Node<'_>) {}

    fn highlight(&self, _node: Node<'_>, _ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        None
    }
}
