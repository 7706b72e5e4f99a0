//! SQL, as PostgreSQL, MySQL and SQLite write it.
//!
//! - What `create` makes is a definition: tables, views and composite types are classes with their columns as fields, an
//!   enumeration is an enum, indexes, sequences, schemas and triggers are variables, functions and procedures functions.
//! - A column that `alter table` adds is a field of its table, also where that is in another file.
//! - Statements are read one by one where the text as a whole has errors: one that the grammar cannot read costs itself, and of
//!   it that is kept which its head says. Data of `copy .. from stdin` and commands to a client are no statements.
//!
//! Nothing is called. Start at [`definitions`].

mod definitions;
mod heads;
mod highlighting;
mod simpler;
mod statements;
#[cfg(test)]
mod tests;

use super::comments;
use crate::{HighlightClass, LanguageSupport, Lowering};
use std::ops::Range;
use tree_sitter::Node;

/// SQL.
pub struct Sql;

impl LanguageSupport for Sql {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_sequel::LANGUAGE.into()
    }

    fn first_reading(&self, text: &str) -> Option<String> {
        statements::without_commands(text)
    }

    fn second_reading(&self, text: &str) -> Option<String> {
        simpler::reading(text)
    }

    fn statements(&self, text: &str) -> Option<Vec<Range<usize>>> {
        Some(statements::ranges(text))
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        definitions::file(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }

    fn highlight_text(&self, node: Node<'_>, text: &str) -> Option<HighlightClass> {
        highlighting::class_of_literal(node, text)
    }
}

/// The text of comments without their marks.
fn doc(cx: &Lowering<'_>, comments: &[Node<'_>]) -> Option<String> {
    if comments.last().is_some_and(|last| cx.text(*last).starts_with("/*")) {
        return comments::text(cx, comments);
    }
    let (first, last) = (comments.first()?, comments.last()?);
    cx.spend(comments.len() + last.end_byte() - first.start_byte());
    let lines: Vec<&str> = comments.iter().map(|one| cx.text(*one).trim_start_matches(['-', '#']).trim()).collect();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}
