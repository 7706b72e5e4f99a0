//! Names that show as functions, types and constants.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "this" | "super" => Some(HighlightClass::Keyword),
        "integral_type" | "floating_point_type" | "boolean_type" | "void_type" => Some(HighlightClass::Type),
        "decimal_integer_literal" | "hex_integer_literal" | "decimal_floating_point_literal" => {
            Some(HighlightClass::Number)
        }
        "identifier" => match parent.kind() {
            "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration"
            | "method_invocation"
            | "annotation_type_element_declaration" => is("name").then_some(HighlightClass::Function),
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => is("name").then_some(HighlightClass::Type),
            "marker_annotation" | "annotation" => is("name").then_some(HighlightClass::Attribute),
            "enum_constant" => is("name").then_some(HighlightClass::Constant),
            "method_reference" => (parent.child(0) != Some(node)).then_some(HighlightClass::Function),
            "field_access" => is("field").then_some(HighlightClass::Property),
            _ => None,
        },
        _ => None,
    }
}
