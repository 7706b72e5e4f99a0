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
        "rune_literal" => Some(HighlightClass::String),
        "iota" => Some(HighlightClass::Constant),
        "identifier" | "field_identifier" => match parent.kind() {
            "function_declaration" | "method_declaration" | "method_elem" => {
                is("name").then_some(HighlightClass::Function)
            }
            "call_expression" => is("function").then_some(HighlightClass::Function),
            "const_spec" => is("name").then_some(HighlightClass::Constant),
            "selector_expression" if is("field") => {
                let outer = around(ancestors)?;
                let called = outer.kind() == "call_expression" && outer.field("function") == Some(*parent);
                called.then_some(HighlightClass::Function)
            }
            _ => None,
        },
        _ => None,
    }
}
