//! Types as values.

use super::{aggregates, names};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{ExprId, LiteralKind};
use tree_sitter::Node;

/// The type that a declaration or descriptor is written with; what it declares on the way is defined.
pub(super) fn of(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let written = node.field("type").filter(|written| written.kind() != "placeholder_type_specifier")?;
    Some(match type_after_macro(cx, node, written) {
        Some(name) => named(cx, name),
        None => lower(cx, written),
    })
}

/// `local uInt f()`: of two names one is a macro, and the grammar takes the first for the type. A macro for a calling
/// convention is in capitals, and comes behind the type.
fn type_after_macro<'n>(cx: &Lowering<'_>, node: Node<'n>, written: Node<'n>) -> Option<Node<'n>> {
    if written.kind() != "type_identifier" {
        return None;
    }
    let mut cursor = node.walk();
    let error = node.named_children(&mut cursor).find(|child| child.is_error())?;
    let name = error.named_child(0).filter(|name| name.kind() == "identifier")?;
    let is_macro = cx.text(name).bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    (!is_macro && error.start_byte() >= written.end_byte()).then_some(name)
}

pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| plain(cx, node))
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "type_identifier" | "identifier" => named(cx, node),
        "primitive_type" if cx.text(node) == "void" => cx.literal(LiteralKind::Null),
        "primitive_type" if cx.text(node) == "bool" => cx.literal(LiteralKind::Boolean),
        "primitive_type" | "sized_type_specifier" => cx.literal(LiteralKind::Number),
        "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => {
            aggregates::specifier(cx, node, None, &[], None)
        }
        "qualified_identifier" => names::qualified(cx, node),
        "template_type" => names::segment(cx, None, node),
        "dependent_type" => cx.optional(node.named_child(0), lower),
        "type_descriptor" => {
            let written = of(cx, node);
            let declarator = node.field("declarator").map(super::declarators::take_apart);
            let typed = match declarator {
                Some(declarator) => declarator.typed(cx, written),
                None => written,
            };
            typed.unwrap_or_else(|| cx.unknown())
        }
        _ => cx.unknown(),
    }
}

/// A type by its name. Those of the standard headers that are numbers have no members.
fn named(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match cx.text(node) {
        "char" | "short" | "int" | "long" | "float" | "double" | "unsigned" | "signed" | "size_t" | "ssize_t"
        | "ptrdiff_t" | "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t"
        | "uint64_t" | "uintptr_t" | "intptr_t" => cx.literal(LiteralKind::Number),
        "void" => cx.literal(LiteralKind::Null),
        name => cx.name(name, node),
    }
}
