//! Names that show as blocks, attributes and functions.

use crate::HighlightClass;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    match node.kind() {
        "identifier" => match ancestors.last()?.kind() {
            "block" => Some(HighlightClass::Keyword),
            "attribute" | "get_attr" => Some(HighlightClass::Property),
            "function_call" => Some(HighlightClass::Function),
            _ => None,
        },
        "template_literal" | "quoted_template_start" | "quoted_template_end" => Some(HighlightClass::String),
        "numeric_lit" => Some(HighlightClass::Number),
        "bool_lit" | "null_lit" => Some(HighlightClass::Constant),
        "template_interpolation_start" | "template_interpolation_end" => Some(HighlightClass::Operator),
        _ => None,
    }
}
