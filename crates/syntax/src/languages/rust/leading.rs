//! What comes before an item: doc comments, attributes, visibility.

use super::{expressions, last_segment};
use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::{Definition, DefinitionKind};
use tree_sitter::Node;

/// Attributes that say nothing of what runs.
const PLAIN_ATTRIBUTES: &[&str] = &[
    "allow",
    "cfg",
    "cfg_attr",
    "cold",
    "default",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "forbid",
    "inline",
    "macro_export",
    "macro_use",
    "must_use",
    "no_mangle",
    "non_exhaustive",
    "path",
    "repr",
    "should_panic",
    "test",
    "track_caller",
    "warn",
];

/// Doc comments and attributes before an item.
#[derive(Default)]
pub struct Leading<'n> {
    first: Option<Node<'n>>,
    pub doc: String,
    pub attributes: Vec<Node<'n>>,
}

impl<'n> Leading<'n> {
    /// Takes in a comment or an attribute; false for anything else.
    pub fn collect(&mut self, cx: &Lowering<'_>, node: Node<'n>) -> bool {
        match node.kind() {
            "line_comment" | "block_comment" if node.field("outer").is_some() => push_doc(cx, node, &mut self.doc),
            "line_comment" | "block_comment" => return true,
            "attribute_item" => self.attributes.extend(children(node)),
            _ => return false,
        }
        self.first.get_or_insert(node);
        true
    }

    /// The text in `#[name = "text"]`.
    pub fn value_of<'t>(&self, cx: &Lowering<'t>, name: &str) -> Option<&'t str> {
        self.attributes.iter().find_map(|attribute| {
            let value = cx.text(*attribute).strip_prefix(name)?.trim_start().strip_prefix('=')?;
            value.trim().strip_prefix('"')?.strip_suffix('"')
        })
    }
}

/// A definition with what precedes it, and its head as signature.
pub fn draft(
    cx: &mut Lowering<'_>,
    kind: DefinitionKind,
    node: Node<'_>,
    name: Node<'_>,
    leading: &Leading<'_>,
) -> Definition {
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    if let Some(first) = leading.first {
        let span = cx.span(first);
        (draft.span.start, draft.span.start_line) = (span.start, span.start_line);
    }
    let body = node.field("body").filter(|body| body.kind() != "ordered_field_declaration_list");
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    draft.signature = cx.head(node.start_byte(), end).trim_end_matches([' ', '\n', ';']).to_owned();
    draft.doc = Some(leading.doc.clone());
    draft.exported = is_public(node);
    draft.is_test = is_test(cx, leading);
    let attributes = leading.attributes.iter().filter_map(|attribute| first_child(*attribute));
    let attributes: Vec<Node<'_>> = attributes.filter(|path| !PLAIN_ATTRIBUTES.contains(&cx.text(*path))).collect();
    draft.decorators = attributes.into_iter().map(|path| expressions::expression(cx, path)).collect();
    draft
}

pub fn is_public(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).any(|child| child.kind() == "visibility_modifier")
}

/// `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[cfg(all(test, ..))]`, or inside such.
fn is_test(cx: &Lowering<'_>, leading: &Leading<'_>) -> bool {
    let marked = leading.attributes.iter().any(|attribute| {
        let text = cx.text(*attribute);
        let path = text[..text.find(['(', '=']).unwrap_or(text.len())].trim();
        let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let in_cfg = path == "cfg" && words().any(|word| word == "test") && !words().any(|word| word == "not");
        in_cfg || matches!(last_segment(path), "test" | "rstest" | "test_case" | "proptest")
    });
    marked || cx.enclosing(|d| d.is_test).is_some()
}

/// `//!` at the top of a file or module.
pub fn inner_doc(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let mut doc = String::new();
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "line_comment" | "block_comment" if child.field("inner").is_some() => {
                push_doc(cx, child, &mut doc);
            }
            "line_comment" | "block_comment" | "inner_attribute_item" | "shebang" => {}
            _ => break,
        }
    }
    let doc = doc.trim();
    (!doc.is_empty()).then(|| doc.to_owned())
}

/// Appends a doc comment without its markers.
fn push_doc(cx: &Lowering<'_>, comment: Node<'_>, doc: &mut String) {
    let Some(text) = comment.field("doc") else { return };
    for line in cx.text(text).trim_end().split('\n') {
        let line = if comment.kind() == "block_comment" {
            line.trim_start().strip_prefix('*').unwrap_or(line.trim_start())
        } else {
            line
        };
        doc.push_str(line.strip_prefix(' ').unwrap_or(line).trim_end());
        doc.push('\n');
    }
}
