//! Python 3: statements here and in `statements`, values in `expressions`, what is assigned to in `targets`.
//!
//! Choices that `call-graph` relies on:
//! - The binding of a decorated function or class has kind `Definition` and, as its value, the result of its outermost
//!   decorator; each decorator is a `Decorator` call whose argument is what is below it. `@property`,
//!   `@staticmethod`, `@classmethod`, `@x.setter` and the like leave the value alone.
//! - A setter or deleter is a property definition of the class that is not bound: the name stays the getter's.
//! - A lambda keeps kind `Lambda` and takes the name it is first bound to.
//! - `with e as x` binds `x` to the result of `e.__enter__()` or an element of `e` (a generator made a context
//!   manager); `for x in e` binds an element of `e` and calls `e.__iter__().__next__()` implicitly.
//! - Operators and subscripts are implicit calls of their dunder methods, unless the operand that has the method is a
//!   literal; conditions and the values in f-strings call `__bool__` and `__format__`, and a class without these runs others.
//! - What pytest's `parametrize` gives to a parameter is bound to its name in the function's body.
//! - In a branch that an `isinstance` guards, a read of what it tests is a cast.

mod annotations;
mod definers;
mod definitions;
mod expressions;
mod imports;
mod matching;
mod narrowing;
mod operators;
mod parametrized;
mod reflection;
mod statements;
mod targets;
#[cfg(test)]
mod tests;

use crate::{
    HighlightClass, LanguageSupport, Lowering,
    highlight::around,
    lowering::{Fields, children},
};
use facts::{CallKind, DefId};
use tree_sitter::Node;

/// Python 3.
pub struct Python;

impl LanguageSupport for Python {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_python::LANGUAGE.into()
    }

    fn constructs(&self, kind: CallKind, callee: &str) -> bool {
        kind == CallKind::Call && narrowing::is_class_name(callee)
    }

    fn filler(&self) -> &'static str {
        "pass"
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        cx.definition_mut(DefId::MODULE).doc = definitions::docstring(cx, root);
        definers::note(cx, root);
        statements::block(cx, root);
        imports::mark_reexports(cx);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        let parent = *ancestors.last()?;
        match node.kind() {
            "identifier" => identifier(node, parent, ancestors),
            "expression_statement" | "module" | "block" => None,
            "string" if parent.kind() == "expression_statement" && parent.named_child_count() == 1 => {
                Some(HighlightClass::Comment)
            }
            "decorator" => None,
            "@" if parent.kind() == "decorator" => Some(HighlightClass::Attribute),
            "interpolation" => None,
            "{" | "}" if parent.kind() == "interpolation" => Some(HighlightClass::Operator),
            "string_start" | "string_content" | "string_end" => Some(HighlightClass::String),
            ":" => Some(HighlightClass::Operator).filter(|_| parent.kind() == "slice"),
            "ellipsis" => Some(HighlightClass::Constant),
            _ => None,
        }
    }
}

fn identifier(node: Node<'_>, parent: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
    let is = |field: &str| parent.field(field) == Some(node);
    match parent.kind() {
        "function_definition" if is("name") => Some(HighlightClass::Function),
        "class_definition" if is("name") => Some(HighlightClass::Type),
        "call" if is("function") => Some(HighlightClass::Function),
        "decorator" => Some(HighlightClass::Attribute),
        "type" | "generic_type" | "member_type" => Some(HighlightClass::Type),
        "keyword_argument" if is("name") => Some(HighlightClass::Property),
        "attribute" if is("attribute") => match around(ancestors) {
            Some(call) if call.kind() == "call" && call.field("function") == Some(parent) => {
                Some(HighlightClass::Function)
            }
            Some(decorator) if decorator.kind() == "decorator" => Some(HighlightClass::Attribute),
            _ => Some(HighlightClass::Property),
        },
        _ => None,
    }
}

/// The text of the node's last dotted segment: `Enum` of `enum.Enum`.
fn last_segment<'t>(cx: &Lowering<'t>, node: Node<'_>) -> &'t str {
    let text = cx.text(node);
    let head = text.split(['[', '(']).next().unwrap_or(text);
    head.rsplit('.').next().unwrap_or(head).trim()
}

/// The constant text of a string without interpolation, escapes left as written.
fn constant_text<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    if node.kind() != "string" {
        return None;
    }
    let parts = children(node);
    match parts.as_slice() {
        [start, end] if start.kind() == "string_start" && end.kind() == "string_end" => Some(""),
        [start, content, _] if start.kind() == "string_start" && content.kind() == "string_content" => {
            Some(cx.text(*content))
        }
        _ => None,
    }
}
