//! Names that show as types, fields, directives and values.

use crate::HighlightClass;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    match node.kind() {
        "name" => of_name(ancestors.last()?.kind()),
        "description" => Some(HighlightClass::Comment),
        "int_value" | "float_value" => Some(HighlightClass::Number),
        "boolean_value" | "null_value" | "directive_location" => Some(HighlightClass::Constant),
        "&" | "|" | "!" | "=" => Some(HighlightClass::Operator),
        "@" => Some(HighlightClass::Attribute),
        _ => None,
    }
}

/// By what holds it.
fn of_name(holder: &str) -> Option<HighlightClass> {
    match holder {
        "named_type" => Some(HighlightClass::Type),
        "directive" | "directive_definition" => Some(HighlightClass::Attribute),
        "operation_definition" | "fragment_name" => Some(HighlightClass::Function),
        "enum_value" => Some(HighlightClass::Constant),
        kind if kind.ends_with("_type_definition") || kind.ends_with("_type_extension") => Some(HighlightClass::Type),
        "field_definition"
        | "input_value_definition"
        | "field"
        | "argument"
        | "object_field"
        | "alias"
        | "variable" => Some(HighlightClass::Property),
        _ => None,
    }
}
