//! Names that show as functions, types, members and annotations.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "annotation" => Some(HighlightClass::Attribute),
        "integer_literal" | "floating_point_literal" => Some(HighlightClass::Number),
        "boolean_literal" | "null_literal" => Some(HighlightClass::Constant),
        "interpolator" => Some(HighlightClass::Function),
        "operator_identifier" => Some(HighlightClass::Operator),
        "identifier" => match parent.kind() {
            "function_definition" | "function_declaration" => is("name").then_some(HighlightClass::Function),
            "class_definition" | "object_definition" | "trait_definition" | "enum_definition" => {
                is("name").then_some(HighlightClass::Type)
            }
            "call_expression" | "generic_function" => is("function").then_some(HighlightClass::Function),
            "infix_expression" => is("operator").then_some(HighlightClass::Function),
            "field_expression" if is("field") => {
                let around = crate::highlight::around(ancestors)?;
                let is_called = matches!(around.kind(), "call_expression" | "generic_function")
                    && around.field("function") == Some(*parent);
                Some(if is_called { HighlightClass::Function } else { HighlightClass::Property })
            }
            _ => None,
        },
        _ => None,
    }
}
