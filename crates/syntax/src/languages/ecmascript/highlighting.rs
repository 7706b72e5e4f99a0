//! Names that show as functions, types, constants and tags.

use crate::HighlightClass;
use crate::highlight::around;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "regex" => Some(HighlightClass::String),
        "this" | "super" => Some(HighlightClass::Keyword),
        "predefined_type" => Some(HighlightClass::Type),
        "identifier" | "property_identifier" | "private_property_identifier" => match parent.kind() {
            "jsx_opening_element" | "jsx_closing_element" | "jsx_self_closing_element" => {
                is("name").then_some(HighlightClass::Attribute)
            }
            "decorator" => Some(HighlightClass::Attribute),
            "function_declaration"
            | "generator_function_declaration"
            | "function_expression"
            | "generator_function"
            | "function_signature"
            | "method_definition"
            | "method_signature"
            | "abstract_method_signature" => is("name").then_some(HighlightClass::Function),
            "call_expression" => is("function").then(|| called(ancestors)),
            "new_expression" => is("constructor").then_some(HighlightClass::Type),
            "member_expression" => member(node, *parent, ancestors),
            "variable_declarator" => (is("name") && binds_function(*parent)).then_some(HighlightClass::Function),
            "pair" => (is("key") && binds_function(*parent)).then_some(HighlightClass::Function),
            "class_declaration" | "class" | "enum_declaration" | "class_heritage" | "extends_clause" => {
                (!is("body")).then_some(HighlightClass::Type)
            }
            _ => None,
        },
        _ => None,
    }
}

fn called(ancestors: &[Node<'_>]) -> HighlightClass {
    match around(ancestors).map(|node| node.kind()) {
        Some("decorator") => HighlightClass::Attribute,
        _ => HighlightClass::Function,
    }
}

/// `a.f()`: a call of `f`.
fn member(node: Node<'_>, parent: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    if parent.field("property") != Some(node) {
        return None;
    }
    let outer = around(ancestors)?;
    let called = outer.kind() == "call_expression" && outer.field("function") == Some(parent);
    Some(if called { HighlightClass::Function } else { HighlightClass::Property })
}

fn binds_function(node: Node<'_>) -> bool {
    node.field("value")
        .is_some_and(|value| matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function"))
}
