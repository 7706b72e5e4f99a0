//! Zig.
//!
//! - Types are values: a written type is lowered like any expression. A container (`struct`, `union`, `enum`, `opaque`) is a
//!   class under the name of its constant, or of the function that returns it (`fn List(comptime T: type) type`); an error
//!   set is an enum.
//! - A file is a container, too: its top-level fields are fields of its module, and `@This()` there is the module.
//! - A method is a function whose first parameter has the type of the container around; its name reads as
//!   [`Expr::Receiver`](facts::Expr::Receiver).
//! - Pointers, optionals and error unions are what they hold; slices and arrays are collections. `try`, `.?`, `.*` and `&`
//!   give the value itself, `orelse` and `catch` one of two.
//! - A label is a variable, which `break :label value` assigns to.
//!
//! Start at [`containers`].

mod builtins;
mod calls;
mod containers;
mod control;
mod expressions;
mod functions;
mod highlighting;
mod imports;
mod initializers;
#[cfg(test)]
mod tests;
mod variables;

use super::comments;
use crate::{HighlightClass, LanguageSupport, Lowering};
use tree_sitter::Node;

/// Zig, from 0.11 on.
pub struct Zig;

impl LanguageSupport for Zig {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_zig::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        containers::file(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// A name without what quotes it: `@"a b"`.
fn name_of<'t>(cx: &Lowering<'t>, node: Node<'_>) -> &'t str {
    let text = cx.text(node);
    text.strip_prefix("@\"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// The text of a string without escapes; `None` of anything else.
fn constant_text<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    let text = cx.text(node).strip_prefix('"')?.strip_suffix('"')?;
    (node.kind() == "string" && !text.contains('\\')).then_some(text)
}

/// True where the node has this word among its own.
fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == word)
}

/// What is written as a container, and may be given a name.
fn is_container(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "struct_declaration"
            | "union_declaration"
            | "enum_declaration"
            | "opaque_declaration"
            | "error_set_declaration"
    )
}
