//! Names that show as functions, types and fields.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "builtin_type" => Some(HighlightClass::Type),
        "builtin_identifier" => Some(HighlightClass::Attribute),
        "boolean" => Some(HighlightClass::Constant),
        "null" | "undefined" | "unreachable" => Some(HighlightClass::Constant),
        "identifier" => match parent.kind() {
            "function_declaration" => is("name").then_some(HighlightClass::Function),
            "call_expression" => is("function").then_some(HighlightClass::Function),
            "container_field" if is("name") => Some(HighlightClass::Property),
            "pointer_type" | "nullable_type" | "slice_type" | "error_union_type" => Some(HighlightClass::Type),
            "parameter" | "container_field" if is("type") => Some(HighlightClass::Type),
            "error_set_declaration" | "error_type" => Some(HighlightClass::Constant),
            "block_label" | "break_label" => Some(HighlightClass::Attribute),
            "field_expression" if is("member") => {
                let is_called = crate::highlight::around(ancestors).is_some_and(|around| {
                    around.kind() == "call_expression" && around.field("function") == Some(*parent)
                });
                Some(if is_called { HighlightClass::Function } else { HighlightClass::Property })
            }
            _ => None,
        },
        _ => None,
    }
}
