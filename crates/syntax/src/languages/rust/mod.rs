//! Rust: items here and in `items`, values in `expressions`, what is bound in `patterns`, types in `types`.
//!
//! Choices that `call-graph` relies on:
//! - `mod x;` is an import of module `self`, item `x`. `use a::b::c` has module `a::b`, item `c` (which may itself be
//!   a module); `use a`, and `self` in a list, have no item and bind the last segment; `pub use` is a reexport.
//! - A function, constant or type of an `impl` block has the module (or function) around as its parent and the type
//!   as `owner`; its path is `Type.name` and its name is not bound in any scope. The trait is its `implements`, and
//!   is added to the bases of the type where that is defined in the same file.
//! - A trait's bases are its supertraits. Fields and variants are `Field` definitions, bound in the type's scope with
//!   the declared type (a variant: its enum); a tuple struct's are bound as `0`, `1`, and `x.0` reads attribute `0`.
//! - `Some(x)` and `Ok(x)` are `x`, `Err(x)` is unknown; the patterns `Some(p)` and `Ok(p)` bind `Await` of the value.
//! - `&T`, `Box<T>`, `Rc<T>`, `Arc<T>`, `Pin<T>`, `Cow<T>`, `dyn T` and `impl T` are `T`; so is a parameter's type
//!   parameter bounded by `T`.
//! - A macro's arguments are parsed again: as items where items are expected, which are then items of the place itself, else
//!   as expressions; where they are neither, names followed by parentheses call.

mod expressions;
mod imports;
mod items;
mod leading;
mod macros;
mod operators;
mod patterns;
#[cfg(test)]
mod tests;
mod types;

use crate::{HighlightClass, LanguageSupport, Lowering, highlight::around, lowering::Fields};
use facts::DefId;
use tree_sitter::Node;

/// `c` of `a::b::c`.
fn last_segment(path: &str) -> &str {
    path.rsplit_once("::").map_or(path, |(_, last)| last)
}

/// Rust.
pub struct Rust;

impl LanguageSupport for Rust {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_rust::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        cx.definition_mut(DefId::MODULE).doc = leading::inner_doc(cx, root);
        items::sequence(cx, root, items::Place::default());
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        let parent = *ancestors.last()?;
        let is = |field: &str| parent.field(field) == Some(node);
        match (node.kind(), parent.kind()) {
            ("identifier", "function_item" | "function_signature_item") if is("name") => Some(HighlightClass::Function),
            ("identifier", "call_expression" | "generic_function") if is("function") => Some(HighlightClass::Function),
            ("identifier", "scoped_identifier") if is("name") => scoped(parent, ancestors),
            ("field_identifier", "field_expression") => called(parent, ancestors),
            ("identifier", "macro_invocation" | "macro_definition") => Some(HighlightClass::Attribute),
            ("!", "macro_invocation") => Some(HighlightClass::Attribute),
            ("attribute_item" | "inner_attribute_item" | "lifetime" | "metavariable", _) => {
                Some(HighlightClass::Attribute)
            }
            ("identifier", "const_item" | "static_item" | "enum_variant") if is("name") => {
                Some(HighlightClass::Constant)
            }
            ("self" | "super" | "crate" | "mutable_specifier", _) => Some(HighlightClass::Keyword),
            ("boolean_literal", _) => Some(HighlightClass::Constant),
            ("string_literal" | "raw_string_literal" | "char_literal", _) => Some(HighlightClass::String),
            ("shorthand_field_identifier", _) => Some(HighlightClass::Property),
            _ => None,
        }
    }
}

/// `path::name` as the function of a call.
fn scoped(parent: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let around = around(ancestors)?;
    match around.kind() {
        "macro_invocation" => Some(HighlightClass::Attribute),
        _ if around.field("function") == Some(parent) => Some(HighlightClass::Function),
        _ => None,
    }
}

/// `value.name`: a method where it is called.
fn called(parent: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    scoped(parent, ancestors).or(Some(HighlightClass::Property))
}
