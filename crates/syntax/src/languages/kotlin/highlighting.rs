//! Names that show as functions, types and constants.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    match node.kind() {
        "this_expression" | "super_expression" => Some(HighlightClass::Keyword),
        "number_literal" | "float_literal" => Some(HighlightClass::Number),
        "identifier" => match parent.kind() {
            "function_declaration" => (parent.field("name") == Some(node)).then_some(HighlightClass::Function),
            "call_expression" => Some(HighlightClass::Function),
            "class_declaration" | "object_declaration" | "companion_object" | "type_alias" => {
                Some(HighlightClass::Type)
            }
            "user_type" => {
                let in_annotation = ancestors.iter().rev().take(3).any(|around| around.kind() == "annotation");
                Some(if in_annotation { HighlightClass::Attribute } else { HighlightClass::Type })
            }
            "enum_entry" => Some(HighlightClass::Constant),
            "navigation_expression" if parent.child(0) != Some(node) => {
                let is_called = crate::highlight::around(ancestors)
                    .is_some_and(|around| around.kind() == "call_expression" && around.child(0) == Some(*parent));
                Some(if is_called { HighlightClass::Function } else { HighlightClass::Property })
            }
            _ => None,
        },
        _ => None,
    }
}
