//! Which tables of a file are classes: those that functions are written into, or that look missing names up in themselves.

use super::children;
use crate::Lowering;
use crate::lowering::Fields;
use std::collections::HashSet;
use tree_sitter::Node;

/// The names of the tables of a file, of those at its top, that are classes.
pub(super) fn classes(cx: &Lowering<'_>, root: Node<'_>) -> HashSet<String> {
    let mut found = HashSet::new();
    for statement in children(root) {
        match statement.kind() {
            "function_declaration" => {
                let name = statement.field("name").filter(|name| name.kind().ends_with("index_expression"));
                if let Some(table) = name.and_then(|name| name.field("table")).filter(|one| one.kind() == "identifier")
                {
                    found.insert(cx.text(table).to_owned());
                }
            }
            "assignment_statement" => {
                let target = children(statement).first().and_then(|list| list.field("name"));
                let Some(target) = target.filter(|target| target.kind() == "dot_index_expression") else { continue };
                let Some([table, field]) = target.fields(["table", "field"]) else { continue };
                if table.kind() == "identifier" && cx.text(field) == "__index" {
                    found.insert(cx.text(table).to_owned());
                }
            }
            _ => {}
        }
    }
    found
}
