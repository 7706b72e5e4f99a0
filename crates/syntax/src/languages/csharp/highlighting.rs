//! Names that show as functions, types and constants.

use crate::HighlightClass;
use crate::highlight::around;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "this" | "base" | "modifier" | "implicit_type" => Some(HighlightClass::Keyword),
        "boolean_literal" | "null_literal" => Some(HighlightClass::Constant),
        "integer_literal" | "real_literal" => Some(HighlightClass::Number),
        "string_content" | "string_literal_content" | "interpolation_start" => Some(HighlightClass::String),
        "identifier" => match parent.kind() {
            "method_declaration" | "constructor_declaration" | "local_function_statement" if is("name") => {
                Some(HighlightClass::Function)
            }
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "struct_declaration"
            | "record_declaration"
            | "delegate_declaration" => is("name").then_some(HighlightClass::Type),
            "base_list" | "type_parameter" | "type_argument_list" => Some(HighlightClass::Type),
            "attribute" => is("name").then_some(HighlightClass::Attribute),
            "enum_member_declaration" => is("name").then_some(HighlightClass::Constant),
            "invocation_expression" => is("function").then_some(HighlightClass::Function),
            "member_access_expression" | "member_binding_expression" if is("name") => {
                let called = around(ancestors).is_some_and(|outer| {
                    outer.kind() == "invocation_expression" && outer.field("function") == Some(*parent)
                });
                Some(if called { HighlightClass::Function } else { HighlightClass::Property })
            }
            "property_declaration" if is("name") => Some(HighlightClass::Property),
            _ if is("type") || is("returns") => Some(HighlightClass::Type),
            _ => None,
        },
        _ => None,
    }
}
