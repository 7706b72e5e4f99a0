//! Names that show as types, procedures, fields and values.

use crate::HighlightClass;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    match node.kind() {
        "message_name" | "enum_name" | "service_name" | "message_or_enum_type" | "type" | "key_type" => {
            Some(HighlightClass::Type)
        }
        "rpc_name" => Some(HighlightClass::Function),
        "string" | "reserved_identifier" => Some(HighlightClass::String),
        "int_lit" | "float_lit" => Some(HighlightClass::Number),
        "full_ident" => match ancestors.last()?.kind() {
            "extend" => Some(HighlightClass::Type),
            "constant" => Some(HighlightClass::Constant),
            _ => Some(HighlightClass::Attribute),
        },
        "identifier" => match ancestors.last()?.kind() {
            "enum_field" => Some(HighlightClass::Constant),
            "option" | "field_option" | "enum_value_option" => Some(HighlightClass::Attribute),
            _ => Some(HighlightClass::Property),
        },
        _ => None,
    }
}
