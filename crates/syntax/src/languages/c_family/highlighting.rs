//! Names that show as functions, types and constants.

use crate::HighlightClass;
use crate::lowering::Fields;
use tree_sitter::Node;

/// The class of a node whose kind alone does not determine it.
pub(super) fn class(node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let parent = ancestors.last()?;
    let is = |field: &str| parent.field(field) == Some(node);
    match node.kind() {
        "char_literal" | "system_lib_string" => Some(HighlightClass::String),
        "number_literal" => Some(HighlightClass::Number),
        "sized_type_specifier" => Some(HighlightClass::Type),
        "storage_class_specifier" | "type_qualifier" => Some(HighlightClass::Keyword),
        "this" | "access_specifier" | "virtual_specifier" | "auto" => Some(HighlightClass::Keyword),
        "raw_string_literal" => Some(HighlightClass::String),
        "namespace_identifier" => Some(HighlightClass::Type),
        "operator_name" | "destructor_name" => Some(HighlightClass::Function),
        "preproc_directive" => Some(HighlightClass::Attribute),
        kind if kind.starts_with('#') => Some(HighlightClass::Attribute),
        "identifier" => match parent.kind() {
            "function_declarator" => is("declarator").then_some(HighlightClass::Function),
            // `a::b()`, `f<T>()`, `A::f() {`.
            "qualified_identifier" | "template_function" => is_called(ancestors).then_some(HighlightClass::Function),
            "call_expression" => is("function").then_some(HighlightClass::Function),
            "preproc_def" | "enumerator" => is("name").then_some(HighlightClass::Constant),
            "preproc_function_def" => is("name").then_some(HighlightClass::Function),
            _ => None,
        },
        "field_identifier" if parent.kind() == "function_declarator" => Some(HighlightClass::Function),
        "field_identifier" if parent.kind() == "template_method" => Some(HighlightClass::Function),
        "field_identifier" if parent.kind() == "field_expression" => {
            let around = crate::highlight::around(ancestors)?;
            let called = around.kind() == "call_expression" && around.field("function") == Some(*parent);
            called.then_some(HighlightClass::Function)
        }
        _ => None,
    }
}

/// True where the qualified name that ends here is called or defined as a function.
fn is_called(ancestors: &[Node<'_>]) -> bool {
    let mut inner = None;
    for around in ancestors.iter().rev() {
        match around.kind() {
            "qualified_identifier" | "template_function" => inner = Some(*around),
            "call_expression" => return around.field("function") == inner,
            "function_declarator" => return around.field("declarator") == inner,
            _ => return false,
        }
    }
    false
}
