//! Names that show as functions, types, members and attributes.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    match node.kind() {
        "annotation" => Some(HighlightClass::Attribute),
        "null_literal" | "true" | "false" => Some(HighlightClass::Constant),
        "void_type" => Some(HighlightClass::Type),
        "identifier" => match parent.kind() {
            kind if kind.ends_with("_signature") => Some(HighlightClass::Function),
            "call_expression" => Some(HighlightClass::Function),
            "cascade_call_expression" => Some(HighlightClass::Function),
            "class_declaration"
            | "mixin_declaration"
            | "enum_declaration"
            | "extension_declaration"
            | "extension_type_name"
            | "mixin_application_class" => Some(HighlightClass::Type),
            "enum_entry" => Some(HighlightClass::Constant),
            "label" | "field_initializer" | "field_formal_parameter" => Some(HighlightClass::Property),
            "member_expression" | "null_aware_member_expression" if parent.field("property") == Some(node) => {
                let is_called = crate::highlight::around(ancestors).is_some_and(|around| {
                    around.kind() == "call_expression" && around.field("function") == Some(*parent)
                });
                Some(if is_called { HighlightClass::Function } else { HighlightClass::Property })
            }
            "assignable_expression" if parent.field("property") == Some(node) => Some(HighlightClass::Property),
            _ => None,
        },
        _ => None,
    }
}
