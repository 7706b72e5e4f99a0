//! Comments as documentation, for languages that write it above declarations.

use crate::Lowering;
use source::Span;
use tree_sitter::Node;

/// The text of the comments above a declaration without their markers: the last block comment, or the line comments
/// that end right above. Notes to tools are left out.
pub(crate) fn text(cx: &Lowering<'_>, comments: &[Node<'_>]) -> Option<String> {
    let last = comments.last()?;
    // The same comments may precede many names of one declaration.
    cx.spend(comments.len() + last.end_byte() - comments[0].start_byte());
    if cx.text(*last).starts_with("/*") {
        return block(cx.text(*last));
    }
    let from = comments.iter().rposition(|c| !cx.text(*c).starts_with("//")).map_or(0, |i| i + 1);
    let lines = comments[from..].iter().map(|c| cx.text(*c).trim_start_matches('/').trim());
    kept(lines.filter(|line| !for_tools(line)))
}

/// Runs `inner` on the children of `node`, each with the comments right above it.
#[cfg(any(
    feature = "go",
    feature = "java",
    feature = "c",
    feature = "cpp",
    feature = "csharp",
    feature = "kotlin",
    feature = "php",
    feature = "ruby",
    feature = "bash",
    feature = "swift",
    feature = "scala",
    feature = "lua",
    feature = "protobuf",
    feature = "hcl",
    feature = "dart",
    feature = "zig"
))]
pub(crate) fn each_with_comments<'n>(
    cx: &mut Lowering<'_>,
    node: Node<'n>,
    mut inner: impl FnMut(&mut Lowering<'_>, Node<'n>, &[Node<'n>]),
) {
    let mut cursor = node.walk();
    let mut above = Vec::new();
    let mut previous_row = None;
    for child in node.named_children(&mut cursor) {
        if is_comment(child) {
            collect(&mut above, child, previous_row);
            continue;
        }
        keep_adjacent(&mut above, child.start_position().row);
        inner(cx, child, &above);
        above.clear();
        previous_row = Some(child.end_position().row);
    }
}

/// True for a comment in any grammar.
pub(crate) fn is_comment(node: Node<'_>) -> bool {
    matches!(node.kind(), "comment" | "line_comment" | "block_comment" | "multiline_comment" | "documentation_comment")
}

/// Keeps the comments above the next declaration: a blank line starts anew, and a comment behind code is none.
pub(crate) fn collect<'n>(comments: &mut Vec<Node<'n>>, comment: Node<'n>, previous_row: Option<usize>) {
    let row = comment.start_position().row;
    if previous_row == Some(row) {
        return;
    }
    keep_adjacent(comments, row);
    comments.push(comment);
}

/// Drops the comments that do not end right above `row`.
pub(crate) fn keep_adjacent(comments: &mut Vec<Node<'_>>, row: usize) {
    if comments.last().is_some_and(|last| last.end_position().row + 1 < row) {
        comments.clear();
    }
}

/// Lets a definition's span begin at the first of the comments or decorators above it.
pub(crate) fn widen(cx: &Lowering<'_>, span: &mut Span, above: &[Node<'_>]) {
    if let Some(first) = above.first().map(|first| cx.span(*first)).filter(|first| first.start < span.start) {
        (span.start, span.start_line) = (first.start, first.start_line);
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
