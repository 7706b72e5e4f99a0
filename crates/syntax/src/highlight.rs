//! Highlighting from the same trees: every leaf gets a class by its kind and its parent's.

use crate::{LanguageSupport, languages};
use serde::{Deserialize, Serialize};
use source::Language;
use tree_sitter::Node;

/// The colour class of a range of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HighlightClass {
    /// Comments and docstrings.
    Comment,
    /// String literals.
    String,
    /// Numbers.
    Number,
    /// Keywords.
    Keyword,
    /// Names of functions where defined or called.
    Function,
    /// Names of types.
    Type,
    /// `true`, `None`, upper-case constants.
    Constant,
    /// Attributes, fields, keys.
    Property,
    /// Operators.
    Operator,
    /// Decorators, annotations, macros, tags.
    Attribute,
}

/// A highlighted range of bytes, half-open. Spans are in order and do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HighlightSpan {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// How to show it.
    pub class: HighlightClass,
}

/// Highlights a file; `None` where this build has no support for the language.
pub fn highlight(language: Language, text: &str) -> Option<Vec<HighlightSpan>> {
    languages::support(language).map(|support| highlight_with(support, text))
}

/// Highlights a file in a language chosen by its type; nothing where its grammar cannot be loaded, or where the file needs
/// more than its share of work.
pub fn highlight_with(support: &dyn LanguageSupport, text: &str) -> Vec<HighlightSpan> {
    let Ok(Some(crate::Best { tree, .. })) = crate::best_tree(support, text) else { return Vec::new() };
    let mut spans: Vec<HighlightSpan> = Vec::new();
    let mut ancestors: Vec<Node<'_>> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let by_text = support.highlight_text(node, text.get(node.byte_range()).unwrap_or(""));
        let class = by_text.or_else(|| support.highlight(node, &ancestors)).or_else(|| by_kind(node));
        if let Some(class) = class {
            let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
            match spans.last_mut() {
                Some(last) if last.class == class && last.end == start => last.end = end,
                _ if end > start => spans.push(HighlightSpan { start, end, class }),
                _ => {}
            }
        }
        if class.is_none() && cursor.goto_first_child() {
            ancestors.push(node);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return spans;
            }
            ancestors.pop();
        }
    }
}

/// The node around the parent, of the nodes around one.
pub(crate) fn around<'n>(ancestors: &[Node<'n>]) -> Option<Node<'n>> {
    ancestors.iter().rev().nth(1).copied()
}

/// What grammars agree on: comments, strings, numbers, keywords (anonymous words), operators, type names.
pub fn by_kind(node: Node<'_>) -> Option<HighlightClass> {
    let kind = node.kind();
    if kind.ends_with("comment") {
        return Some(HighlightClass::Comment);
    }
    if node.child_count() > 0 {
        return None;
    }
    if !node.is_named() {
        let word = kind.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_') && !kind.is_empty();
        let operator = kind.bytes().all(|b| b"+-*/%=<>!&|^~?:@".contains(&b)) && !kind.is_empty();
        return match (word, operator) {
            (true, _) => Some(HighlightClass::Keyword),
            (_, true) => Some(HighlightClass::Operator),
            _ if kind == "\"" || kind == "'" || kind == "`" => Some(HighlightClass::String),
            _ => None,
        };
    }
    match kind {
        _ if kind.contains("string") || kind.contains("char") || kind == "escape_sequence" => {
            Some(HighlightClass::String)
        }
        "integer" | "float" | "number" => Some(HighlightClass::Number),
        _ if kind.ends_with("_literal") && (kind.contains("int") || kind.contains("float")) => {
            Some(HighlightClass::Number)
        }
        "type_identifier" | "primitive_type" | "predefined_type" => Some(HighlightClass::Type),
        "property_identifier" | "field_identifier" => Some(HighlightClass::Property),
        "true" | "false" | "none" | "null" | "nil" | "undefined" => Some(HighlightClass::Constant),
        _ => None,
    }
}
