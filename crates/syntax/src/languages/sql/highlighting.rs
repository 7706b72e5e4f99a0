//! Keywords, types and names.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let kind = node.kind();
    let parent = ancestors.last()?;
    match kind {
        "keyword_true" | "keyword_false" | "keyword_null" => Some(HighlightClass::Constant),
        _ if kind.starts_with("keyword_") => {
            let is_type = parent.kind() == "column_definition" && parent.field("type") == Some(node)
                || crate::highlight::around(ancestors).is_some_and(|around| {
                    around.kind() == "column_definition" && around.field("type") == Some(*parent)
                });
            Some(if is_type { HighlightClass::Type } else { HighlightClass::Keyword })
        }
        // Sizes of types are numbers; of other literals the kind does not say what they are.
        "literal" if node.named_child_count() == 0 => {
            let is_size = ["size", "precision", "scale"].iter().any(|name| parent.field(name) == Some(node));
            Some(if is_size { HighlightClass::Number } else { HighlightClass::String })
        }
        "marginalia" => Some(HighlightClass::Comment),
        "dollar_quote" => Some(HighlightClass::String),
        "parameter" => Some(HighlightClass::Attribute),
        _ => None,
    }
}
