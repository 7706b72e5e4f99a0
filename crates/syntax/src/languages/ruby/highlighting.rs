//! Names that show as functions, types and constants.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "nil" | "true" | "false" => Some(HighlightClass::Constant),
        "self" | "super" => Some(HighlightClass::Keyword),
        "simple_symbol" | "hash_key_symbol" => Some(HighlightClass::Constant),
        "heredoc_content" | "heredoc_beginning" | "heredoc_end" => Some(HighlightClass::String),
        "instance_variable" | "class_variable" | "global_variable" => Some(HighlightClass::Property),
        "constant" => {
            let is_assigned = parent.kind() == "assignment" && is("left");
            Some(if is_assigned { HighlightClass::Constant } else { HighlightClass::Type })
        }
        "identifier" | "operator" => match parent.kind() {
            "method" | "singleton_method" => is("name").then_some(HighlightClass::Function),
            "call" => is("method").then_some(HighlightClass::Function),
            _ => None,
        },
        "setter" => Some(HighlightClass::Function),
        _ => None,
    }
}
