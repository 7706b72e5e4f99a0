//! Comments as documentation.

use super::names::Lead;
use crate::Lowering;
use tree_sitter::Node;

/// The text of the comments above a declaration without their markers: the last block comment, or the line comments
/// that end right above. Notes to tools are left out.
pub(super) fn text(cx: &Lowering<'_>, comments: &[Node<'_>]) -> Option<String> {
    let last = comments.last()?;
    if cx.text(*last).starts_with("/*") {
        return block(cx.text(*last));
    }
    let from = comments.iter().rposition(|c| !cx.text(*c).starts_with("//")).map_or(0, |i| i + 1);
    let lines = comments[from..].iter().map(|c| cx.text(*c).trim_start_matches('/').trim());
    kept(lines.filter(|line| !for_tools(line)))
}

/// The file's own documentation: its first comment, unless a declaration follows right below.
pub(super) fn of_module(cx: &Lowering<'_>, root: Node<'_>) -> Option<String> {
    let mut cursor = root.walk();
    let mut comments: Vec<Node<'_>> = Vec::new();
    for node in root.named_children(&mut cursor) {
        let apart = |last: &Node<'_>| node.start_position().row > last.end_position().row + 1;
        match node.kind() {
            "hash_bang_line" => continue,
            "comment" if comments.last().is_some_and(apart) => break,
            "comment" => comments.push(node),
            "import_statement" | "expression_statement" => break,
            _ if comments.last().is_some_and(apart) => break,
            _ => return None,
        }
    }
    text(cx, &comments)
}

/// Keeps the comments above the next statement; forgets those that a blank line or a statement sets apart.
pub(super) fn collect<'n>(lead: &mut Lead<'n>, comment: Node<'n>, previous_row: Option<usize>) {
    let row = comment.start_position().row;
    if previous_row == Some(row) {
        return;
    }
    if lead.comments.last().is_some_and(|last| last.end_position().row + 1 < row) {
        lead.comments.clear();
    }
    lead.comments.push(comment);
}

/// Drops the comments that do not end right above `node`.
pub(super) fn keep_adjacent(lead: &mut Lead<'_>, node: Node<'_>) {
    let row = lead.decorators.first().map_or(node.start_position().row, |d| d.start_position().row);
    if lead.comments.last().is_some_and(|last| last.end_position().row + 1 < row) {
        lead.comments.clear();
    }
}

fn block(text: &str) -> Option<String> {
    let inner = text.trim_start_matches('/').trim_start_matches('*').trim_end_matches('/').trim_end_matches('*');
    let lines = inner.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
    });
    kept(lines.filter(|line| !for_tools(line.trim())))
}

fn kept<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let text = lines.map(str::trim_end).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn for_tools(line: &str) -> bool {
    const MARKS: [&str; 8] =
        ["eslint", "@ts-", "prettier-ignore", "istanbul", "c8 ", "tslint", "biome-ignore", "<reference"];
    MARKS.iter().any(|mark| line.starts_with(mark))
}
