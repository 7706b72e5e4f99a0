//! Names that show as functions, types, members and attributes.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let around = |up: usize| ancestors.iter().rev().nth(up);
    match node.kind() {
        "multiline_comment" => Some(HighlightClass::Comment),
        "attribute" => Some(HighlightClass::Attribute),
        "line_str_text" | "multi_line_str_text" | "raw_str_part" | "raw_str_end_part" => Some(HighlightClass::String),
        "integer_literal" | "real_literal" | "hex_literal" | "bin_literal" | "oct_literal" => {
            Some(HighlightClass::Number)
        }
        "boolean_literal" | "nil_literal" | "nil" => Some(HighlightClass::Constant),
        "self_expression"
        | "super_expression"
        | "throws"
        | "throw_keyword"
        | "catch_keyword"
        | "else"
        | "try_operator"
        | "as_operator"
        | "default_keyword"
        | "where_keyword"
        | "visibility_modifier"
        | "inheritance_modifier"
        | "member_modifier"
        | "property_modifier"
        | "function_modifier"
        | "mutation_modifier"
        | "ownership_modifier" => Some(HighlightClass::Keyword),
        "simple_identifier" => match parent.kind() {
            "function_declaration" | "protocol_function_declaration" => {
                (parent.field("name") == Some(node)).then_some(HighlightClass::Function)
            }
            "call_expression" => Some(HighlightClass::Function),
            "navigation_suffix" => {
                let is_called = around(2)
                    .is_some_and(|call| call.kind() == "call_expression" && call.named_child(0) == around(1).copied());
                Some(if is_called { HighlightClass::Function } else { HighlightClass::Property })
            }
            "macro_invocation" => Some(HighlightClass::Attribute),
            _ => None,
        },
        _ => None,
    }
}
