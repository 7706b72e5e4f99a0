//! Declarators: the name that is declared, and what is written around it.

use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::ExprId;
use tree_sitter::Node;

/// A declarator taken apart.
pub(super) struct Declarator<'n> {
    /// The name; a parameter may have none.
    pub name: Option<Node<'n>>,
    /// The parameters in parentheses, where it declares a function and not a pointer to one.
    pub function: Option<Node<'n>>,
    /// It declares a pointer to a function, whose result is the declared type.
    pub is_function_pointer: bool,
    /// It declares an array.
    pub is_array: bool,
    /// It declares a pointer or a reference.
    pub points: bool,
}

/// Takes a declarator apart in a loop: `*(*name[2])(int)`.
pub(super) fn take_apart(node: Node<'_>) -> Declarator<'_> {
    let mut found =
        Declarator { name: None, function: None, is_function_pointer: false, is_array: false, points: false };
    let mut at = Some(node);
    while let Some(node) = at {
        at = match node.kind() {
            "function_declarator" | "abstract_function_declarator" => {
                let inner = node.field("declarator");
                match inner.map(|inner| inner.kind()) {
                    // `(*name)(..)`: but `(name)(..)` is a function.
                    Some("parenthesized_declarator" | "abstract_parenthesized_declarator")
                        if inner.is_some_and(points) =>
                    {
                        found.is_function_pointer = true;
                    }
                    _ => found.function = Some(node),
                }
                inner
            }
            "array_declarator" | "abstract_array_declarator" => {
                found.is_array = true;
                node.field("declarator")
            }
            "init_declarator" => node.field("declarator"),
            "pointer_declarator" | "abstract_pointer_declarator" | "pointer_type_declarator" => {
                found.points = true;
                node.field("declarator")
            }
            // `operator bool()`: the name holds the parentheses.
            "operator_cast" => {
                found.name = Some(node);
                found.function = node.field("declarator");
                None
            }
            "parenthesized_declarator"
            | "attributed_declarator"
            | "reference_declarator"
            | "abstract_reference_declarator"
            | "abstract_parenthesized_declarator"
            | "variadic_declarator"
            | "optional_parameter_declarator" => {
                found.points |= node.kind().ends_with("reference_declarator");
                children(node).into_iter().find(|child| !child.kind().ends_with("modifier"))
            }
            _ => {
                found.name = Some(node);
                None
            }
        };
    }
    found
}

fn points(parenthesized: Node<'_>) -> bool {
    let inner = children(parenthesized).into_iter().find(|child| !child.kind().ends_with("modifier"));
    inner.is_some_and(|inner| inner.kind().ends_with("pointer_declarator"))
}

impl Declarator<'_> {
    /// The type of what is declared: of a pointer to a function nothing is known, an array holds its elements.
    pub fn typed(&self, cx: &mut Lowering<'_>, written: Option<ExprId>) -> Option<ExprId> {
        match written {
            _ if self.is_function_pointer => None,
            Some(element) if self.is_array => Some(cx.list_of(element)),
            written => written,
        }
    }
}
