//! Names that show as functions, types and constants.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "php_tag" | "php_end_tag" => Some(HighlightClass::Attribute),
        "primitive_type" | "cast_type" => Some(HighlightClass::Type),
        "boolean" | "null" => Some(HighlightClass::Constant),
        "heredoc_start" | "heredoc_end" => Some(HighlightClass::String),
        "relative_scope" => Some(HighlightClass::Keyword),
        "name" => match parent.kind() {
            "function_definition" | "method_declaration" => is("name").then_some(HighlightClass::Function),
            "function_call_expression" => is("function").then_some(HighlightClass::Function),
            "member_call_expression" | "nullsafe_member_call_expression" => {
                is("name").then_some(HighlightClass::Function)
            }
            "scoped_call_expression" => Some(if is("name") { HighlightClass::Function } else { HighlightClass::Type }),
            "member_access_expression" | "nullsafe_member_access_expression" => {
                is("name").then_some(HighlightClass::Property)
            }
            "attribute" => Some(HighlightClass::Attribute),
            "const_element" | "enum_case" => Some(HighlightClass::Constant),
            "class_declaration"
            | "interface_declaration"
            | "trait_declaration"
            | "enum_declaration"
            | "named_type"
            | "object_creation_expression"
            | "base_clause"
            | "class_interface_clause"
            | "use_declaration" => Some(HighlightClass::Type),
            _ => None,
        },
        _ => None,
    }
}
