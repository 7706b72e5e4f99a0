//! Types as values: as declared, and as doc comments give them where nothing is declared.

use super::names;
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Expr, ExprId, LiteralKind};
use tree_sitter::Node;

/// A declared type; `None` where it says nothing of a value's members.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    match node.kind() {
        "named_type" => children(node).first().map(|name| names::named(cx, *name)),
        "name" | "qualified_name" | "relative_scope" => Some(names::named(cx, node)),
        "primitive_type" | "bottom_type" => primitive(cx, cx.text(node)),
        "optional_type" | "union_type" | "intersection_type" | "disjunctive_normal_form_type" | "type_list" => {
            let parts: Vec<ExprId> = children(node).into_iter().filter_map(|part| declared(cx, part)).collect();
            (!parts.is_empty()).then(|| cx.one_or_either(parts))
        }
        _ => None,
    }
}

fn primitive(cx: &mut Lowering<'_>, name: &str) -> Option<ExprId> {
    let kind = match name {
        "int" | "integer" | "float" | "double" => LiteralKind::Number,
        "string" => LiteralKind::Text,
        "bool" | "boolean" | "true" | "false" => LiteralKind::Boolean,
        "null" | "void" => LiteralKind::Null,
        _ => return None,
    };
    Some(cx.literal(kind))
}

/// The type behind `tag` in the doc comment above: `@var A|null`, `@return A[]`; of a parameter with its name.
pub(super) fn of_doc(cx: &mut Lowering<'_>, above: &[Node<'_>], tag: &str, variable: Option<&str>) -> Option<ExprId> {
    let comment = above.last().copied().filter(|comment| cx.text(*comment).starts_with("/**"))?;
    let lines = cx.text(comment).lines().map(|line| line.trim().trim_start_matches(['/', '*']).trim());
    let written = lines.filter_map(|line| line.strip_prefix(tag)).filter(|rest| rest.starts_with(char::is_whitespace));
    let mut written = written.map(str::split_whitespace).filter_map(|mut words| {
        let written = words.next()?;
        variable
            .is_none_or(|name| words.next().is_some_and(|word| word.trim_start_matches(['.', '&']) == name))
            .then_some(written)
    });
    let written = written.next()?;
    in_doc(cx, written, comment)
}

fn in_doc(cx: &mut Lowering<'_>, written: &str, comment: Node<'_>) -> Option<ExprId> {
    let parts = written.trim_end_matches("*/").split('|').filter_map(|part| one_in_doc(cx, part, comment));
    let parts: Vec<ExprId> = parts.collect();
    (!parts.is_empty()).then(|| cx.one_or_either(parts))
}

fn one_in_doc(cx: &mut Lowering<'_>, part: &str, comment: Node<'_>) -> Option<ExprId> {
    let part = part.trim_start_matches('?');
    if let Some(element) = part.strip_suffix("[]") {
        let element = one_in_doc(cx, element, comment)?;
        return Some(cx.list_of(element));
    }
    let is_name = |text: &str| {
        let mut segments = text.trim_start_matches('\\').split('\\');
        segments.clone().all(|s| !s.is_empty() && s.chars().all(|c| c.is_alphanumeric() || c == '_'))
            && segments.next_back().is_some_and(|last| last.starts_with(char::is_uppercase))
    };
    if !is_name(part) {
        return primitive(cx, part);
    }
    let mut segments = part.trim_start_matches('\\').split('\\');
    // A name from the top is imported where code names it; in a comment its last part has to do.
    if part.starts_with('\\') {
        return segments.next_back().map(|last| cx.name(last, comment));
    }
    let first = segments.next().unwrap_or("");
    let start = cx.name(first, comment);
    Some(segments.fold(start, |base, segment| cx.attribute(base, segment, comment)))
}

/// `catch (A|B $e)`.
pub(super) fn caught(cx: &mut Lowering<'_>, clause: Node<'_>) -> Option<ExprId> {
    clause.field("type").and_then(|written| declared(cx, written))
}

/// `$x instanceof A`: the class is named.
pub(super) fn class_tested(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "name" | "qualified_name" | "relative_name" | "relative_scope" => names::named(cx, node),
        _ => cx.expr(Expr::Unknown),
    }
}
