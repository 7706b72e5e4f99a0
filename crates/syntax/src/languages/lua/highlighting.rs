//! Names that show as functions and fields.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "identifier" => match parent.kind() {
            "function_declaration" | "function_call" => is("name").then_some(HighlightClass::Function),
            "field" => is("name").then_some(HighlightClass::Property),
            "dot_index_expression" | "method_index_expression" if is("field") || is("method") => {
                let around = crate::highlight::around(ancestors);
                let is_called = around.is_some_and(|around| {
                    matches!(around.kind(), "function_call" | "function_declaration")
                        && around.field("name") == Some(*parent)
                });
                Some(if is_called { HighlightClass::Function } else { HighlightClass::Property })
            }
            _ => None,
        },
        _ => None,
    }
}
