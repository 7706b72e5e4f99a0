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
        "marginalia" => Some(HighlightClass::Comment),
        "dollar_quote" => Some(HighlightClass::String),
        "parameter" => Some(HighlightClass::Attribute),
        _ => None,
    }
}

/// Numbers and texts are literals alike: their first characters say which.
pub(super) fn class_of_literal(node: Node<'_>, text: &str) -> Option<HighlightClass> {
    if node.kind() != "literal" || node.named_child_count() > 0 {
        return None;
    }
    let unsigned = text.trim_start_matches(['-', '+']).trim_start();
    let is_number = unsigned.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit());
    Some(if is_number { HighlightClass::Number } else { HighlightClass::String })
}
