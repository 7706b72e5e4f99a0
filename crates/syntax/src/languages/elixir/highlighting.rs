//! Names that show as functions, modules, keys and attributes.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    match node.kind() {
        "alias" => return Some(HighlightClass::Type),
        "atom" | "boolean" | "nil" => return Some(HighlightClass::Constant),
        "keyword" => return Some(HighlightClass::Property),
        "quoted_content" | "sigil_name" => return Some(HighlightClass::String),
        _ => {}
    }
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match (node.kind(), parent.kind()) {
        ("identifier" | "@", "unary_operator") if parent.kind_of("operator") == "@" => Some(HighlightClass::Attribute),
        ("identifier", "call") if is("target") => {
            let around = crate::highlight::around(ancestors);
            let is_attribute = around.is_some_and(|around| around.kind_of("operator") == "@");
            Some(if is_attribute { HighlightClass::Attribute } else { HighlightClass::Function })
        }
        ("identifier", "dot") if is("right") => {
            let around = crate::highlight::around(ancestors);
            let is_field = around.is_some_and(|call| call.kind() == "call" && call.named_child_count() == 1)
                && parent.field("left").is_some_and(|left| !matches!(left.kind(), "alias" | "atom"));
            Some(if is_field { HighlightClass::Property } else { HighlightClass::Function })
        }
        ("identifier", "binary_operator") if is("right") && parent.kind_of("operator") == "|>" => {
            Some(HighlightClass::Function)
        }
        _ => None,
    }
}
