//! Names that show as functions, variables and options.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    match node.kind() {
        "word" if parent.kind() == "command_name" => Some(HighlightClass::Function),
        "word" if parent.kind() == "function_definition" && parent.field("name") == Some(node) => {
            Some(HighlightClass::Function)
        }
        "variable_name" | "special_variable_name" => Some(HighlightClass::Property),
        "test_operator" => Some(HighlightClass::Operator),
        "raw_string" | "ansi_c_string" | "heredoc_content" | "heredoc_start" | "heredoc_end" => {
            Some(HighlightClass::String)
        }
        _ => None,
    }
}
